"""A process follows whatever it meets: ledgers that cannot be read, bugs, a database that is away."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy import text

from companion.live.bus import SilentBus
from companion.tables.errors import BrokenLedger, Unavailable
from tests.databases import MakeTables
from tests.listening import listener_of
from tests.live.hearing import Faulty, in_loop, started, until
from tests.service.following import listening, shown
from tests.service.house import UNDO, House, take


def unavailable() -> None:
    raise Unavailable


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


@pytest.mark.usefixtures("quick")
def test_the_watch_goes_on_whatever_it_meets(
    make_tables: MakeTables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    here, there = make_tables(), make_tables(bus=SilentBus())
    failures = [Unavailable(), ValueError("a bug")]

    stamps = there.repository.stamps

    def failing(codes: tuple[str, ...]) -> object:
        if failures:
            raise failures.pop(0)
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
                monkeypatch.setattr(there.ledger, "read", lambda *_: 1 / 0)
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
            with listener_of(there.pubsub, house.code):
                place = there.cache.slot(house.code)
                there.get(house.code)
                house.play(take("Chris"))
                monkeypatch.setattr(there.database, "reading", unavailable)
                place.table = None
                with pytest.raises(Unavailable):
                    there.get(house.code)
                there.follower._read(house.code)
                assert place.table is None
                monkeypatch.undo()
                there.follower._read(house.code)
                assert there.get(house.code).version == 2

    in_loop(away)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("refused", ["read", "get", "stamps"])
def test_what_a_short_refusal_kept_from_being_read_is_read_at_the_next_look(
    refused: str, make_tables: MakeTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.service.follower.EVERY", 1_000_000)  # no look comes but for the failure
    here, bus = make_tables(), Faulty()
    there = make_tables(bus=bus)
    owner = {"read": there.ledger, "get": there.cache, "stamps": there.repository}[refused]
    asked = getattr(owner, refused)
    refusals = [1]

    def once(*arguments: object) -> object:
        if refusals:
            refusals.pop()
            raise Unavailable
        return asked(*arguments)

    async def refuse() -> None:
        house = House(here)
        with listening(there, house.code) as now:
            assert now().version == 0
            async with started(there):
                monkeypatch.setattr(owner, refused, once)
                house.play_all(take("Chris"), UNDO)
                if refused == "stamps":
                    bus.missed()
                else:
                    bus.heard(house.code, (2, 0))
                await until(shown(now, 2))
                assert not refusals

    in_loop(refuse)
