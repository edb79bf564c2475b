"""Deletion: a table goes for good, with its ledger, names and keys, and a circle; by its host or by its age.

The sweep, once an hour, deletes those that nobody has used for longer than the operator keeps them.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from companion.circles.circle import Member
from companion.circles.policy import CircleChange
from companion.live.bus import UNKNOWN
from companion.live.pubsub import PubSub
from companion.security_log import note
from companion.service.circles import Circles
from companion.storage.cache import TableCache
from companion.storage.repository import TableRepository
from companion.tables.errors import HostOnly, NoSuchTable, TableError, Unavailable
from companion.tables.policy import TableChange, need_permission
from companion.tables.snapshot import Actor

AT_ONCE = 100  # tables that one sweep deletes
SWEEP_EVERY_SECONDS = 3600.0
log = logging.getLogger("table_companion.sweep")


class Deletion:
    """Deletes tables; everybody who looks at one is told that it is gone. Raises Unavailable where it was not saved."""

    def __init__(
        self, cache: TableCache, repository: TableRepository, circles: Circles, pubsub: PubSub,
        clock: Callable[[], datetime],
    ) -> None:  # fmt: skip
        self._cache, self._repository, self._circles, self._pubsub = cache, repository, circles, pubsub
        self._clock, self._most_behind = clock, _behind()

    def delete(self, actor: Actor) -> None:
        """Delete the host's table. Raises HostOnly, and NoSuchTable where it is gone already.

        The right may have gone to another phone since the request came in.
        """
        need_permission(actor, TableChange.DELETE)
        if not self._delete(actor.table_id, actor.code, hosts_key=actor.key_id, by=actor.key_id):
            raise HostOnly if self._repository.stamps((actor.code,)) else NoSuchTable

    def delete_circle(self, member: Member, *, tables: bool) -> None:
        """Delete the host's circle, and its `tables` with it, or let them stay and belong to none.

        Raises CircleHostOnly, KeyEnded, and NoSuchCircle where it is gone already.
        """
        if tables:
            with self._circles.changing_by(member, CircleChange.DELETE):
                pass  # the right is looked at first
            for game in self._circles.kept_games(member.circle_id):
                self._delete(game.table_id, game.code, circle=member.circle_id)
        with self._circles.changing_by(member, CircleChange.DELETE) as circle:
            circle.delete()
        self._circles.database.wipe()
        note("circle deleted", circle=member.circle_id, by=member.key_id)

    async def sweep_for_ever(self, days: int | None, every: float = SWEEP_EVERY_SECONDS) -> None:
        """Sweep once an hour. Any number of processes may: each checks a table's age again in the transaction."""
        while True:
            await asyncio.sleep(every * random.uniform(0.5, 1))  # noqa: S311 - so that not all processes do it at once
            try:
                await asyncio.to_thread(self.sweep_all, days)
            except Unavailable:
                continue  # the next one finds them
            except Exception:
                log.exception("the tables that nobody uses could not be deleted")

    def sweep_all(self, days: int | None) -> None:
        """Delete what is due, and what an earlier deletion could not yet remove from the write-ahead log.

        Where tables are kept for ever (`days` is None), that alone.
        """
        if days is not None:
            while self.sweep(timedelta(days=days)):
                pass
        if self._repository.database.unwiped:
            self._repository.database.wipe()

    def sweep(self, unused: timedelta) -> tuple[str, ...]:
        """Delete the tables and circles in which nothing has happened for so long. Any process may.

        Returns the tables' codes. The games of a circle that is in use stay. A clock that was behind, when this process
        began or at a sweep since, and has been put right makes no table older.
        """
        now = self._clock()  # before its jump is measured: one that comes between the two spares tables, and dooms none
        behind = _behind()
        self._most_behind = max(self._most_behind, behind)
        moment = now - unused - timedelta(seconds=self._most_behind - behind)
        for circle_id in self._circles.idle_since(moment, AT_ONCE):
            if self._circles.delete_idle(circle_id, moment):
                note("circle deleted", circle=circle_id, unused_days=unused.days)
        found = self._repository.idle_since(moment, AT_ONCE)
        return tuple(code for table_id, code in found if self._delete(table_id, code, moment, unused_days=unused.days))

    def _delete(
        self, table_id: int, code: str, unless_used_since: datetime | None = None, hosts_key: int | None = None,
        **facts: object,
    ) -> bool:  # fmt: skip
        before = self._repository.before(code)
        slot = self._cache.slot(code)
        with slot.lock:
            if not self._repository.delete(table_id, unless_used_since, hosts_key):
                return False
            self._cache.forget(slot)
        note("table deleted", table=table_id, **facts)
        self._pubsub.publish(code, UNKNOWN)
        if before is not None:  # that table has no rematch any more
            self._cache.slot(before).announce(UNKNOWN)
            with suppress(TableError):  # it may be gone by now, too, or not be read just now
                self._pubsub.publish(before, self._cache.get(before).snapshot.stamp)
        return True


def _behind() -> float:
    """How many seconds the wall clock is behind one that nobody sets, and which counts while asleep where it can."""
    counted = time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()
    return counted - time.time()
