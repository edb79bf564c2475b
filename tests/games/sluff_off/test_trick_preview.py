"""What is said of a trick before it is claimed."""

from __future__ import annotations

from companion.games.sluff_off.draft import Draft, outcome, taken
from tests.games.sluff_off.sitting import Sitting, cards, trick


def test_nothing_is_said_before_the_predictions_are_made() -> None:
    book = Sitting(3).book
    assert outcome(book, trick("Chris", "red")) is None
    assert taken(book, Draft(by_cards=True, cards=("red 1",))) is None


def test_what_a_trick_brings_its_winner_is_said() -> None:
    book = Sitting(supply={"black": 1}).predicted(Chris="red", Katie="sluffer").book
    assert str(outcome(book, trick("Chris", "green"))) == "Chris takes a black token."
    assert str(outcome(book, trick("Katie", "green"))) == "Katie holds the Sluffer and pays nothing."
    assert outcome(book, trick("Chris", "red")) is None
    after = Sitting(supply={"black": 0}).predicted().book
    assert str(outcome(after, trick("Chris", "red"))) == "No black token left: nothing happens."


def test_who_takes_a_trick_is_read_off_its_cards() -> None:
    book = Sitting(3).predicted().book
    told = Draft(by_cards=True, cards=("red 3", "blue 1", "red 9"))
    assert str(taken(book, told)) == "Mary takes it with blue 1."
    assert str(outcome(book, told.claim())) == "Mary takes a black token."
    assert outcome(book, cards("red 3", "red 3", "red 9")) is None
