"""The sweep: tables go for their age, once an hour, whatever one sweep meets; and what a reader held back is wiped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from companion.service import deletion, membership
from companion.service.deletion import Sweep
from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.tables.errors import NoSuchTable, Unavailable


@pytest.fixture
def later(tables: TableService) -> None:
    """It is ten days later."""
    now = tables.clock
    tables.clock = lambda: now() + timedelta(days=10)


@pytest.mark.usefixtures("later")
def test_without_the_setting_nothing_goes(tables: TableService, opened: Opened) -> None:
    Sweep(tables).all_due(None)
    assert tables.get(opened.code)
    Sweep(tables).all_due(11)
    assert tables.get(opened.code)
    Sweep(tables).all_due(9)
    with pytest.raises(NoSuchTable):
        tables.get(opened.code)


def test_what_was_read_meanwhile_is_wiped_with_the_next_sweep(tables: TableService, opened: Opened) -> None:
    host = membership.actor(tables, opened.code, opened.host_key)
    assert host is not None
    with tables.database.reading_repeatably() as reader:
        reader.exec_driver_sql("SELECT count(*) FROM entries").scalar_one()
        deletion.delete(tables, host)
    assert tables.database.unwiped
    Sweep(tables).all_due(None)
    assert not tables.database.unwiped


@pytest.mark.usefixtures("later")
def test_it_goes_on_whatever_one_sweep_meets(
    tables: TableService, open_table: Callable[..., Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, sweep = open_table(), Sweep(tables)
    swept = sweep.some
    failures = [Unavailable(), ZeroDivisionError()]

    def first_in_vain(unused: timedelta) -> tuple[str, ...]:
        if failures:
            raise failures.pop()
        return swept(unused)

    monkeypatch.setattr(sweep, "some", first_in_vain)

    async def until_it_is_gone() -> None:
        sweeping = asyncio.create_task(sweep.for_ever(9, every=0.01))
        while tables.repository.stamp(opened.code) is not None:
            await asyncio.sleep(0.01)
        sweeping.cancel()

    asyncio.run(asyncio.wait_for(until_it_is_gone(), 60))
    assert not failures


class Clocks:
    """The wall clock, how much it is behind, and how much time has gone by."""

    def __init__(self, patch: pytest.MonkeyPatch, tables: TableService) -> None:
        self.behind, self.gone = timedelta(), timedelta()
        self._now, self._really_behind = tables.clock, deletion._behind
        self.sweep = Sweep(tables)
        patch.setattr(tables, "clock", self.wall)
        patch.setattr(deletion, "_behind", self.measured)

    def wall(self) -> datetime:
        return self._now() + self.gone - self.behind

    def measured(self) -> float:
        return self._really_behind() + self.behind.total_seconds()


JUMP = timedelta(days=85)


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch, tables: TableService) -> Clocks:
    """A table that is opened by the test is stamped with what the wall clock shows at first."""
    return Clocks(monkeypatch, tables)


def stays_for_thirty_days(clocks: Clocks, tables: TableService, code: str) -> None:
    opened = clocks.gone
    for days in (0, 29):
        clocks.gone = opened + timedelta(days=days)
        clocks.sweep.all_due(30)
        assert tables.get(code)
    clocks.gone = opened + timedelta(days=31)
    clocks.sweep.all_due(30)
    with pytest.raises(NoSuchTable):
        tables.get(code)


@pytest.mark.own_app
@pytest.mark.parametrize("after", ["wall", "measured"])
def test_what_was_played_while_the_clock_was_behind_does_not_go_when_it_is_put_right(
    clocks: Clocks, tables: TableService, opened: Opened, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    """It is put right while a sweep runs, after the one or the other reading."""
    read, patched = getattr(clocks, after), tables if after == "wall" else deletion

    def read_and_put_right() -> object:
        told = read()
        clocks.behind = -JUMP
        return told

    monkeypatch.setattr(patched, "clock" if after == "wall" else "_behind", read_and_put_right)
    stays_for_thirty_days(clocks, tables, opened.code)


@pytest.mark.own_app
def test_what_was_played_after_the_clock_was_set_back_does_not_go(
    clocks: Clocks, tables: TableService, opened: Opened
) -> None:
    clocks.gone = clocks.behind = JUMP
    clocks.sweep.all_due(30)
    clocks.behind = timedelta()
    stays_for_thirty_days(clocks, tables, opened.code)


def test_it_is_measured_against_a_clock_that_nobody_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    before, wall = deletion._behind(), time.time
    monkeypatch.setattr(time, "time", lambda: wall() + JUMP.total_seconds())
    assert timedelta(days=84) < timedelta(seconds=before - deletion._behind()) < timedelta(days=86)
