"""A move that was accepted once is applied: it has its effect, and is not judged again."""

from __future__ import annotations

import pytest

from companion.games.move import Move, Undo
from companion.games.ruling import Rejected
from companion.games.transcript import open_book, read_header
from tests.refused_entries import CASES, Case, played

NOBODY = {
    "popcorn": {"move": "call", "seat": "Nobody"},
    "sluff-off": {"move": "take", "seat": "Nobody", "color": "red"},
    "ui77": {"move": "swap", "seat": "Nobody", "give": "9H", "take": "8H"},
    "fluff": {"move": "call", "seat": "Nobody"},
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_move_that_is_refused_today_has_its_effect(case: Case) -> None:
    book = played(open_book(read_header(case.header)), case.opening)
    move = book.game.parse(case.refused)
    assert isinstance(move, Move)
    assert isinstance(book.enter(move), Rejected)
    after = book.apply(move)
    assert (after.move, after.before, after.accepted) == (move, book, book.accepted + 1)
    assert after.state == book.game.after(book.state, move)


@pytest.mark.parametrize("game", NOBODY)
def test_a_move_of_somebody_who_has_no_seat_has_no_effect(game: str) -> None:
    book = open_book(read_header(Case(game, [], {}).header))
    move = book.game.parse(NOBODY[game])
    assert isinstance(move, Move)
    after = book.apply(move)
    assert after.state == book.state
    assert after.move == move


def test_an_undo_takes_back_the_latest_move_if_there_is_one() -> None:
    book = open_book(read_header(Case("popcorn", [], {}).header))
    undo = Undo(move="undo")
    assert book.apply(undo).before is None
    after = book.apply(book.game.parse({"move": "call", "seat": "Mary"})).apply(undo)  # type: ignore[arg-type]
    assert (after.state, after.move, after.before, after.accepted) == (book.state, None, None, 2)
