"""What is said of a trick before it is claimed."""

from __future__ import annotations

from companion.games.sluff_off.draft import Draft, outcome, taken
from companion.games.transcript import open_book, read_header


def test_nothing_is_foretold_of_a_trick_that_is_no_claim_yet() -> None:
    book = open_book(read_header({"transcript": 1, "game": "sluff-off", "seats": ["A", "B", "C"], "dealer": "C"}))
    assert outcome(book, Draft(winner="A")) is None
    assert outcome(book, Draft(winner="A", led="red")) is None  # the predictions come first
    assert taken(book, Draft(by_cards=True, cards=("red 1",))) is None
