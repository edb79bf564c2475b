"""Many processes serve one table: what one writes, the others show, whatever carries the news, or none does."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial

import pytest

from companion.live.bus import SilentBus
from companion.live.redis_bus import RedisBus
from companion.service import deletion, membership
from companion.service.service import TableService
from companion.tables.answers import Played
from companion.tables.errors import SeatTaken
from tests.databases import MakeTables
from tests.listening import listener_of
from tests.live.hearing import LONGEST, Faulty, in_loop, run, started, until
from tests.postgresql_and_redis import Redis
from tests.service.following import in_memory, listening, shown
from tests.service.house import UNDO, House, done, report, take
from tests.tables.earlier import wrote

Pair = tuple[TableService, TableService]


@pytest.fixture
def pair(redis_server: Redis, make_tables: MakeTables) -> Pair:
    """Two processes that hear of each other."""
    return make_tables(bus=RedisBus(redis_server.url)), make_tables(bus=RedisBus(redis_server.url))


def test_who_listens_on_one_process_sees_what_is_done_on_the_other(pair: Pair) -> None:
    here, there = pair

    async def both_ways() -> None:
        house = House(here)
        async with started(here, there):
            await until(lambda: here.bus.reliable and there.bus.reliable)
            with listening(there, house.code) as over_there, listening(here, house.code) as over_here:
                assert over_there().version == 0
                for version, move in enumerate([done("Chris"), UNDO, take("Chris"), take("Chris")] * 2, 1):
                    tables, now = (here, over_there) if version % 2 else (there, over_here)
                    tap = partial(tables.submit, house.code, [move], actor=house.host, seen=None, request=None)
                    answer = await run(tap)
                    if isinstance(answer, Played):
                        await until(shown(now, answer.version))
                await run(lambda: membership.give_scorekeeper(there, house.host, "Mary", True))
                await until(shown(over_here, 1, 1))
                seat = over_here().seat("Mary")
                assert seat is not None
                assert seat.scorekeeper
            assert report(here, house.code) == report(there, house.code)

    in_loop(both_ways)


def test_where_nobody_listens_it_is_read_when_it_is_asked_for(pair: Pair) -> None:
    here, there = pair

    async def later() -> None:
        house = House(here)
        async with started(here, there):
            await until(lambda: here.bus.reliable and there.bus.reliable)
            book = there.get(house.code).book
            await run(lambda: house.play(take("Chris")))
            place = there.cache.slot(house.code)
            await until(lambda: place.current is None)
            assert place.table is not None
            assert place.table.snapshot.book is book  # nothing was read yet
            assert there.get(house.code).version == 1
            assert place.current is place.table

    in_loop(later)


@pytest.mark.parametrize("listened", [True, False], ids=["looked at", "looked at before"])
def test_a_table_that_was_deleted_goes_from_memory_everywhere(pair: Pair, *, listened: bool) -> None:
    here, there = pair

    async def deleted() -> None:
        other, house = House(here), House(here)
        async with started(here, there):
            await until(lambda: here.bus.reliable and there.bus.reliable)
            for one in (house, other):
                one.play_all(take("Chris"))
                assert len(there.entries(one.code)) == 1
            with listener_of(there.pubsub, house.code) if listened else contextlib.nullcontext() as listener:
                await run(lambda: deletion.delete(here, house.host))
                await until(lambda: in_memory(there) == [other.code] * 2)
                assert listener is None or await run(lambda: listener.wait(LONGEST))

    in_loop(deleted)


@pytest.mark.usefixtures("quick")
def test_redis_gone_play_goes_on_and_the_ledger_is_asked(redis_server: Redis, make_tables: MakeTables) -> None:
    here, there = (make_tables(bus=RedisBus(redis_server.url)) for _ in range(2))

    async def gone_and_back() -> None:
        house = House(here)
        async with started(here, there):
            await until(lambda: here.bus.reliable and there.bus.reliable)
            with listening(there, house.code) as now:
                redis_server.stop()
                await until(lambda: not there.bus.reliable)
                assert isinstance(await run(lambda: house.play(take("Chris"))), Played)
                await until(shown(now, 1))
                redis_server.start()
                await until(lambda: here.bus.reliable and there.bus.reliable)
                assert isinstance(await run(lambda: house.play(take("Chris"))), Played)
                await until(shown(now, 2))

    in_loop(gone_and_back)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("bus", [SilentBus, Faulty])
def test_without_news_who_listens_sees_it_all_the_same(bus: type[SilentBus | Faulty], make_tables: MakeTables) -> None:
    here, there = make_tables(bus=bus()), make_tables(bus=bus())

    async def look() -> None:
        houses = [House(here) for _ in range(5)]
        async with started(here, there):
            with contextlib.ExitStack() as stack:
                nows = [stack.enter_context(listening(there, house.code)) for house in houses]
                assert [now().version for now in nows] == [0] * 5
                for house in houses:
                    await run(house.play, take("Chris"))
                for now in nows:
                    await until(shown(now, 1))

    in_loop(look)


def test_who_writes_tells_the_others_once_it_is_saved(make_tables: MakeTables) -> None:
    bus = Faulty()
    house = House(make_tables(bus=bus))
    house.play(take("Chris"))
    house.play(take("Chris", "pink"))  # refused
    membership.take_seat(house.tables, house.code, "Mary", "phone")
    with pytest.raises(SeatTaken):
        membership.take_seat(house.tables, house.code, "Mary", "phone")
    house.tables.get(house.code)
    assert bus.told == [(house.code, (1, 0)), (house.code, (1, 1))]


def test_an_entry_by_an_earlier_program_is_met_while_reading_on(pair: Pair) -> None:
    here, there = pair

    async def met() -> None:
        house = House(here)
        async with started(here, there):
            await until(lambda: here.bus.reliable and there.bus.reliable)
            with listening(there, house.code) as now:
                await run(lambda: house.play_all(take("Chris")))
                await until(shown(now, 1))
                await run(lambda: wrote(house, take("Mary")))
                here.pubsub.publish(house.code, house.now.stamp)
                await until(shown(now, 2))
                assert [line.id for line in now().standing_moves()] == ["1", "2"]
                assert now().book.report() == house.now.book.report()

    in_loop(met)


def test_alone_nothing_begins(make_tables: MakeTables) -> None:
    async def begin() -> None:
        tables = make_tables()
        async with started(tables):
            assert len(asyncio.all_tasks()) == 1
            assert tables.bus.reliable

    in_loop(begin)


def test_a_phone_that_is_seen_on_one_process_is_known_on_the_other(pair: Pair) -> None:
    here, there = pair

    async def story() -> None:
        seen: list[str] = []
        async with started(here, there):
            there.pubsub.presence.received = lambda topic: bool(seen.append(topic)) or True  # type: ignore[func-returns-value, method-assign]
            while not seen:  # what is announced before the other listens is lost, and announced again with the beat
                here.pubsub.presence.here("ABCD2345", 3)
                await asyncio.sleep(0.01)
        assert set(seen) == {"ABCD2345/3"}

    in_loop(story)
