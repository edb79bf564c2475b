"""What all games' screens have in common, walked through each game's worked transcript."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from werkzeug.datastructures import MultiDict

from companion.games import GAMES, PRODUCTS, offered
from companion.games.draft import NoFields
from companion.games.game import AnyGame, Book, Game
from companion.games.move import Move, SeatName, Undo
from companion.games.people import Seat
from companion.games.replay import replay
from companion.games.ruling import Action
from companion.games.screen import Screen, screen_class, screen_of
from companion.games.transcript import open_book, read_header

HERE = Path(__file__).parent
EACH = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def worked(game: AnyGame) -> list[Book]:
    """The book after each move of the game's worked transcript, the latest first."""
    [path] = (HERE / game.folder).glob("worked_*.jsonl")
    return list(replay(path.read_bytes()).book.standing())


@EACH
def test_what_a_screen_offers_is_what_the_judge_says(game: AnyGame) -> None:
    for book in worked(game)[::3]:
        for seat, keeper in ((None, True), (book.header.seats[0], False), (None, False)):
            screen = screen_of(book, seat, keeper, NoFields())
            for action in screen.taps:
                assert action.legal is screen.action(*(move.plain() for move in action.moves)).legal
            assert screen.draft.empty
            assert (screen.draft.query, screen.draft.lasting.query) == ("", "")
            assert screen.plays is (keeper or seat is not None)
            assert set(screen.waiting_for) <= set(book.header.seats)
            assert screen.awaited is None or screen.awaited.name in screen.waiting_for
            assert str(screen.missing)
            untouched = MultiDict(screen.prefilled.fields())
            assert screen_of(book, seat, keeper, untouched).prefilled == screen.prefilled  # what its page sends
            assert isinstance(screen.turn, str)
            assert screen.places or not screen.over


@EACH
def test_a_mark_names_the_act_that_the_table_waits_for(game: AnyGame) -> None:
    books = worked(game)
    marks = {screen_class(book).act(book.state, NoFields()) for book in books}
    assert marks == {None} or len(marks) > 1


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


@EACH
def test_before_a_round_has_ended_nothing_is_said_to_have_been_scored(game: AnyGame) -> None:
    *_, first = worked(game)
    for book in (first, first.before):
        assert book is not None
        for seat in (None, *book.seats):
            assert screen_of(book, seat, False, NoFields()).scored == ()


def test_a_game_without_a_screen_of_its_own_has_the_common_one() -> None:
    book = worked(GAMES["oh-hell"])[-1]
    plain = Screen[object, object](book, "Ann", False)  # type: ignore[type-var]
    assert Screen.read(NoFields(), book, "Ann", False).empty
    assert Screen.act(book.state, NoFields()) is None
    assert plain.view is book.state
    assert plain.findings == ()
    assert (plain.seats, plain.own, plain.waiting_for, plain.awaited, plain.turn, plain.news) == (
        (),
        None,
        (),
        None,
        "",
        (),
    )
    assert str(plain.missing) == "Nothing has been entered yet."


def test_equal_taps_are_one_key_whatever_made_them() -> None:
    one, other = (Action((Wave(move="wave", seat=Seat("Mary")),)) for _ in range(2))
    assert {one: 1}[other] == 1
    assert one.value == '{"move": "wave", "seat": "Mary"}'
    both = Action((Undo(move="undo"),) * 2)
    assert both.value == '[{"move": "undo"}, {"move": "undo"}]'


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
    assert Screen(open_book(header), None, False).findings == ()
    assert Game.moment(hell, None) is None
    assert Game.sheet(hell, None).finished == ()
    assert str(fluff.irregularity({"kind": "late"})) == "late"
    assert str(Wave.model_validate({"move": "wave", "seat": "Ann"}).sentence()) == "Ann: wave"


@EACH
def test_phones_whose_sheets_show_the_same_are_alike_and_others_are_not(game: AnyGame) -> None:
    for book in worked(game)[::7]:
        one, two = book.header.seats[:2]
        host = screen_of(book, one, True, NoFields())
        assert host.likeness != screen_of(book, two, True, NoFields()).likeness
        assert host.likeness == screen_of(book, one, True, NoFields()).likeness
        alike = {screen_of(book, seat, False, NoFields()).likeness for seat in (*book.header.seats, None)}
        assert screen_of(book, one, False, NoFields()).likeness in alike


@EACH
def test_who_began_is_told_once_it_is_known(game: AnyGame) -> None:
    last, *_, first = worked(game)
    assert game.first_player(last) in last.people.everybody
    assert game.first_player(first) in (None, game.first_player(last))
