"""A table is deleted for good, by its host or by its age: nothing of it is left, and everybody is told."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime, timedelta
from typing import Any

import pytest

from companion.live.bus import UNKNOWN, SilentBus, Stamp
from companion.service import deletion, membership, rematches
from companion.service.deletion import Sweep
from companion.service.service import TableService
from companion.tables.errors import NoSuchTable, Unavailable
from tests.databases import BOTH, MakeTables
from tests.listening import listener_of
from tests.service.clock import BEGAN, Clock
from tests.service.following import in_memory
from tests.service.house import House, an_evening, header, take
from tests.storage.raw import everything

pytestmark = BOTH


def test_nothing_of_it_is_left(tables: TableService, url: str) -> None:
    other = House(tables)
    other.play_all(take("Chris"))
    before = everything(url)
    house = an_evening(tables)
    deletion.delete(tables, house.host)
    assert everything(url) == before
    with pytest.raises(NoSuchTable):
        tables.get(house.code)
    assert membership.actor_anywhere(tables, house.opened.host_key) is None
    assert tables.get(other.code).version == 1
    assert other.play(take("Chris"))


def test_nothing_of_it_stays_in_memory(tables: TableService) -> None:
    other, house = House(tables), an_evening(tables)
    for one in (house, other):
        assert tables.entries(one.code) is not None
    deletion.delete(tables, house.host)
    assert in_memory(tables) == [other.code] * 2


def test_nothing_stays_in_memory_if_somebody_was_reading_its_ledger(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.play_all(take("Chris"))
    read = house.tables.ledger.read

    def read_and_deleted(*asked: int) -> Any:
        found = read(*asked)
        deletion.delete(house.tables, house.host)
        return found

    monkeypatch.setattr(house.tables.ledger, "read", read_and_deleted)
    assert len(house.tables.entries(house.code)) == 1
    assert in_memory(house.tables) == []


def test_its_subscribers_are_told(house: House) -> None:
    with listener_of(house.tables.pubsub, house.code) as listener:
        deletion.delete(house.tables, house.host)
        assert listener.wait(0)
        with pytest.raises(NoSuchTable):
            house.tables.get(house.code)


def test_the_table_before_it_may_have_another_rematch(tables: TableService) -> None:
    house = House(tables, on=header(rounds=1))
    house.play_out()
    first = rematches.open_next(tables, house.host)
    host = membership.actor(tables, first, rematches.follow(tables, house.host))
    assert host is not None
    with listener_of(tables.pubsub, house.code) as listener:
        deletion.delete(tables, host)
        assert listener.wait(0)
    assert house.now.next_code is None
    assert rematches.open_next(tables, house.host) not in (None, first)


def test_a_rematch_is_deleted_though_the_table_before_it_cannot_be_read(
    tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tables, on=header(rounds=1))
    house.play_out()
    first = rematches.open_next(tables, house.host)
    host = membership.actor(tables, first, rematches.follow(tables, house.host))
    assert host is not None
    read = tables.repository.read

    def unread(code: str) -> Any:
        if code == house.code:
            raise Unavailable
        return read(code)

    with monkeypatch.context() as broken:
        broken.setattr(tables.repository, "read", unread)
        broken.setattr(tables.cache.slot(house.code), "table", None)
        deletion.delete(tables, host)
    with pytest.raises(NoSuchTable):
        tables.get(first)
    assert house.now.next_code is None


def test_another_process_finds_it_gone(house: House, make_tables: MakeTables) -> None:
    there = make_tables(bus=SilentBus())
    there.get(house.code)
    deletion.delete(house.tables, house.host)
    assert there.follower._compare([house.code]) == {house.code: UNKNOWN}
    heard: list[Stamp] = []
    with closing(there.pubsub.subscribe(house.code, lambda: heard.append(UNKNOWN))):
        there.cache.slot(house.code).announce(UNKNOWN)
        there.follower._read(house.code)
        assert heard
    there.follower.refresh(house.code)
    with pytest.raises(NoSuchTable):
        there.get(house.code)


def test_a_tap_in_another_process_enters_nothing_and_no_id_is_given_twice(
    house: House, make_tables: MakeTables, url: str
) -> None:
    there = make_tables(bus=SilentBus())
    actor = membership.actor(there, house.code, house.opened.host_key)
    assert actor is not None
    deletion.delete(house.tables, house.host)
    after = House(house.tables)
    assert (after.now.table_id, after.host.key_id) > (actor.table_id, actor.key_id)
    before = everything(url)
    with pytest.raises(NoSuchTable):
        there.submit(house.code, [take("Chris")], actor=actor, seen=None, request=None)
    assert everything(url) == before


# By their age


def test_a_table_that_nobody_has_used_for_so_long_goes(timed: TableService, clock: Clock) -> None:
    old, played, joined = House(timed), House(timed), House(timed)
    clock.now = BEGAN + timedelta(days=9)
    played.play_all(take("Chris"))
    membership.new_seat_key(joined.tables, joined.host, "Mary")
    clock.now = BEGAN + timedelta(days=10)
    assert Sweep(timed).some(timedelta(days=11)) == ()
    assert Sweep(timed).some(timedelta(days=9)) == (old.code,)
    assert Sweep(timed).some(timedelta(days=9)) == ()
    assert played.now.version == 1
    assert joined.now.version == 0
    clock.now = BEGAN + timedelta(days=20)
    assert set(Sweep(timed).some(timedelta(days=9))) == {played.code, joined.code}


def test_a_sweep_takes_so_many_at_once(timed: TableService, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletion, "AT_ONCE", 2)
    houses = [House(timed) for _ in range(3)]
    clock.now = BEGAN + timedelta(days=10)
    assert len(Sweep(timed).some(timedelta(days=1))) == 2
    assert len(Sweep(timed).some(timedelta(days=1))) == 1
    assert all(timed.repository.stamp(house.code) is None for house in houses)


def test_who_plays_on_in_the_last_moment_is_not_swept_away(
    timed: TableService, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(timed)
    clock.now = BEGAN + timedelta(days=10)
    found = timed.repository.idle_since

    def then_a_tap(moment: datetime, most: int) -> Any:
        idle = found(moment, most)
        house.play_all(take("Chris"))
        return idle

    monkeypatch.setattr(timed.repository, "idle_since", then_a_tap)
    assert Sweep(timed).some(timedelta(days=1)) == ()
    assert house.now.version == 1
