"""Many processes serve one table: what one writes, the others show, whatever carries the news, or none does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from sqlalchemy import event, text

from companion.live.bus import Bus, SilentBus
from companion.live.redis_bus import RedisBus
from companion.service import follower
from companion.service.service import TableService
from companion.tables.acts import Choose
from companion.tables.answers import Played
from companion.tables.errors import BrokenLedger, SeatTaken, Unavailable
from companion.tables.snapshot import Snapshot
from tests.databases import MakeTables
from tests.live.hearing import LONGEST, Faulty, in_loop, run, started, two_siblings, until
from tests.service.house import UNDO, House, done, report, take
from tests.services import Redis
from tests.tables.earlier import wrote

Pair = tuple[TableService, TableService]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks come at once."""
    monkeypatch.setattr(follower, "LOOK_SECONDS", 0.02)


@contextlib.contextmanager
def listening(tables: TableService, code: str) -> Iterator[Callable[[], Snapshot]]:
    """Somebody listens to this table here: what a stream would show of it now."""
    with tables.pubsub.subscribe(code):
        tables.find(code)
        yield lambda: tables.known(code)


def shown(now: Callable[[], Snapshot], version: int, touched: int = 0) -> Callable[[], bool]:
    return lambda: now().version >= version and now().touched >= touched


@pytest.fixture(params=["siblings", "redis"])
def pair(request: pytest.FixtureRequest, make_tables: MakeTables) -> Pair:
    """Two processes that hear of each other."""
    buses: tuple[Bus, Bus]
    if request.param == "redis":
        server: Redis = request.getfixturevalue("redis_server")
        buses = RedisBus(server.url), RedisBus(server.url)
    else:
        buses = two_siblings()
    return make_tables(bus=buses[0]), make_tables(bus=buses[1])


def test_who_listens_on_one_process_sees_what_is_done_on_the_other(pair: Pair) -> None:
    here, there = pair

    async def both_ways() -> None:
        house = House(here)
        async with started(here, there):
            await until(lambda: here.follower.receives_all and there.follower.receives_all)
            with listening(there, house.code) as over_there, listening(here, house.code) as over_here:
                assert over_there().version == 0
                for version, move in enumerate([done("Chris"), UNDO, take("Chris"), take("Chris")] * 2, 1):
                    tables, now = (here, over_there) if version % 2 else (there, over_here)
                    tap = partial(tables.submit, house.code, [move], actor=house.host, seen=None, request=None)
                    answer = await run(tap)
                    if isinstance(answer, Played):
                        await until(shown(now, answer.version))
                await run(lambda: there.membership.give_scorekeeper(house.host, "Mary", True))
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
            await until(lambda: here.follower.receives_all and there.follower.receives_all)
            book = there.find(house.code).book
            await run(lambda: house.play(take("Chris")))
            place = there.cache.slot(house.code)
            await until(lambda: place.announced == (1, 0))
            assert place.table is not None
            assert place.table.snapshot.book is book  # nothing was read yet
            assert there.find(house.code).version == 1
            assert place.announced is None

    in_loop(later)


@pytest.mark.usefixtures("quick")
def test_redis_gone_play_goes_on_and_the_ledger_is_asked(redis_server: Redis, make_tables: MakeTables) -> None:
    here, there = (make_tables(bus=RedisBus(redis_server.url)) for _ in range(2))

    async def gone_and_back() -> None:
        house = House(here)
        async with started(here, there):
            await until(lambda: here.follower.receives_all and there.follower.receives_all)
            with listening(there, house.code) as now:
                redis_server.stop()
                await until(lambda: not there.follower.receives_all)
                assert isinstance(await run(lambda: house.play(take("Chris"))), Played)
                await until(shown(now, 1))
                redis_server.start()
                await until(lambda: here.follower.receives_all and there.follower.receives_all)
                assert isinstance(await run(lambda: house.play(take("Chris"))), Played)
                await until(shown(now, 2))

    in_loop(gone_and_back)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("bus", [SilentBus, Faulty])
def test_without_news_who_listens_sees_it_all_the_same(
    bus: type[SilentBus | Faulty], make_tables: MakeTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "AT_ONCE", 2)
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


def test_a_table_that_is_listened_to_and_not_in_memory_is_told_of(make_tables: MakeTables) -> None:
    here, bus = make_tables(), Faulty()
    there = make_tables(bus=bus)

    async def told() -> None:
        house = House(here)
        async with started(there):
            with there.pubsub.subscribe(house.code) as listener:
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


def test_who_writes_tells_the_others_once_it_is_saved(make_tables: MakeTables) -> None:
    bus = Faulty()
    house = House(make_tables(bus=bus))
    house.play(take("Chris"))
    house.play(take("Chris", "pink"))  # refused
    house.tables.membership.take_seat(house.code, "Mary", "phone")
    with pytest.raises(SeatTaken):
        house.tables.membership.take_seat(house.code, "Mary", "phone")
    house.tables.find(house.code)
    assert bus.told == [(house.code, (1, 0)), (house.code, (1, 1))]


