"""Who comes and who goes: late-joiner, leaver, moved-seats, seat-name, number-of-players."""

from __future__ import annotations

import pytest

from companion.games.ruling import Rejected
from tests.games.comings import join, leave, rename, reseat
from tests.games.oh_hell.sitting import bid, hand, header, played, points, trick, turn_up

FIRST = hand({"Ann": 0, "Bob": 1, "Cat": 0}, "Bob")


def test_late_joiner_begins_level_with_who_is_last_and_a_leaver_keeps_the_points() -> None:
    report = played(header(), *FIRST, points("Ann", -20), join("Eve", "Ann"), leave("Bob")).report()
    assert report.totals == {"Ann": 10, "Eve": 10, "Cat": 10}
    assert (report.starts, report.left) == ({"Eve": 10}, {"Bob": 11})
    assert report.rounds == ({"Ann": 10, "Bob": 11, "Cat": 10},)


def test_who_comes_back_has_the_own_points() -> None:
    two = hand({"Ann": 0, "Bob": 0, "Cat": 1, "Dan": 0}, "Cat")
    book = played(header(4), *two, leave("Dan"), join("Dan"))
    assert book.report().totals == {"Ann": 10, "Bob": 10, "Cat": 11, "Dan": 10}
    assert not book.report().left


def test_hands_are_as_many_as_before_and_as_large_as_the_deck_allows() -> None:
    state = played(header(5), join("Fay"), join("Gus")).state
    assert len(state.sizes) == 19
    assert max(state.sizes) == 7


def test_leaver_hands_the_deal_to_the_left_and_moved_seats_keep_it() -> None:
    assert played(header(4), leave("Dan")).state.dealer == "Ann"
    assert played(header(), reseat("Cat", "Bob", "Ann")).state.dealer == "Cat"


def test_seat_name_changes_in_the_middle_of_a_hand() -> None:
    two = [turn_up(), bid("Bob", 0), bid("Cat", 1), rename("Ann", "Anna"), bid("Anna", 0)]
    book = played(header(), *FIRST, *two, trick("Anna"), rename("Anna", "Anne"), trick("Cat"))
    assert book.report().rounds == ({"Anne": 10, "Bob": 11, "Cat": 10}, {"Anne": 0, "Bob": 10, "Cat": 11})


@pytest.mark.parametrize(("seats", "move"), [(3, leave("Ann")), (7, join("Zed"))])
def test_number_of_players(seats: int, move: dict[str, object]) -> None:
    ruling = played(header(seats)).play(move)
    assert isinstance(ruling, Rejected)
    assert ruling.rule.id == "number-of-players"
