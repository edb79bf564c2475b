"""A process that follows reads what is new at many tables in few queries, and none of them holds up another."""

from __future__ import annotations

import asyncio
import contextlib
import threading

import pytest
from sqlalchemy import event

from companion.service import follower
from companion.service.service import TableService
from tests.databases import MakeTables
from tests.listening import listener_of
from tests.live.hearing import LONGEST, Faulty, in_loop, run, started, until
from tests.service.following import listening, shown
from tests.service.house import UNDO, House, report, take


def test_a_table_that_is_listened_to_and_not_in_memory_is_told_of(make_tables: MakeTables) -> None:
    here, bus = make_tables(), Faulty()
    there = make_tables(bus=bus)

    async def told() -> None:
        house = House(here)
        async with started(there):
            with listener_of(there.pubsub, house.code) as listener:
                bus.heard(house.code, (1, 0))
                assert listener.wait(0)
                bus.heard(house.code, (1, 0))
                assert not listener.wait(0)
            bus.heard(house.code, (2, 0))
            assert len(there.cache) == 0

    in_loop(told)


def test_news_while_a_table_is_read_are_not_forgotten(make_tables: MakeTables, monkeypatch: pytest.MonkeyPatch) -> None:
    here, bus = make_tables(), Faulty()
    there = make_tables(bus=bus)

    async def at_the_same_time() -> None:
        house = House(here)
        read = there.ledger.read

        def slow(*arguments: int) -> object:
            entries = read(*arguments)
            house.play(take("Chris"))  # another process, a moment after we have read
            bus.heard(house.code, (1, 0))
            monkeypatch.setattr(there.ledger, "read", read)
            return entries

        monkeypatch.setattr(there.ledger, "read", slow)
        async with started(there):
            assert there.find(house.code).version == 0
            assert there.find(house.code).version == 1

    in_loop(at_the_same_time)


def read_by(tables: TableService) -> list[str]:
    """What this process asks its database from now on."""
    asked: list[str] = []
    event.listen(tables.database.engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
    return asked


def test_what_is_new_at_many_tables_is_read_in_few_queries(make_tables: MakeTables) -> None:
    here, bus = make_tables(), Faulty()
    there = make_tables(bus=bus)

    async def many() -> None:
        houses = [House(here) for _ in range(20)]
        async with started(there):
            with contextlib.ExitStack() as stack:
                nows = [stack.enter_context(listening(there, house.code)) for house in houses]
                asked = read_by(there)
                for number, house in enumerate(houses):
                    for version in range(1, 2 + number % 7):
                        house.play(take("Chris") if version % 2 else UNDO, request=f"tap {version}")
                        bus.heard(house.code, (version, 0))
                for number, now in enumerate(nows):
                    await until(shown(now, 1 + number % 7))
                assert len([one for one in asked if "FROM entries" in one]) == 2  # 74 entries, 64 in a query
                for house in houses:
                    assert report(there, house.code) == report(here, house.code)
                    told = [tables.cache.slot(house.code).table for tables in (here, there)]
                    assert told[0] is not None
                    assert told[1] is not None
                    assert told[0].requests == told[1].requests

    in_loop(many)


def test_what_is_more_than_a_few_entries_is_read_by_itself(make_tables: MakeTables) -> None:
    here, bus = make_tables(), Faulty()
    there = make_tables(bus=bus)

    async def more() -> None:
        long, sat, gone, plain = (House(here) for _ in range(4))
        async with started(there):
            with contextlib.ExitStack() as stack:
                nows = [stack.enter_context(listening(there, house.code)) for house in (long, sat, plain)]
                stack.enter_context(listener_of(there.pubsub, gone.code))
                for _ in range(follower.FEW):
                    long.play(take("Chris"), UNDO)
                here.membership.give_scorekeeper(sat.host, "Mary", True)
                plain.play(take("Chris"))
                bus.heard(long.code, long.now.stamp)
                bus.heard(sat.code, sat.now.stamp)
                bus.heard(plain.code, plain.now.stamp)
                there.follower._due.add(gone.code)  # it was in memory when it was told of
                for now, house in zip(nows, (long, sat, plain), strict=True):
                    await until(shown(now, *house.now.stamp))

    in_loop(more)


def test_a_table_at_which_somebody_works_holds_up_no_other(make_tables: MakeTables) -> None:
    here, bus = make_tables(), Faulty()
    there = make_tables(bus=bus)

    async def work() -> None:
        busy, other = House(here), House(here)
        async with started(there):
            with listening(there, busy.code) as at_busy, listening(there, other.code) as at_other:
                begun, done_with = threading.Event(), threading.Event()

                def hold() -> None:
                    with there.cache.slot(busy.code).lock:
                        begun.set()
                        done_with.wait(LONGEST)

                holding = asyncio.ensure_future(run(hold))
                await run(begun.wait)
                for house in (busy, other):
                    house.play(take("Chris"))
                    bus.heard(house.code, (1, 0))
                await until(shown(at_other, 1))
                assert at_busy().version == 0
                done_with.set()
                await until(shown(at_busy, 1))
                await holding

    in_loop(work)


def test_entries_that_are_not_the_next_are_not_put_in(make_tables: MakeTables) -> None:
    here, there = make_tables(), make_tables(bus=Faulty())
    house = House(here)
    there.find(house.code)
    for _ in range(2):
        house.play(take("Chris"), UNDO)
    entries = here.ledger.read(house.now.table_id)
    place = there.cache.slot(house.code)
    assert not there.cache.extend(place, entries[1:])
    assert there.cache.extend(place, entries[:2])
    assert not there.cache.extend(place, entries[:2])
    assert there.cache.extend(place, entries)
    assert there.known(house.code).version == 4
    place.table = None
    assert not there.cache.extend(place, entries)
    assert there.known(house.code).version == 4
