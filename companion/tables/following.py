"""Keeping up with other processes: what they tell is read from the ledger and shown to who listens here.

Where nobody can be heard, and now and then in any case, the tables that somebody
listens to are held against the ledger, all in one query.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any

from companion.tables.bus import Bus
from companion.tables.database import Database
from companion.tables.gently import gently
from companion.tables.ledger import Entry
from companion.tables.live import Stamp
from companion.tables.news import read_entries, read_stamps
from companion.tables.stock import KEPT, Clock, Stock, utc_now
from companion.tables.troubles import Trouble, Unavailable
from companion.tables.waiting import run

LOOK_SECONDS = 1.0  # between two looks, where others cannot be heard
EVERY = 15  # that many of them pass where they can: news may get lost on the way
AT_ONCE = 500  # tables in one query
FEW = 16  # entries of one table that are read together with other tables'

log = logging.getLogger("table_companion.bus")


class Following(Stock):
    """The part of `Tables` that hears of other processes. What it does by itself, it does on the server's loop."""

    def __init__(self, database: Database, *, kept: int = KEPT, clock: Clock = utc_now, bus: Bus | None = None) -> None:
        super().__init__(database, kept=kept, clock=clock, bus=bus)
        self._tasks: set[asyncio.Task[None]] = set()
        self._due: set[str] = set()
        self._reading = False
        self._awake = asyncio.Event()
        self._missed = self._stopped = False

    async def start(self) -> None:
        """Begin to hear of the other processes; where there are none, nothing begins."""
        if not self._bus.alone:
            await self._bus.start(self.heard, self._have_missed)
            self._do(self._watch())

    async def stop(self) -> None:
        """Hear of nobody any more."""
        self._stopped = True
        await self._bus.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def hears_all(self) -> bool:
        """Whether everything that other processes write is being heard just now."""
        return self._bus.sure

    def heard(self, code: str, stamp: Stamp) -> None:
        """Another process tells that it has this. Call it on the loop; it does not wait."""
        self.meter.heard(code)
        self._learn(code, stamp)

    def _learn(self, code: str, stamp: Stamp) -> None:
        """The ledger has this. Where somebody listens it is read at once, else when the table is asked for."""
        place = self._shelf.known(code)
        if (place is None or place.hear(stamp)) and self.live.count(code):
            if place is None or place.loaded is None:
                self.live.publish(code, stamp)  # whoever listens reads it
                return
            self._due.add(code)
            if not self._reading:
                self._reading = True
                self._do(self._read_due())

    async def _read_due(self) -> None:
        """Read what others wrote, of all tables that are due in one query: one reader, however many moves come."""
        try:
            while self._due:
                due, self._due = self._due, set()
                await run(self._read_all, due)
        finally:
            self._reading = False

    def _read_all(self, codes: Iterable[str]) -> None:
        lacking = {code: wanted for code in codes if (wanted := self._lacks(code))}
        try:
            with self._database.reading() as connection:
                found = read_entries(connection, [pair for wanted in lacking.values() for pair in wanted])
        except Unavailable:
            return  # the next look finds it again
        for code in gently(codes):
            given = [entry for pair in lacking.get(code, ())[:1] for entry in found.get(pair[0], ())]
            if given and not self._shelf.place(code).lock.taken:
                self._read(code, given)
            else:  # somebody works at the table, or there is more to read: that may take longer
                self._do(run(self._read, code))

    def _lacks(self, code: str) -> list[tuple[int, int]]:
        """The entries that a table in memory lacks, as (table id, version), where they are few and nothing else is."""
        place = self._shelf.known(code)
        if place is None or place.loaded is None or place.told is None:
            return []
        here, told = place.loaded.snapshot, place.told
        few = told[1] <= here.touched and told[0] - here.version <= FEW
        return [(here.table_id, version) for version in range(here.version + 1, told[0] + 1)] if few else []

    def _have_missed(self) -> None:
        self._missed = True
        self._awake.set()

    def _read(self, code: str, given: Sequence[Entry] = ()) -> None:
        place = self._shelf.place(code)
        try:
            with place.lock:
                if not self._give(place, given):
                    self._at(place, code)
        except Unavailable:
            return  # the next look finds it again
        except Trouble:
            log.exception("table %s cannot be read on", code)

    async def _watch(self) -> None:
        beat = 0
        while True:
            self._stay()
            timer = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._awake.set)
            await self._awake.wait()
            timer.cancel()
            self._awake.clear()
            beat += 1
            if self._missed or not self._bus.sure or beat % EVERY == 0:
                self._missed = False
                try:
                    await run(self._look_around)
                except Exception:  # the watch goes on, whatever one look meets
                    log.exception("the tables could not be looked at")

    def _stay(self) -> None:
        """Go on, unless we have stopped: what waits for the database may end in a trouble when it is cancelled."""
        if self._stopped:
            raise asyncio.CancelledError

    def _look_around(self) -> None:
        """Hold every table that somebody listens to against the ledger."""
        codes = self.live.codes()
        for first in range(0, len(codes), AT_ONCE):
            with contextlib.suppress(Unavailable):  # the next look may have more luck
                with self._database.reading() as connection:
                    stamps = read_stamps(connection, codes[first : first + AT_ONCE])
                for code, stamp in stamps.items():
                    self._learn(code, stamp)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("what other processes wrote could not be followed", exc_info=task.exception())
