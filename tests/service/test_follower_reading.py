"""A process that follows reads what is new at a table at once, and no table holds up another."""

from __future__ import annotations

import asyncio
import threading

import pytest
from sqlalchemy import event

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
            assert there.get(house.code).version == 0
            assert there.get(house.code).version == 1

    in_loop(at_the_same_time)


def test_all_that_came_while_a_table_was_read_is_read_at_once(make_tables: MakeTables) -> None:
    here, bus = make_tables(), Faulty()
    there = make_tables(bus=bus)

    async def many() -> None:
        house = House(here)
        async with started(there):
            with listening(there, house.code) as now:
                asked: list[str] = []
                event.listen(there.database.engine, "before_cursor_execute", lambda *args: asked.append(args[2]))
                for version in range(1, 9):
                    house.play(take("Chris") if version % 2 else UNDO, request=f"tap {version}")
                    bus.heard(house.code, (version, 0))
                await until(shown(now, 8))
                assert len([one for one in asked if "FROM entries" in one]) < 8
                assert report(there, house.code) == report(here, house.code)
                told = [tables.cache.slot(house.code).table for tables in (here, there)]
                assert told[0] is not None
                assert told[1] is not None
                assert told[0].requests == told[1].requests

    in_loop(many)


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
