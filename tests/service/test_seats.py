"""Seats at a table: who takes which, among phones and among processes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from companion.games.transcript import read_header
from companion.live.bus import SilentBus
from companion.service import membership
from companion.service.service import TableService, build_service
from companion.tables.answers import Played
from companion.tables.errors import (
    NoSuchSeat,
    NoSuchTable,
    SeatTaken,
    WrongRecovery,
)
from companion.tables.keys_and_codes import new_key
from tests.databases import BOTH, MakeTables
from tests.games.comings import join, leave
from tests.listening import listener_of
from tests.service.house import UNDO, House, header, joined, report, take


def test_a_second_tap_finds_the_seat_that_the_first_one_took(bare: House) -> None:
    own = new_key()
    assert [membership.take_seat(bare.tables, bare.code, "Mary", "phone", own) for _ in range(2)] == [own, own]
    assert bare.actor(own).seat == "Mary"
    with pytest.raises(SeatTaken):
        membership.take_seat(bare.tables, bare.code, "Mary", "another phone", new_key())


def test_a_phone_that_takes_another_seat_leaves_the_one_it_has(bare: House) -> None:
    own = new_key()
    membership.take_seat(bare.tables, bare.code, "Mary", "phone", own)
    membership.give_scorekeeper(bare.tables, bare.host, "Mary", True)
    recovery = membership.new_recovery(bare.tables, bare.actor(own))
    assert membership.take_seat(bare.tables, bare.code, "Katie", "phone", own) == own
    with pytest.raises(WrongRecovery):
        membership.recover(bare.tables, bare.code, recovery, None, "phone")
    katie = bare.actor(own)
    assert (katie.seat, katie.keeper) == ("Katie", False)
    assert [
        (seat.name, seat.joined, seat.scorekeeper) for seat in bare.now.seats if seat.joined or seat.scorekeeper
    ] == [("Katie", True, False)]
    other = membership.take_seat(bare.tables, bare.code, "Mary", "another phone", new_key())
    with pytest.raises(SeatTaken):
        membership.take_seat(bare.tables, bare.code, "Mary", "phone", own)
    assert (bare.actor(own).seat, bare.actor(other).seat) == ("Katie", "Mary")


def test_the_seat_that_a_host_leaves_keeps_no_rights(bare: House) -> None:
    membership.sit(bare.tables, bare.host, "Mary")
    membership.give_scorekeeper(bare.tables, bare.host, "Mary", True)
    membership.sit(bare.tables, bare.actor(bare.opened.host_key), "Katie")
    assert not bare.actor(membership.take_seat(bare.tables, bare.code, "Mary", "a stranger's phone")).keeper


def test_a_phone_whose_seat_was_taken_out_leaves_it_when_it_takes_another(house: House) -> None:
    link = house.opened.seat_keys["Katie"]
    assert membership.actor(house.tables, house.code, link, label="Katie's phone") is not None
    house.play_all({"move": "join", "seat": "Dana", "after": "Katie"}, {"move": "leave", "seat": "Katie"})
    assert membership.take_seat(house.tables, house.code, "Mary", "phone", new_key(), link) == link
    house.play_all(UNDO)
    assert [seat.name for seat in house.now.seats if seat.joined] == ["Mary"]
    assert house.actor(link).seat == "Mary"


def test_a_key_is_found_at_its_seat_whichever_of_a_phone_s_keys_has_it(bare: House) -> None:
    first, second = new_key(), new_key()
    membership.take_seat(bare.tables, bare.code, "Mary", "phone", first)
    membership.take_seat(bare.tables, bare.code, "Katie", "phone", second)
    assert membership.take_seat(bare.tables, bare.code, "Katie", "phone", second, first) == second
    assert membership.take_seat(bare.tables, bare.code, "Mary", "phone", second, first) == first


def test_who_uses_a_link_has_the_place_of_that_link_alone(house: House) -> None:
    own, again = new_key(), new_key()
    mine = membership.take_seat(house.tables, house.code, "Chris", "phone", new_key())
    assert membership.use_link(house.tables, house.code, house.opened.seat_keys["Mary"], own, "phone", mine)
    assert membership.actor(house.tables, house.code, mine) is None
    assert [(seat.name, seat.joined) for seat in house.now.seats if seat.joined] == [("Mary", True)]
    assert membership.use_link(house.tables, house.code, house.opened.host_key, again, "phone", own)
    host = house.actor(again)
    assert (host.host, host.seat) == (True, "Mary")
    assert membership.has_used(house.tables, again) == house.code
    assert not membership.use_link(house.tables, house.code, house.opened.host_key, new_key(), "phone", None)
    katies, once_more = house.opened.seat_keys["Katie"], new_key()
    assert membership.use_link(
        house.tables, house.code, katies, once_more, "phone", again
    )  # a host's phone stays the host's
    host = house.actor(again)
    assert (host.host, host.seat, membership.actor(house.tables, house.code, once_more)) == (True, "Katie", None)
    assert [seat.name for seat in house.now.seats if seat.joined] == ["Katie"]


def test_a_host_that_uses_a_link_to_the_seat_it_plays_plays_on(bare: House) -> None:
    membership.sit(bare.tables, bare.host, "Mary")
    link = membership.new_seat_key(bare.tables, bare.host, "Mary")
    assert membership.use_link(bare.tables, bare.code, link, "own", "phone", bare.opened.host_key)
    host = bare.actor(bare.opened.host_key)
    assert (host.seat, host.host, joined(bare)) == ("Mary", True, ["Mary"])
    assert membership.actor(bare.tables, bare.code, link) is None
    with pytest.raises(SeatTaken):
        membership.take_seat(bare.tables, bare.code, "Mary", "another phone", new_key())


def test_a_host_whose_seat_is_out_leaves_it_when_it_sits_elsewhere(bare: House) -> None:
    membership.sit(bare.tables, bare.host, "Mary")
    bare.play_all(join("Dana"), leave("Mary"))
    membership.sit(bare.tables, bare.actor(bare.opened.host_key), "Katie")
    bare.play_all(UNDO)
    assert joined(bare) == ["Katie"]
    assert bare.actor(membership.take_seat(bare.tables, bare.code, "Mary", "phone")).seat == "Mary"


def test_a_tap_is_judged_by_the_seat_that_its_phone_has_by_now(tables: TableService, make_tables: MakeTables) -> None:
    house, elsewhere = House(tables, keys_for_seats=False), make_tables(bus=SilentBus())
    own = membership.take_seat(tables, house.code, "Mary", "phone", new_key())
    before = membership.actor(elsewhere, house.code, own)
    assert before is not None
    assert before.seat == "Mary"
    membership.take_seat(tables, house.code, "Chris", "phone", own)
    for there in (tables, elsewhere):
        late = there.submit(house.code, [take("Chris")], actor=before, seen=None, request=None)
        assert isinstance(late, Played)
        assert isinstance(there.submit(house.code, [UNDO], actor=before, seen=None, request=None), Played)


def test_taking_a_seat(bare: House) -> None:
    with listener_of(bare.tables.pubsub, bare.code) as listener:
        mary = bare.actor(membership.take_seat(bare.tables, bare.code, "Mary", "Mary's iPhone"))
        assert listener.wait(0)
    assert (mary.seat, mary.host, mary.scorekeeper, mary.keeper, mary.label) == (
        "Mary", False, False, False, "Mary's iPhone",
    )  # fmt: skip
    assert joined(bare) == ["Mary"]
    assert bare.now.stamp == (0, 1)


def test_a_seat_is_taken_once(bare: House) -> None:
    membership.take_seat(bare.tables, bare.code, "Mary", "")
    before = report(bare.tables, bare.code)
    with pytest.raises(SeatTaken, match="Mary already plays on another phone"):
        membership.take_seat(bare.tables, bare.code, "Mary", "")
    with pytest.raises(NoSuchSeat, match="Nobody at this table is called Cory"):
        membership.take_seat(bare.tables, bare.code, "Cory", "")
    with pytest.raises(NoSuchTable):
        membership.take_seat(bare.tables, "22222222", "Mary", "")
    assert report(bare.tables, bare.code) == before


def test_a_table_with_the_same_names_is_another_table(bare: House) -> None:
    elsewhere = House(bare.tables, keys_for_seats=False)
    key = membership.take_seat(bare.tables, bare.code, "Mary", "")
    membership.give_scorekeeper(bare.tables, bare.host, "Katie", True)
    again = report(build_service(bare.tables.database), elsewhere.code)
    assert [(seat.joined, seat.scorekeeper) for seat in again["seats"]] == [(False, False)] * 3
    membership.take_seat(elsewhere.tables, elsewhere.code, "Mary", "")
    assert elsewhere.actor(membership.new_seat_key(elsewhere.tables, elsewhere.host, "Mary")).seat == "Mary"
    assert bare.who(key) is not None


def test_the_hosts_phone_plays_a_seat_too(bare: House) -> None:
    membership.sit(bare.tables, bare.host, "Mary")
    host = bare.actor(bare.opened.host_key)
    assert (host.seat, host.host) == ("Mary", True)
    assert joined(bare) == ["Mary"]
    with pytest.raises(SeatTaken):
        membership.take_seat(bare.tables, bare.code, "Mary", "")
    stamp = bare.now.stamp
    membership.sit(bare.tables, bare.host, "Mary")  # again: nothing happens
    assert bare.now.stamp == stamp
    membership.sit(bare.tables, host, "Katie")
    assert joined(bare) == ["Katie"]
    membership.sit(bare.tables, host, None)
    assert joined(bare) == []
    assert bare.actor(bare.opened.host_key) == bare.host


def test_the_host_cannot_sit_on_anybody(bare: House) -> None:
    membership.take_seat(bare.tables, bare.code, "Mary", "")
    membership.sit(bare.tables, bare.host, "Katie")
    with pytest.raises(SeatTaken):
        membership.sit(bare.tables, bare.host, "Mary")
    with pytest.raises(NoSuchSeat):
        membership.sit(bare.tables, bare.host, "Cory")
    assert joined(bare) == ["Mary", "Katie"]


@BOTH
def test_two_processes_give_a_seat_once(tables: TableService, make_tables: MakeTables) -> None:
    other, ready = make_tables(), Barrier(2)
    houses = [House(tables, keys_for_seats=False) for _ in range(30)]
    for house in houses:
        assert other.get(house.code).stamp == house.now.stamp

    def take_all(mine: TableService) -> list[bool]:
        taken = []
        for house in houses:
            ready.wait(60)
            try:
                membership.take_seat(mine, house.code, "Mary", "phone")
            except SeatTaken:
                taken.append(False)
            else:
                taken.append(True)
        return taken

    with ThreadPoolExecutor(2) as pool:
        one, two = pool.map(take_all, (tables, other))
    assert all(first != second for first, second in zip(one, two, strict=True))


def test_two_processes_leave_a_host_that_moves_about_with_one_seat(
    tables: TableService, make_tables: MakeTables
) -> None:
    other, ready = make_tables(), Barrier(2)
    houses = [House(tables, keys_for_seats=False) for _ in range(30)]
    for house in houses:
        assert other.get(house.code).stamp == house.now.stamp

    def sit(mine: TableService, name: str) -> None:
        for house in houses:
            ready.wait(60)
            membership.sit(mine, house.host, name)

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(sit, tables, "Mary"), pool.submit(sit, other, "Katie")]:
            done.result(60)
    again = make_tables()
    for house in houses:
        actor = membership.actor(again, house.code, house.opened.host_key)
        assert actor is not None
        assert [seat.name for seat in again.get(house.code).seats if seat.joined] == [actor.seat]


@BOTH
@pytest.mark.parametrize(
    "name", ["Mary\0", "\0", "\ufdd0", "Mary\ufdd0\ufdd2", "\ufdd0\ufdd1\ufdd0", "\U0001f469\u200d\U0001f467"]
)
def test_a_name_is_any_text_in_any_database(tables: TableService, make_tables: MakeTables, name: str) -> None:
    names = ("Chris", name, f"{name}\ufdd2")
    on = read_header({"transcript": 1, "game": "sluff-off", "seats": list(names)})
    house = House(tables, on=on, keys_for_seats=False)
    key = membership.take_seat(tables, house.code, name, "phone")
    house.play_all(take("Chris"), {"move": "done", "seat": "Chris"})
    assert isinstance(house.play(take(name), actor=house.actor(key)), Played)
    again = make_tables()
    here = again.get(house.code)
    assert tuple(seat.name for seat in here.seats) == names
    assert [seat.joined for seat in here.seats] == [False, True, False]
    assert again.entries(house.code)[-1].by == name
    actor = membership.actor(again, house.code, key)
    assert actor is not None
    assert actor.seat == name


def test_the_host_who_says_which_seat_is_its_own_plays_it(make_tables: MakeTables) -> None:
    tables = make_tables()
    opened = tables.open(header(), keys_for_seats=False, label="phone", host_seat="Mary")
    actor = membership.actor(tables, opened.code, opened.host_key)
    assert actor is not None
    assert (actor.host, actor.seat) == (True, "Mary")
    assert [seat.name for seat in tables.get(opened.code).seats if seat.joined and seat.phone] == ["Mary"]
