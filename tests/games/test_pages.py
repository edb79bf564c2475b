"""What all games' pages have in common, walked through each game's worked transcript."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Literal

import pytest

from companion.games import GAMES, PRODUCTS, offered
from companion.games.game import AnyGame, Book, Game
from companion.games.move import Move, SeatName, Undo
from companion.games.page import Page
from companion.games.people import Seat
from companion.games.replay import replay
from companion.games.ruling import Action
from companion.games.transcript import open_book, read_header
from tests.games.drawn import HOSTILE, drawn_each, page_of, parts, shown, text
from tests.games.plain_seats import called

HERE = Path(__file__).parent
EACH = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def worked(game: AnyGame, names: tuple[str, ...] = ()) -> list[Book]:
    """Return the book after each move of the game's worked transcript, the latest first."""
    [path] = (HERE / game.folder).glob("worked_*.jsonl")
    head, *moves = map(json.loads, filter(None, path.read_text(encoding="utf-8").splitlines()))
    for old, new in zip(head["seats"], names, strict=False):
        head, moves = called(head, old, new), called(moves, old, new)
    return list(replay("\n".join(map(json.dumps, (head, *moves))).encode()).book.standing())


@EACH
def test_a_button_is_dim_if_the_judge_refuses_its_moves(game: AnyGame) -> None:
    for book in worked(game):
        for control in shown(page_of(book), rights="keeper").values():
            if control.field == "move":
                plains = control.moves if isinstance(control.moves, list) else [control.moves]
                assert game.action(book.state, *plains).legal is not control.dim, control


@EACH
def test_the_mark_of_an_act_changes_with_the_act(game: AnyGame) -> None:
    for book in worked(game):
        assert book.before is not None
        now, before = page_of(book), page_of(book.before)
        if now.phase != before.phase and not now.over:
            assert now.mark != before.mark or now.mark is None


@EACH
def test_the_end_of_a_round_is_news_until_the_phase_changes(game: AnyGame) -> None:
    for book in worked(game):
        ended, before = page_of(book).round_end, book.before
        assert before is not None
        just = len(book.report().rounds) > len(before.report().rounds) and not book.report().over
        assert (ended is not None and ended.fresh) is just
        if ended is not None and not ended.fresh:
            assert before.report().phase == book.report().phase


@EACH
def test_scores_are_summed_up_at_every_moment(game: AnyGame) -> None:
    last, *_, first = worked(game)
    for book in (first, last):
        sheet = game.sheet(book.state)
        assert len(sheet.finished) == len(book.report().rounds)
        assert all(
            points.total == book.report().rounds[n][seat]
            for n, row in enumerate(sheet.finished)
            for seat, points in row.items()
        )


def test_equal_taps_are_one_key_whatever_made_them() -> None:
    one, other = (Action((Wave(move="wave", seat=Seat("Mary")),)) for _ in range(2))
    assert {one: 1}[other] == 1
    assert one.value == '{"move":"wave","seat":"Mary"}'
    both = Action((Undo(move="undo"),) * 2)
    assert both.value == '[{"move":"undo"},{"move":"undo"}]'


class Wave(Move):
    move: Literal["wave"]
    seat: SeatName


def test_what_a_game_leaves_out_has_a_default() -> None:
    assert set(offered(())) == {game.slug for game in PRODUCTS}
    assert "oh-hell" in offered(("oh-hell",))
    hell, fluff = GAMES["oh-hell"], GAMES["fluff"]
    assert hell.first_deal(("Ann",)) is None
    header = read_header({"transcript": 1, "game": "oh-hell", "seats": ["Ann", "Bob", "Cat"]})
    assert Game.set_up(hell, header) == ()
    undo = hell.parse({"move": "undo"})
    assert isinstance(undo, Move)
    assert Game.hypothetical(hell, None, undo, {}) is None
    bid = hell.parse({"move": "bid", "seat": "Ann", "tricks": 1})
    assert isinstance(bid, Move)
    assert str(hell.describe(bid, hell.start(header))) == "Ann bid 1 trick"
    assert Page(open_book(header), "", {}).findings == ()
    assert Game.moment(hell, None) is None
    assert Game.sheet(hell, None).finished == ()
    assert str(fluff.irregularity({"kind": "late"})) == "late"
    assert str(Wave.model_validate({"move": "wave", "seat": "Ann"}).sentence()) == "Ann: wave"


@EACH
def test_who_began_is_told_once_it_is_known(game: AnyGame) -> None:
    last, *_, first = worked(game)
    assert game.first_player(last) in last.people.everybody
    assert game.first_player(first) in (None, game.first_player(last))


@EACH
@pytest.mark.parametrize("names", [HOSTILE, HOSTILE[::-1]], ids=["the first of them", "the last of them"])
def test_names_are_escaped_in_every_part(game: AnyGame, names: tuple[str, ...]) -> None:
    for book in worked(game, names)[::5]:
        page = page_of(book)
        there = [] if page.over else [*parts(page).values(), *drawn_each(*page.on_board).values()]
        assert not {"<script", "<img", ">None<"} & set(re.findall(r"<\w+|>None<", "".join(there)))
        assert all(name in text(page, rights="keeper") for name in book.seats)
