"""What is said of a trick before it is claimed."""

from __future__ import annotations

from typing import Any

from companion.games.sluff_off.screen import Draft, SluffOffScreen
from tests.games.sluff_off.sitting import Sitting


def screen(sitting: Sitting, **told: Any) -> SluffOffScreen:
    """The keeper's, with a trick told by who took it."""
    return SluffOffScreen(sitting.book, None, True, Draft(**told))


def by_cards(sitting: Sitting, *cards: str) -> SluffOffScreen:
    return SluffOffScreen(sitting.book, None, True, Draft(by_cards=True, cards=cards))


def test_nothing_is_said_before_the_predictions_are_made() -> None:
    assert by_cards(Sitting(3), "red 1", "red 2", "red 3").taken is None
    assert by_cards(Sitting(3), "red 1", "red 2", "red 3").outcome is None


def test_what_a_trick_brings_its_winner_is_said() -> None:
    sitting = Sitting(supply={"black": 1}).predicted(Chris="red", Katie="sluffer")
    assert str(screen(sitting, winner="Chris", pays="black").outcome) == "Chris takes a black token."
    assert str(screen(sitting, winner="Katie").outcome) == "Katie holds the Sluffer and pays nothing."
    assert screen(sitting, winner="Chris").outcome is None
    none_left = Sitting(supply={"black": 0}).predicted()
    assert str(screen(none_left, winner="Chris").outcome) == "No black token left: nothing happens."


def test_who_takes_a_trick_is_read_off_its_cards() -> None:
    sitting = Sitting(3).predicted()
    told = by_cards(sitting, "red 3", "blue 1", "red 9")
    assert str(told.taken) == "Mary takes it with blue 1."
    assert str(told.outcome) == "Mary takes a black token."
    assert by_cards(sitting, "red 3", "red 3", "red 9").outcome is None
