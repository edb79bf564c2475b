"""Whoever comes and goes in any game: nothing is lost, sums are right, and the transcript says the same."""

from __future__ import annotations

import json
from random import Random

import pytest

from companion.games import GAMES, PRODUCTS
from companion.games.game import AnyGame, Book
from companion.games.move import Move, names_in
from companion.games.replay import replay
from companion.games.ruling import Accepted, Rejected
from companion.games.seating import Join, names_given
from companion.games.transcript import open_book, read_header
from tests.games.comings import Plain, join, leave, rename, reseat

CARDS_OR_TOKENS = {"sluff-off": 27, "popcorn": 52}
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")


def change(book: Book, chance: Random) -> Plain:
    seats, names = list(book.seats), [name for name in NAMES if name not in book.people.everybody]
    gone = [name for name in book.people.everybody if not book.people.sits(name)]
    new = chance.choice([*names, *gone, f"{chance.choice(NAMES)} {book.accepted}"])
    chance.shuffle(order := list(seats))
    one = chance.choice(seats)
    return chance.choice([join(new, one), leave(one), rename(one, f"{one[:3]}-{book.accepted}"), reseat(*order)])


def check(book: Book) -> None:
    report = book.report()
    for name, total in report.totals.items():
        assert total == report.starts.get(name, 0) + sum(points.get(name, 0) for points in report.rounds)
    held = report.holdings.values()
    if book.game.slug in CARDS_OR_TOKENS:
        lying = sum(sum(one.values()) if isinstance(one, dict) else one for one in held)
        assert lying == CARDS_OR_TOKENS[book.game.slug]
    assert set(report.winners) <= set(book.seats)
    assert len(set(book.seats)) == len(book.seats)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", PRODUCTS, ids=[game.slug for game in PRODUCTS])
def test_whatever_changes_nothing_is_lost_and_the_transcript_says_the_same(game: AnyGame, seed: int) -> None:
    chance, changed = Random(f"{game.slug}/{seed}"), 0
    book = open_book(read_header({"transcript": 1, "game": game.slug, "seats": list(NAMES[:4])}))
    for _ in range(400):
        legal = [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]
        wanted = change(book, chance) if chance.random() < 0.15 or not legal else chance.choice(legal)
        if wanted["move"] == "rename" and wanted["name"] in book.people.everybody:
            continue
        ruling = book.play(wanted)
        if isinstance(ruling, Accepted):
            book = ruling.state
            changed += wanted["move"] in ("join", "leave", "rename", "reseat")
            check(book)
    assert changed
    again = replay("\n".join(book.lines()).encode())
    assert not again.rejected
    assert again.book.report() == book.report()
    assert json.loads(json.dumps(again.book.report().plain())) == book.report().plain()
    while book.before is not None:
        undone = book.play({"move": "undo"})
        assert not isinstance(undone, Rejected)
        book = undone.state
    assert book.seats == NAMES[:4]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", PRODUCTS, ids=[game.slug for game in PRODUCTS])
def test_a_move_of_nobody_is_told_what_may_be_done_instead(game: AnyGame, seed: int) -> None:
    """As what was entered under a name is, once that name is corrected: two tables, where one calls Ann otherwise."""
    chance, entered = Random(f"{game.slug}/{seed}"), list[Move]()
    head = {"transcript": 1, "game": game.slug, "seats": list(NAMES[:3])}
    book, other = (open_book(read_header({**head, "seats": [first, *NAMES[1:3]]})) for first in ("Ann", "Zed"))
    for _ in range(60):
        moves = [choice.move for choice in book.game.choices(book.state, None) if choice.legal]
        if not moves:
            break
        entered.append(chance.choice(moves))
        for move in (entered[-1], *chance.sample(entered, min(3, len(entered)))):
            rejected = other.game.rule_on(other.state, move)
            if "Ann" in names_in(move):
                assert isinstance(rejected, Rejected)
                for one in other.game.instead(other.state, move):
                    assert isinstance(other.game.rule_on(other.state, one), Accepted)
        book = _played(book, entered[-1].plain())
        other = _played(other, json.loads(json.dumps(entered[-1].plain()).replace('"Ann"', '"Zed"')))


def _played(book: Book, plain: Plain) -> Book:
    ruling = book.play(plain)
    assert isinstance(ruling, Accepted)
    return ruling.state


def test_names_that_moves_give_to_seats() -> None:
    entered: list[Plain] = [{"move": "join", "seat": " Dana "}, {"move": "undo"}, {"move": "join", "seat": 3}]
    assert list(names_given(entered, [{"move": "rename", "seat": "Dana", "name": "Dany"}])) == ["Dana", "Dany"]


def test_a_newcomer_who_can_be_given_nothing_is_told_without_it() -> None:
    joined = Join.model_validate(join("Dana", "Ann"))
    assert joined.begins_with is None
    assert joined.mover is None  # a newcomer is no player yet
    assert joined.sentence_with(3) == joined.sentence_with(None) == joined.sentence()


@pytest.mark.parametrize("game", PRODUCTS, ids=lambda game: game.slug)
def test_a_change_of_seats_is_refused_alike_with_its_effect_and_without(game: AnyGame) -> None:
    book = opened(game.slug, "Ann", "Bob", "Cat")
    for plain, stands in ((rename("Ann", "Eve"), True), (rename("Ann", "Bob"), False)):
        move = book.game.parse(plain)
        assert isinstance(move, Move)
        ruling, refusal = book.game.judge(book.state, move), book.game.refusal(book.state, move)
        assert (refusal is None) == stands
        assert refusal == (ruling if isinstance(ruling, Rejected) else None)


@pytest.mark.parametrize("slug", GAMES)
def test_two_states_with_the_same_moves_have_one_memo_key_and_those_with_others_have_not(slug: str) -> None:
    first, second = opened(slug, "Ann", "Bob", "Cat"), opened(slug, "Ann", "Bob", "Cat")
    assert first.state.memo_key() == second.state.memo_key()
    played = first.play(FIRST_MOVES[slug])
    assert isinstance(played, Accepted)
    assert hash(played.state.state.memo_key()) != hash(first.state.memo_key())


FIRST_MOVES: dict[str, Plain] = {
    "sluff-off": {"move": "take", "seat": "Ann", "color": "red"},
    "ui77": {"move": "face_up", "cards": ["10H", "7S", "5D"]},
    "popcorn": {"move": "claim", "seat": "Ann", "rank": "A", "count": 1},
    "fluff": {"move": "first_roll", "wilds": {"Ann": 2, "Bob": 1, "Cat": 0}},
    "oh-hell": {"move": "turn_up", "card": "KH"},
}


def opened(slug: str, *seats: str) -> Book:
    return open_book(read_header({"transcript": 1, "game": slug, "seats": list(seats)}))
