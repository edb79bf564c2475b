"""Where cards and book differ, the referee finds the slip: nothing of this game is known to it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.edits import StandingMove
from companion.referee.reconcile import Reconciled, reconcile
from tests.games.popcorn.sitting import Plain, Sitting, call, claim, honest

PLAYED: list[Plain] = [
    claim("Ann", "A", 2), claim("Ben", "2"), call("Cat"), honest(False), claim("Cat", "3", 3), claim("Ann", "4"),
    call("Ben"), honest(), claim("Ben", "5", 2), claim("Cat", "6", 2),
]  # fmt: skip


def found(played: list[Plain], lived: list[Plain]) -> Reconciled:
    """What explains it that the cards lie as after `lived` while the book has `played`."""
    book, truth = Sitting().play(*played).book, Sitting().play(*lived).book
    lines = [StandingMove(str(number), move) for number, move in enumerate(book.moves(), 1)]
    counted = {place: {"": n} for place, n in truth.report().holdings.items()}
    return reconcile(book.header, lines, counted)


@pytest.mark.parametrize(
    ("entry", "was"),
    [
        pytest.param(9, claim("Cat", "6", 3), id="a count"),
        pytest.param(8, claim("Ben", "5", 1), id="an earlier count"),
        pytest.param(3, honest(), id="honest or not"),
        pytest.param(7, honest(False), id="honest or not, later"),
        pytest.param(6, call("Cat"), id="who called"),
    ],
)
def test_one_slip_is_among_the_first_three(entry: int, was: Plain) -> None:
    lived = [*PLAYED[:entry], was, *PLAYED[entry + 1 :]]
    first: Any = found(PLAYED, lived).explanations[:3]
    edits = [edit.plain() for explanation in first for spot in explanation.spots for edit in spot.edits]
    wanted = {"do": "change", "entry": str(entry + 1), "move": was}
    assert any({key: edit.get(key) for key in wanted} == wanted for edit in edits), [str(one) for one in first]


def test_a_forgotten_claim_is_found() -> None:
    played = found(PLAYED[:-1], PLAYED)
    texts = [str(spot) for one in played.explanations[:3] for spot in one.spots]
    assert any("'rank': '6'" in text and "'count': 2" in text for text in texts), texts


def test_what_agrees_needs_no_explanation() -> None:
    assert found(PLAYED, PLAYED).explanations == ()