@pytest.mark.usefixtures("quick")
def test_a_table_that_lacks_an_entry_is_logged_and_shown_to_nobody(
    make_tables: MakeTables, caplog: pytest.LogCaptureFixture
) -> None:
    here, there = make_tables(), make_tables(bus=SilentBus())

    async def broken() -> None:
        house = House(here)
        with listening(there, house.code) as now:
            assert now().version == 0
            with here.database.writing() as connection:
                row = "INSERT INTO entries (table_id, version, move, at, key_id, label, kind) VALUES "
                values = f"({house.now.table_id}, 2, '{{}}', '2026-01-01 00:00:00', {house.host.key_id}, '', 'act')"
                connection.execute(text(row + values))
            async with started(there):
                await until(lambda: bool(caplog.records))
            with pytest.raises(BrokenLedger):
                now()

    with caplog.at_level(logging.ERROR, "table_companion.bus"):
        in_loop(broken)
    assert "cannot be read on" in caplog.records[0].message


def test_an_entry_by_an_earlier_program_is_met_while_reading_on_and_so_is_the_choice(pair: Pair) -> None:
    here, there = pair

    async def met() -> None:
        house = House(here)
        async with started(here, there):
            await until(lambda: here.follower.receives_all and there.follower.receives_all)
            with listening(there, house.code) as now:
                await run(lambda: house.play_all(take("Chris")))
                await until(shown(now, 1))
                await run(lambda: wrote(house, take("Mary")))
                here.pubsub.publish(house.code, house.now.stamp)
                await until(shown(now, 2))
                assert now().stopped is not None
                assert now().referee.hold is not None
                choice = Choose(act="choose", entry=2, how="out", reason="nobody saw it")
                assert isinstance(await run(lambda: house.play(choice)), Played)
                await until(shown(now, 3))
                assert now().stopped is None
                assert now().book.report() == house.now.book.report()

    in_loop(met)


def test_a_process_that_lets_an_entry_stand_hears_of_the_choice_about_it(pair: Pair) -> None:
    """An other program refuses what stands here: the table here is as its host has chosen there."""
    here, there = pair

    async def met() -> None:
        house = House(here)
        async with started(here, there):
            await until(lambda: here.follower.receives_all and there.follower.receives_all)
            with listening(there, house.code) as now:
                await run(lambda: house.play_all(take("Chris"), take("Chris", "blue")))
                await until(shown(now, 2))
                out = {"act": "choose", "entry": 1, "how": "out", "reason": "it is refused there"}
                await run(lambda: wrote(house, out))
                here.pubsub.publish(house.code, house.now.stamp)
                await until(shown(now, 3))
                assert [line.id for line in now().standing_moves()] == ["2"]

    in_loop(met)


@pytest.mark.usefixtures("quick")
def test_the_watch_goes_on_whatever_it_meets(
    make_tables: MakeTables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    here, there = make_tables(), make_tables(bus=SilentBus())
    troubles = [Unavailable(), ValueError("a bug")]

    stamps = there.repository.stamps

    def failing(codes: tuple[str, ...]) -> object:
        if troubles:
            raise troubles.pop(0)
        return stamps(codes)

    monkeypatch.setattr(there.repository, "stamps", failing)

    async def watch() -> None:
        house = House(here)
        with listening(there, house.code) as now:
            assert now().version == 0
            house.play(take("Chris"))
            async with started(there):
                await until(shown(now, 1))

    with caplog.at_level(logging.ERROR, "table_companion.bus"):
        in_loop(watch)
    assert [record.exc_text is not None and "a bug" in record.exc_text for record in caplog.records] == [True]


def test_a_bug_while_following_is_logged(
    make_tables: MakeTables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    here, bus = make_tables(), Faulty()
    there = make_tables(bus=bus)

    async def follow() -> None:
        house = House(here)
        async with started(there):
            with listening(there, house.code) as now:
                assert now().version == 0
                monkeypatch.setattr(there.ledger, "read_many", lambda *_: 1 / 0)
                house.play(take("Chris"))
                bus.heard(house.code, (1, 0))
                await until(lambda: bool(caplog.records))
                monkeypatch.undo()
                house.play(UNDO)
                bus.heard(house.code, (2, 0))  # and it goes on
                await until(shown(now, 2))

    with caplog.at_level(logging.ERROR, "table_companion.bus"):
        in_loop(follow)
    assert ["could not be followed" in record.message for record in caplog.records] == [True]


def test_a_database_that_is_away_while_following_is_met_again_by_the_next_look(
    make_tables: MakeTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, bus = make_tables(), Faulty()
    there = make_tables(bus=bus)

    async def away() -> None:
        house = House(here)
        house.play(take("Chris"))
        async with started(there):
            with there.pubsub.subscribe(house.code):
                place = there.cache.slot(house.code)
                there.find(house.code)
                house.play(take("Chris"))
                monkeypatch.setattr(there.database, "reading", unavailable)
                place.table = None
                with pytest.raises(Unavailable):
                    there.find(house.code)
                there.follower._read(house.code)
                there.follower._read_all([house.code])
                assert place.table is None
                monkeypatch.undo()
                there.follower._read(house.code)
                assert there.find(house.code).version == 2

    in_loop(away)


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
                stack.enter_context(there.pubsub.subscribe(gone.code))
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


def unavailable() -> None:
    raise Unavailable


def test_alone_nothing_begins(make_tables: MakeTables) -> None:
    async def begin() -> None:
        tables = make_tables()
        async with started(tables):
            assert len(asyncio.all_tasks()) == 1
            assert tables.follower.receives_all

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
