"""What no sheet speaks of: each such rule is marked as ours, and the ruling that it suggests can be entered."""

from __future__ import annotations

import pytest

from companion.games.fluff.rulebook import BOOK
from tests.games.fluff.sitting import Sitting, bid, call, show, starts


@pytest.mark.parametrize(
    ("rule_id", "dice"),
    [
        ("cocked-die", -1),
        ("exposed-dice", -1),
        ("out-of-turn", -1),
        ("taking-back", -1),
        ("leaving", -5),
        ("cheating", -1),
    ],
)
def test_the_ruling_that_is_suggested_stands(rule_id: str, dice: int) -> None:
    fields, reason = Sitting().suggested(rule_id)
    assert fields == {"dice": str(dice)}
    Sitting().play(starts(), {"move": "ruling", "seat": "Mia", "dice": dice, "reason": reason})


def test_settle_says_that_a_wrong_call_with_one_die_left_costs_that_one() -> None:
    assert "with one die left costs that one" in str(BOOK["settle"].says)
    lost = {"move": "ruling", "seat": "Mia", "dice": -4, "reason": "one die left"}
    shows = [show("Mia", "2"), show("Ann", "22222"), show("Tom", "22222")]
    sitting = Sitting().play(starts(), lost, bid("Ann", 3, 2), call("Mia"), *shows)
    assert sitting.report["holdings"] == {"Ann": 5, "Tom": 5, "Mia": 0}


def test_call_says_that_of_two_at_once_the_app_s_order_decides() -> None:
    assert "the first to reach the app counts" in str(BOOK["call"].says)
    assert "settle" in BOOK["call"].see
    assert "call" in BOOK["settle"].see


def test_next_opening_says_that_all_roll_anew_and_hidden_dice_that_they_are_kept_from_other_eyes() -> None:
    assert "everybody rolls again" in str(BOOK["next-opening"].says)
    assert "from other eyes" in str(BOOK["hidden-dice"].says)


def test_bid_says_that_the_faces_are_our_reading() -> None:
    assert ["place of the 1" in str(reading.says) for reading in BOOK["bid"].readings if reading.default] == [True]
