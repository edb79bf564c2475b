"""An undo on a page takes back a tap: all that the latest one entered, as far as this phone may take it back."""

from __future__ import annotations

import pytest

from companion.tables.policy import undo_count
from companion.tables.snapshot import Snapshot
from tests.databases import MakeTables
from tests.service.house import UNDO, House, done, take, trick

TURN_IN = {"move": "turn_in", "seat": "Mary", "color": "red"}


@pytest.fixture
def played(house: House) -> House:
    """Mary holds red, and nothing has been entered by a tap that has a name."""
    house.play_all(done("Chris"), take("Mary"), done("Mary"), done("Katie"))
    return house


def test_a_tap_of_two_moves_is_taken_back_as_one(played: House) -> None:
    assert undo_count(played.host, played.now) == 1  # entries without a request's name stand alone
    played.play(trick("Mary", "red", "red"), TURN_IN, request="tap")
    assert undo_count(played.host, played.now) == 2
    played.play(UNDO, UNDO, request="undo")
    assert undo_count(played.host, played.now) == 1
    played.play(trick("Mary", "red", "red"), request="one")
    played.play(TURN_IN, request="two")
    assert undo_count(played.host, played.now) == 1


def test_nothing_can_be_taken_back_of_an_empty_book(house: House) -> None:
    assert undo_count(house.host, house.now) == 0


def test_a_seat_takes_back_of_another_s_tap_what_is_its_own(played: House) -> None:
    played.play(trick("Mary", "red", "red"), TURN_IN, request="the host's")
    assert undo_count(played.seat("Mary"), played.now) == 1
    assert undo_count(played.seat("Chris"), played.now) == 0
    played.play(UNDO, UNDO)
    played.play(trick("Mary", "red", "red"), TURN_IN, actor=played.seat("Mary"), request="her own")
    assert undo_count(played.seat("Mary"), played.now) == 2


def test_what_one_tap_entered_is_known_from_the_ledger_too(make_tables: MakeTables) -> None:
    first = House(make_tables())
    first.play(take("Chris"), take("Chris"), request="tap")
    again: Snapshot = make_tables().find(first.code)
    assert undo_count(first.host, again) == undo_count(first.host, first.now) == 2
