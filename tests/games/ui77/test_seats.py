"""Who comes and who goes: late-joiner, leaver, moved-seats, seat-name, number-of-players."""

from __future__ import annotations

import pytest

from tests.games.comings import join, leave, rename, reseat
from tests.games.ui77.sitting import Sitting, count, cut, discard, face_up, limit, points, trick


def hand(sitting: Sitting, winner: str, slough: int = 0) -> Sitting:
    """A whole hand: nobody throws, and one seat takes nine tricks; the others play all their cards."""
    order = sitting.order
    sitting.play(face_up(), *map(discard, order), *[trick(winner)] * 9)
    return sitting.play(*[count(name, slough) for name in order if sitting.report["holdings"][name]["cards"]])


def test_late_joiner_and_leaver_between_two_hands() -> None:
    sitting = hand(Sitting(), "Ann")
    assert sitting.report["totals"] == {"Ann": 9, "Bob": 4, "Cat": 4}
    sitting.play(join("Eve", "Ann"), leave("Cat"))
    report = sitting.report
    assert report["totals"] == {"Ann": 9, "Eve": 9, "Bob": 4}
    assert (report["starts"], report["left"]) == ({"Eve": 9}, {"Cat": 4})
    assert report["rounds"] == [{"Ann": 9, "Bob": 4, "Cat": 4}]
    sitting.play(face_up())
    assert sitting.refused(leave("Eve")) == ("leaver", "Hand 2 has begun. Seats can change once it has been scored.")


def test_the_limit_waits_until_all_who_sit_there_have_dealt() -> None:
    sitting = hand(hand(Sitting(2), "Ann"), "Ann")
    assert sitting.report["phase"] == "limit"
    sitting.play(join("Eve", "Bob"))
    assert sitting.report["phase"] == "face-up"
    while sitting.report["phase"] != "limit":
        hand(sitting, "Ann")
    assert len(sitting.report["rounds"]) <= 5
    assert "Eve" in sitting.book.state.dealt


def test_leaver_who_alone_had_yet_to_deal_brings_the_limit() -> None:
    sitting = hand(hand(Sitting(), "Ann"), "Ann")
    assert sitting.report["phase"] == "face-up"
    waiting = sitting.book.state.hand.dealer
    assert sitting.play(leave(waiting)).report["phase"] == "limit"


def test_late_joiner_does_not_end_the_game() -> None:
    sitting = hand(hand(Sitting(2), "Ann"), "Bob").play(limit(22))
    assert sitting.refused(join("Eve", points=23)) == ("late-joiner", "23 is above the limit of 22.")
    sitting.play(join("Eve", points=22))
    assert not sitting.report["over"]
    assert sitting.report["totals"]["Eve"] == 22


def test_late_joiner_who_left_above_a_limit_that_came_later_does_not_come_back_by_that_name() -> None:
    sitting = hand(hand(hand(Sitting(), "Ann"), "Ann"), "Ann")
    assert sitting.report["totals"] == {"Ann": 27, "Bob": 12, "Cat": 12}
    sitting.play(leave("Ann"), limit(22))
    said = (
        "Ann left with 27, which is above the limit of 22: coming back would end the game. "
        "By another name they can begin like anybody new."
    )
    assert sitting.refused(join("Ann")) == ("late-joiner", said)
    sitting.play(join("Anna"))
    assert sitting.report["totals"] == {"Bob": 12, "Cat": 12, "Anna": 12}
    assert sitting.report["left"] == {"Ann": 27}
    assert not sitting.report["over"]


def test_who_left_with_exactly_the_limit_comes_back() -> None:
    sitting = hand(hand(hand(Sitting(), "Ann"), "Ann").play(*[cut("Ann")] * 6), "Ann")
    sitting.play(leave("Ann"), limit(33), join("Ann"))
    assert sitting.report["totals"]["Ann"] == 33
    assert not sitting.report["over"]


def test_cuts_and_rulings_before_the_deal_go_with_their_seats() -> None:
    sitting = Sitting().play(cut("Bob"), reseat("Cat", "Bob", "Ann"), join("Eve", "Cat"), leave("Ann"))
    assert sitting.book.seats == ("Cat", "Eve", "Bob")
    assert sitting.book.state.hand.cuts == {"Bob": 1}


def test_moved_seats_keep_the_dealer() -> None:
    sitting = Sitting(dealer="Ann").play(reseat("Cat", "Bob", "Ann"))
    assert sitting.book.state.hand.dealer == "Ann"


def test_seat_name_changes_in_the_middle_of_a_hand() -> None:
    sitting = Sitting().play(face_up(), discard("Ann"), rename("Bob", "Rob"), discard("Rob", 1), points("Rob", 2))
    assert sitting.report["holdings"]["Rob"]["cards"] == 8


@pytest.mark.parametrize(("seats", "move"), [(2, leave("Ann")), (5, join("Zed"))])
def test_number_of_players(seats: int, move: dict[str, object]) -> None:
    assert Sitting(seats).refused(move)[0] == "number-of-players"
