"""A table of four whose predictions are told, what was entered there and what happened; and what the referee finds."""

from __future__ import annotations

from typing import Any

from companion.games.game import Book
from companion.games.transcript import read_header
from companion.referee.counts import holdings
from companion.referee.reconcile import Explanation, Reconciled, reconcile
from tests.games.sluff_off.sitting import (
    Plain,
    done,
    header,
    sluffer,
    steal,
    take,
)
from tests.referee.reconcile.tables import lines, played, put_right

TAKEN = [
    *(take("Chris", color) for color in ("red", "red", "blue")),
    done("Chris"),
    *(take("Mary", color) for color in ("red", "blue", "green")),
    done("Mary"),
    sluffer("Katie"),
    *(take("Cory", color) for color in ("blue", "blue", "blue", "orange")),
    steal("Cory", "red", "Mary"),
    done("Cory"),
]


def book(moves: list[Plain], **options: Any) -> Book:
    stands = played(read_header(header(4, **options)), moves)
    assert stands is not None
    return stands


def asked(entered: list[Plain], happened: list[Plain]) -> tuple[Reconciled, Book]:
    """Return what explains that the book has what was entered and the table what happened, and the right book."""
    wrong, right = book(entered), book(happened)
    answer = reconcile(wrong.header, lines(wrong), holdings(right.report()))
    for explanation in answer.explanations:
        for spot in explanation.spots:
            assert dict(put_right(wrong, spot.edits).report().holdings) == dict(right.report().holdings)
    return answer, right


def first(entered: list[Plain], happened: list[Plain]) -> Explanation:
    return asked(entered, happened)[0].explanations[0]


def said(explanation: Explanation) -> list[str]:
    return [str(text) for text in explanation.says]
