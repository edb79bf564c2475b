"""Who comes and who goes: late-joiner, leaver, moved-seats, seat-name, number-of-players."""

from __future__ import annotations

import pytest

from tests.games.comings import join, leave, rename, reseat
from tests.games.fluff.sitting import Sitting, bid, call, count, roll


def test_late_joiner_gets_as_many_dice_as_the_fewest_in_the_game() -> None:
    sitting = Sitting(4, sets=2).started().holding(Ann=4, Tom=2, Mia=0)
    sitting.play(join("Eve", "Ann"), join("Max", dice=5))
    assert sitting.report["holdings"] == {"Ann": 4, "Eve": 2, "Tom": 2, "Mia": 0, "Ben": 5, "Max": 5}
    assert sitting.book.state.out == ("Mia",)
    sitting.play(bid("Ann", 1, 2), bid("Eve", 2, 2), bid("Tom", 3, 2), bid("Ben", 4, 2))


def test_late_joiner_waits_for_the_round_and_rolls_in_the_first_roll() -> None:
    sitting = Sitting().play(roll(Ann=1, Tom=1, Mia=0), join("Eve"))
    assert sitting.book.state.tied == ()
    sitting.play(roll(Ann=1, Tom=0, Mia=0, Eve=3), bid("Eve", 1, 2))
    said = "The round has begun. Seats can change before the next round\u2019s first bid."
    assert sitting.refused(leave("Tom")) == ("leaver", said)
    sitting.play(call("Ann"))
    assert sitting.refused(leave("Tom"))[0] == "leaver"


def test_the_ledger_says_how_many_dice() -> None:
    sitting = Sitting().started().holding(Tom=1)
    assert sitting.told(join("Eve")) == "Eve joined the table, with 1 die"
    assert sitting.told(join("Eve", dice=3)) == "Eve joined the table, with 3 dice"


def test_leaver_takes_the_dice_along_and_the_next_to_the_left_opens() -> None:
    sitting = Sitting(4).started("Tom").holding(Mia=0).play(leave("Tom"))
    assert sitting.report["holdings"] == {"Ann": 5, "Mia": 0, "Ben": 5}
    assert sitting.book.state.out == ("Mia",)
    sitting.play(bid("Ben", 1, 2))


def test_leaver_who_was_out_and_the_last_one_with_dice() -> None:
    sitting = Sitting().started().holding(Mia=0).play(leave("Tom"))
    assert sitting.report["winners"] == ["Ann"]


def test_who_comes_back_gets_dice_like_anybody() -> None:
    sitting = Sitting().started().holding(Ann=2).play(leave("Tom"), join("Tom", "Ann"))
    assert sitting.report["holdings"] == {"Ann": 2, "Tom": 2, "Mia": 5}


def test_moved_seats_keep_dice_and_the_opening() -> None:
    sitting = Sitting().started("Tom").holding(Ann=2).play(reseat("Tom", "Ann", "Mia"))
    assert sitting.report["holdings"] == {"Tom": 5, "Ann": 2, "Mia": 5}
    sitting.play(bid("Tom", 1, 2), bid("Ann", 2, 2))


def test_seat_name_changes_while_all_show() -> None:
    sitting = Sitting().started().play(bid("Ann", 9, 6), call("Tom"), rename("Ann", "Anna"), count("Anna", 0))
    sitting.play(count("Tom", 0), count("Mia", 0))
    assert sitting.report["holdings"]["Anna"] == 4


@pytest.mark.parametrize(
    ("seats", "move", "because"),
    [
        (2, leave("Ann"), "1 at the table would be outside 2 to 4 players."),
        (4, join("Zed"), "5 at the table would be outside 2 to 4 players."),
    ],
)
def test_number_of_players_is_what_the_sets_have_dice_for(seats: int, move: dict[str, object], because: str) -> None:
    assert Sitting(seats).refused(move) == ("number-of-players", because)
    assert len(Sitting(4, sets=2).play(join("Zed")).book.seats) == 5
