"""An undo on a page takes back the whole latest tap, as far as this phone may undo it."""

from __future__ import annotations

import pytest

from companion.tables.policy import undo_counts
from companion.tables.snapshot import Actor, Snapshot
from tests.databases import MakeTables
from tests.service.house import UNDO, House, done, take, trick

TURN_IN = {"move": "turn_in", "seat": "Mary", "color": "red"}


def undo_count(actor: Actor, snapshot: Snapshot) -> int:
    """Return how many moves this phone's next undo takes back."""
    keeper, own = undo_counts(snapshot)
    return keeper if actor.keeper else own.get(snapshot.people.person(actor.seat) or 0, 0)


@pytest.fixture
def played(house: House) -> House:
    """Mary holds red. No entry came with a named request."""
    house.play_all(done("Chris"), take("Mary"), done("Mary"), done("Katie"))
    return house


def test_a_tap_of_two_moves_is_undone_as_one(played: House) -> None:
    assert undo_count(played.host, played.now) == 1  # an entry without a request's name counts as a tap of its own
    played.play(trick("Mary", "red", "red"), TURN_IN, request="tap")
    assert undo_count(played.host, played.now) == 2
    played.play(UNDO, UNDO, request="undo")
    assert undo_count(played.host, played.now) == 1
    played.play(trick("Mary", "red", "red"), request="one")
    played.play(TURN_IN, request="two")
    assert undo_count(played.host, played.now) == 1


def test_an_empty_book_has_nothing_to_undo(house: House) -> None:
    assert undo_count(house.host, house.now) == 0


def test_a_seat_undoes_only_its_own_moves_of_another_phones_tap(played: House) -> None:
    played.play(trick("Mary", "red", "red"), TURN_IN, request="the host's")
    assert undo_count(played.seat("Mary"), played.now) == 1
    assert undo_count(played.seat("Chris"), played.now) == 0
    played.play(UNDO, UNDO)
    played.play(trick("Mary", "red", "red"), TURN_IN, actor=played.seat("Mary"), request="her own")
    assert undo_count(played.seat("Mary"), played.now) == 2


def test_the_moves_of_a_tap_are_known_after_reading_the_ledger(make_tables: MakeTables) -> None:
    first = House(make_tables())
    first.play(take("Chris"), take("Chris"), request="tap")
    again: Snapshot = make_tables().get(first.code)
    assert undo_count(first.host, again) == undo_count(first.host, first.now) == 2
