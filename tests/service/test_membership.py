"""Keys and rights at a table: what opens it, and who may hand it on."""

from __future__ import annotations

import pytest

from companion.service import membership
from companion.service.service import TableService
from companion.storage import circle_writer
from companion.tables.answers import Played
from companion.tables.errors import (
    SeatTaken,
)
from companion.tables.keys_and_codes import new_key
from companion.tables.snapshot import Actor
from tests.databases import MakeTables
from tests.service.house import House, joined, take

NAMES = ("Chris", "Mary", "Katie")


def test_a_new_table(bare: House) -> None:
    here = bare.now
    assert (here.version, here.touched, here.stamp, here.next_code) == (0, 0, (0, 0), None)
    assert [(seat.name, seat.scorekeeper, seat.joined) for seat in here.seats] == [(n, False, False) for n in NAMES]
    assert bare.opened.seat_keys == {}
    assert bare.host == Actor(here.table_id, here.code, bare.host.key_id, None, True, False, "Host's phone")
    assert (bare.host.seat, bare.host.keeper) == (None, True)
    assert bare.opened.host_key not in repr(bare.opened)


def test_a_code_that_is_taken_is_not_given_out_again(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["K7QF2M9X", "K7QF2M9X", "22222222"])
    monkeypatch.setattr(circle_writer, "new_code", lambda: next(codes))
    assert [House(tables).code, House(tables).code] == ["K7QF2M9X", "22222222"]


def test_wrong_keys_open_nothing(bare: House) -> None:
    elsewhere = House(bare.tables)
    for key in (new_key(), "", "\ud800", "x" * 100_000, elsewhere.opened.host_key):
        assert bare.who(key) is None
    assert membership.actor(bare.tables, "22222222", bare.opened.host_key) is None
    assert membership.actor_anywhere(bare.tables, new_key()) is None
    assert membership.actor_anywhere(bare.tables, elsewhere.opened.host_key) == elsewhere.host


def test_a_link_is_for_one_phone(bare: House, make_tables: MakeTables) -> None:
    here, there = bare.tables, make_tables()
    former = membership.take_seat(here, bare.code, "Mary", "Mary's iPhone")
    link, own, late = membership.new_seat_key(here, bare.host, "Mary"), new_key(), new_key()
    assert membership.actor_anywhere(there, link) is not None  # known there, too
    membership.use_link(here, bare.code, link, own, "Mary's other phone")
    mary = membership.actor(here, bare.code, own)
    assert mary is not None
    assert (mary.seat, mary.label) == ("Mary", "Mary's other phone")
    assert membership.actor(here, bare.code, former) is membership.actor_anywhere(here, link) is None
    membership.use_link(there, bare.code, link, late, "a second phone")
    assert membership.actor(there, bare.code, late) is None


@pytest.mark.parametrize("shown", [False, True], ids=["printed", "used by the program"])
@pytest.mark.parametrize("name", ["Mary", None])
def test_a_link_that_a_program_has_made_is_for_one_phone(
    house: House, make_tables: MakeTables, name: str | None, shown: bool
) -> None:
    here, there = house.tables, make_tables()
    link, own, late = house.opened.seat_keys.get(name or "", house.opened.host_key), new_key(), new_key()
    if shown:
        assert membership.actor(here, house.code, link) is not None
    assert membership.actor_anywhere(there, link) is not None  # known there, too
    membership.use_link(here, house.code, link, own, "a phone")
    phone = membership.actor(here, house.code, own)
    assert phone is not None
    assert (phone.seat, phone.host, phone.label) == (name, name is None, "a phone")
    assert membership.actor(here, house.code, link) is membership.actor_anywhere(here, link) is None
    membership.use_link(there, house.code, link, late, "a second phone")
    assert membership.actor(there, house.code, late) is None
    assert membership.actor(there, house.code, own) == phone


def test_a_phone_that_was_swapped_gets_its_seat_back(bare: House) -> None:
    old = membership.take_seat(bare.tables, bare.code, "Mary", "Mary's iPhone")
    unused = membership.new_seat_key(bare.tables, bare.host, "Mary")
    new = membership.new_seat_key(bare.tables, bare.host, "Mary")
    assert membership.actor_anywhere(bare.tables, new) is not None  # a look does not use it up
    assert bare.who(old) is not None
    mary = membership.actor(bare.tables, bare.code, new, label="Mary's other phone")
    assert mary is not None
    assert (mary.seat, mary.label) == ("Mary", "Mary's other phone")
    assert bare.who(old) is None
    assert bare.who(unused) is None
    assert membership.actor_anywhere(bare.tables, old) is None
    assert membership.actor(bare.tables, bare.code, new, label="not again") == mary
    assert bare.host == bare.actor(bare.opened.host_key)
    assert joined(bare) == ["Mary"]


def test_a_seats_key_takes_its_seat_when_it_is_first_shown(house: House) -> None:
    assert joined(house) == []
    katie = house.seat("Katie")
    assert joined(house) == ["Katie"]
    assert house.now.stamp == (0, 1)
    assert house.seat("Katie") == katie
    assert house.now.stamp == (0, 1)
    with pytest.raises(SeatTaken):
        membership.take_seat(house.tables, house.code, "Katie", "")


def test_keys_outlive_the_server(bare: House, make_tables: MakeTables) -> None:
    key = membership.take_seat(bare.tables, bare.code, "Mary", "Mary's iPhone")
    again = make_tables()
    assert membership.actor(again, bare.code, key) == bare.actor(key)
    assert membership.actor(again, bare.code, bare.opened.host_key) == bare.host


def test_the_host_gives_and_takes_the_right_to_keep_score(house: House) -> None:
    for on in (True, True, False):
        membership.give_scorekeeper(house.tables, house.host, "Mary", on)
        assert house.seat("Mary").scorekeeper is on
        assert not house.seat("Chris").scorekeeper


def test_a_host_who_hands_over_its_seat_stays_host(bare: House) -> None:
    membership.sit(bare.tables, bare.host, "Mary")
    mary = bare.actor(membership.new_seat_key(bare.tables, bare.host, "Mary"))
    assert (mary.seat, mary.host) == ("Mary", False)
    assert bare.actor(bare.opened.host_key) == bare.host
    assert joined(bare) == ["Mary"]


def test_a_change_keeps_the_book(bare: House) -> None:
    bare.play(take("Chris"), request="tap")
    book = bare.now.book
    membership.take_seat(bare.tables, bare.code, "Mary", "")
    assert bare.now.book is book
    again = bare.play(take("Chris"), request="tap")
    assert isinstance(again, Played)
    assert again.version == 1


def test_the_stamp_rises_with_what_changes_and_with_nothing_else(house: House) -> None:
    before = house.now.touched
    membership.new_recovery(house.tables, house.host)
    membership.give_scorekeeper(house.tables, house.host, "Mary", False)
    assert house.now.touched == before
    membership.new_seat_key(house.tables, house.host, "Mary")
    assert house.now.touched == before + 1
    membership.give_scorekeeper(house.tables, house.host, "Mary", True)
    assert house.now.touched == before + 2
