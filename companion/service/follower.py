"""The follower: keeps this process up with what other processes write.

An announced change is read from the ledger at once where the table has subscribers here, else at the next request.
While the bus is not reliable, and now and then in any case, tables with subscribers are compared with the ledger.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from companion.live.bus import UNKNOWN, Bus, Stamp
from companion.live.pubsub import PubSub
from companion.service.instrumentation import Meter
from companion.storage.cache import TableCache
from companion.storage.repository import TableRepository
from companion.tables.errors import NoSuchTable, TableError, Unavailable
from companion.tables.keys_and_codes import key_hash

LOOK_SECONDS = 1.0  # between two comparisons, while the bus is not reliable
EVERY = 15  # while it is, only every so many of them is made: an announcement may get lost on the way

log = logging.getLogger("table_companion.bus")


class Follower:
    """Reads what other processes have written: on request, and once started in tasks on the server's loop."""

    def __init__(self, bus: Bus, cache: TableCache, repository: TableRepository, pubsub: PubSub, meter: Meter) -> None:
        self._bus, self._cache, self._repository = bus, cache, repository
        self._pubsub, self._meter = pubsub, meter
        self._tasks: set[asyncio.Task[None]] = set()
        self._awake = asyncio.Event()
        self._missed = False

    async def start(self) -> None:
        """Start following the other processes; does nothing if there are none."""
        if not self._bus.alone:
            await self._bus.start(self.received, self._have_missed)
            self._do(self._watch())

    async def stop(self) -> None:
        await self._bus.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def refresh(self, code: str, key: str | None = None, *, tap: bool = False) -> None:
        """Compare a table with the database before a request reads it. Does nothing if no other process writes.

        So a phone finds its own latest change, and its `key`, whichever process answers. A `tap` with a known key is
        not compared while the bus is reliable: the ledger checks its version when it is appended.
        """
        slot = None if self._bus.alone else self._cache.known(code)
        if slot is None:
            return
        known = key is not None and slot.table is not None and key_hash(key) in slot.table.keys
        if not (tap and known and self._bus.reliable):
            with contextlib.suppress(Unavailable):  # the cached table may be shown
                self._cache.revalidate(slot)

    def received(self, code: str, stamp: Stamp) -> None:
        """Handle another process's announcement. Call it on the loop; it does not wait."""
        if self._pubsub.presence.received(code):
            return
        self._meter.announced(code)
        self._announced(code, stamp)

    def _announced(self, code: str, stamp: Stamp) -> None:
        slot, watched = self._cache.known(code), self._pubsub.count(code) > 0
        new = slot is None or slot.announce(stamp)
        if slot is not None and (stamp == UNKNOWN or (watched and new and slot.table is not None)):
            self._do(asyncio.to_thread(self._read, code))  # also one that nobody watches: it may have been deleted
        elif new and watched:
            self._pubsub.deliver(code, stamp)  # the subscriber reads it

    def _read(self, code: str) -> None:
        """In a thread: read on with this table. Its streams end if it was deleted."""
        slot = self._cache.slot(code)
        try:
            self._cache.get(code)
            self._missed = self._missed or slot.current is None  # the next look compares, and finds it again
        except Unavailable:
            self._missed = True
        except NoSuchTable:
            self._pubsub.deliver(code, UNKNOWN)
        except TableError:
            log.exception("table %s cannot be read on", code)

    def _have_missed(self) -> None:
        self._pubsub.presence.missed()
        self._missed = True
        self._awake.set()

    async def _watch(self) -> None:
        beat = 0
        while True:
            timer = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._awake.set)
            await self._awake.wait()
            timer.cancel()
            self._awake.clear()
            beat += 1
            if self._missed or not self._bus.reliable or beat % EVERY == 0:
                self._missed = False
                try:
                    stamps = await asyncio.to_thread(self._compare, self._pubsub.codes())
                    for code, stamp in stamps.items():
                        self._announced(code, stamp)
                except Exception:  # the watch goes on, whatever one comparison meets
                    log.exception("the tables could not be compared with the ledger")

    def _compare(self, codes: Sequence[str]) -> Mapping[str, Stamp]:
        """In a thread: the ledger's stamps of these tables; none while the database does not answer.

        UNKNOWN for those that it does not have, as for deleted tables.
        """
        try:
            return {**dict.fromkeys(codes, UNKNOWN), **self._repository.stamps(codes)}
        except Unavailable:
            self._missed = True
            return {}

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("what other processes wrote could not be followed", exc_info=task.exception())
