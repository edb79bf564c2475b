"""The book set to the cardboard: the fewest rulings that do it."""

from __future__ import annotations

import pytest

from companion.games.move import Move
from companion.games.ruling import Rejected
from tests.games.popcorn.sitting import Sitting, call, claim, give


def corrected(sitting: Sitting, **counted: int) -> tuple[Move, ...] | Rejected:
    return sitting.book.game.correction(sitting.book.state, {name: {"": n} for name, n in counted.items()}, "we agreed")


def moves(sitting: Sitting, **counted: int) -> list[object]:
    found = corrected(sitting, **counted)
    assert not isinstance(found, Rejected), str(found.because)
    sitting.play(*(move.plain() for move in found))
    assert {name: sitting.report["holdings"][name] for name in counted} == counted
    return [move.plain() for move in found]


def test_what_was_counted_as_the_book_has_it_needs_no_ruling() -> None:
    assert moves(Sitting(), Ann=18) == []


def test_as_few_rulings_as_will_do() -> None:
    assert moves(Sitting(), Ann=16, Ben=19) == [give(2, "Ann", "Ben")]
    assert moves(Sitting(4), Ann=10, Ben=11, Cat=16, Dan=15) == [give(3, "Ann", "Cat"), give(2, "Ben", "Dan")]
    assert moves(Sitting(4), Ann=8, Ben=16, Cat=15) == [give(3, "Ann", "Ben"), give(2, "Ann", "Cat")]


@pytest.mark.parametrize(
    ("sitting", "counted", "rule", "because"),
    [
        (Sitting(), {"Ann": 17}, "table-ruling", "You counted 51 cards; 52 are in the game."),
        (Sitting(), {"Ann": 0, "Ben": 35}, "table-ruling", "Ann would have no card left."),
        (Sitting().play(claim("Ann", "A"), call("Ben")), {"Ben": 16, "Cat": 18}, "not-now",
         "The last claim has to be settled first."),
    ],
)  # fmt: skip
def test_what_no_ruling_can_do(sitting: Sitting, counted: dict[str, int], rule: str, because: str) -> None:
    found = corrected(sitting, **counted)
    assert isinstance(found, Rejected)
    assert (found.rule.id, str(found.because)) == (rule, because)


def test_a_book_that_only_believes_is_set_by_no_ruling() -> None:
    sitting = Sitting(hidden_count=True).play(claim("Ann", "A", 1, 3))
    sitting.book = sitting.book.game.seen_by(sitting.book, None, frozenset())
    found = corrected(sitting, Ann=15, pile=3)
    assert isinstance(found, Rejected)
    assert found.rule.id == "table-ruling"
