"""The sweep: tables go for their age, once an hour, whatever one sweep meets; and what a reader held back is wiped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.tables.errors import NoSuchTable, Unavailable


@pytest.fixture
def later(tables: TableService) -> None:
    """It is ten days later."""
    now = tables.clock
    tables.deletion._clock = lambda: now() + timedelta(days=10)


@pytest.mark.usefixtures("later")
def test_without_the_setting_nothing_goes(tables: TableService, opened: Opened) -> None:
    tables.deletion.sweep_all(None)
    assert tables.find(opened.code)
    tables.deletion.sweep_all(11)
    assert tables.find(opened.code)
    tables.deletion.sweep_all(9)
    with pytest.raises(NoSuchTable):
        tables.find(opened.code)


def test_what_was_read_meanwhile_is_wiped_with_the_next_sweep(tables: TableService, opened: Opened) -> None:
    host = tables.membership.actor(opened.code, opened.host_key)
    assert host is not None
    with tables.database.reading() as reader:
        reader.exec_driver_sql("SELECT count(*) FROM entries").scalar_one()
        tables.deletion.delete(host)
    assert tables.database.unwiped
    tables.deletion.sweep_all(None)
    assert not tables.database.unwiped


@pytest.mark.usefixtures("later")
def test_it_goes_on_whatever_one_sweep_meets(
    tables: TableService, open_table: Callable[..., Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, swept = open_table(), tables.deletion.sweep
    failures = [Unavailable(), ZeroDivisionError()]

    def first_in_vain(unused: timedelta) -> tuple[str, ...]:
        if failures:
            raise failures.pop()
        return swept(unused)

    monkeypatch.setattr(tables.deletion, "sweep", first_in_vain)

    async def until_it_is_gone() -> None:
        sweeping = asyncio.create_task(tables.deletion.sweep_for_ever(9, every=0.01))
        while tables.repository.stamp(opened.code) is not None:
            await asyncio.sleep(0.01)
        sweeping.cancel()

    asyncio.run(asyncio.wait_for(until_it_is_gone(), 60))
    assert not failures


@pytest.mark.parametrize("set_after", ["time.time", "the service's clock"])
def test_what_was_played_while_the_clock_was_behind_does_not_go_when_it_is_put_right(
    tables: TableService, opened: Opened, monkeypatch: pytest.MonkeyPatch, set_after: str
) -> None:
    now, wall, boot, jump = tables.clock, time.time, time.clock_gettime, timedelta(days=85)
    put_right, asleep = [False], [timedelta()]

    def set_to() -> timedelta:
        return asleep[0] + jump * put_right[0]

    def wall_clock() -> float:
        told = wall() + set_to().total_seconds()
        put_right[0] |= set_after == "time.time"
        return told

    def table_clock() -> datetime:
        told = now() + set_to()
        put_right[0] |= set_after == "the service's clock"
        return told

    monkeypatch.setattr(time, "time", wall_clock)
    monkeypatch.setattr(time, "clock_gettime", lambda which: boot(which) + asleep[0].total_seconds())
    tables.deletion._clock = table_clock
    for days in (0, 29):
        asleep[0] = timedelta(days=days)
        tables.deletion.sweep_all(30)
        assert tables.find(opened.code)
        assert put_right[0]
    asleep[0] = timedelta(days=31)
    tables.deletion.sweep_all(30)
    with pytest.raises(NoSuchTable):
        tables.find(opened.code)
