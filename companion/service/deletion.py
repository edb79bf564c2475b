"""Deletion: a table goes for good, with its ledger, names and keys, and a circle; by its host or by its age.

Everybody who looks at it is told that it is gone. The sweep, once an hour, deletes those that nobody has used for
longer than the operator keeps them. All raise Unavailable if it was not saved.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from contextlib import suppress
from datetime import datetime, timedelta

from companion.circles.circle import Member
from companion.circles.policy import CircleChange
from companion.live.bus import UNKNOWN
from companion.security_log import note
from companion.service.service import TableService
from companion.tables.errors import HostOnly, NoSuchTable, TableError, Unavailable
from companion.tables.policy import TableChange, need_permission
from companion.tables.snapshot import Actor

AT_ONCE = 100  # tables that one sweep deletes
SWEEP_EVERY_SECONDS = 3600.0
log = logging.getLogger("table_companion.sweep")


def delete(tables: TableService, actor: Actor) -> None:
    """Delete the host's table. Raises HostOnly, and NoSuchTable if it is gone already.

    The right may have gone to another phone since the request came in.
    """
    need_permission(actor, TableChange.DELETE)
    if not _delete(tables, actor.table_id, actor.code, hosts_key=actor.key_id, by=actor.key_id):
        raise HostOnly if tables.repository.stamps((actor.code,)) else NoSuchTable


def delete_circle(tables: TableService, member: Member, *, with_tables: bool) -> None:
    """Delete the host's circle, and its tables with it, or let them stay and belong to none.

    Raises CircleHostOnly, KeyEnded, and NoSuchCircle if it is gone already.
    """
    if with_tables:
        with tables.circles.changing_by(member, CircleChange.DELETE):
            pass  # the right is looked at first
        for game in tables.circles.kept_games(member.circle_id):
            _delete(tables, game.table_id, game.code, circle=member.circle_id)
    with tables.circles.changing_by(member, CircleChange.DELETE) as circle:
        circle.delete()
    tables.database.wipe()
    note("circle deleted", circle=member.circle_id, by=member.key_id)


class Sweep:
    """Deletes what nobody has used for long. Any number of processes may: each checks the age in the transaction.

    A clock that was behind, when this process began or at a sweep since, and has been put right makes no table older.
    """

    def __init__(self, tables: TableService) -> None:
        self._tables, self._most_behind = tables, _behind()

    async def for_ever(self, days: int | None, every: float = SWEEP_EVERY_SECONDS) -> None:
        """Sweep once an hour."""
        while True:
            await asyncio.sleep(every * random.uniform(0.5, 1))  # noqa: S311 - so that not all processes do it at once
            try:
                await asyncio.to_thread(self.all_due, days)
            except Unavailable:
                continue  # the next one finds them
            except Exception:
                log.exception("the tables that nobody uses could not be deleted")

    def all_due(self, days: int | None) -> None:
        """Delete what is due, and what an earlier deletion could not yet remove from the write-ahead log.

        Where tables are kept for ever (`days` is None), that alone.
        """
        if days is not None:
            while self.some(timedelta(days=days)):
                pass
        if self._tables.database.unwiped:
            self._tables.database.wipe()

    def some(self, unused: timedelta) -> tuple[str, ...]:
        """Delete tables and circles in which nothing has happened for so long; return the tables' codes.

        The games of a circle that is in use stay.
        """
        tables = self._tables
        now = tables.clock()  # before its jump is measured: one that comes between the two spares tables, dooms none
        behind = _behind()
        self._most_behind = max(self._most_behind, behind)
        moment = now - unused - timedelta(seconds=self._most_behind - behind)
        for circle_id in tables.circles.idle_since(moment, AT_ONCE):
            if tables.circles.delete_idle(circle_id, moment):
                note("circle deleted", circle=circle_id, unused_days=unused.days)
        found = tables.repository.idle_since(moment, AT_ONCE)
        return tuple(
            code for table_id, code in found if _delete(tables, table_id, code, moment, unused_days=unused.days)
        )


def _delete(
    tables: TableService, table_id: int, code: str, unless_used_since: datetime | None = None,
    hosts_key: int | None = None, **facts: object,
) -> bool:  # fmt: skip
    before = tables.repository.before(code)
    slot = tables.cache.slot(code)
    with slot.lock:
        if not tables.repository.delete(table_id, unless_used_since, hosts_key):
            return False
        tables.cache.forget(slot)
    note("table deleted", table=table_id, **facts)
    tables.pubsub.publish(code, UNKNOWN)
    if before is not None:  # that table has no rematch any more
        tables.cache.slot(before).announce(UNKNOWN)
        with suppress(TableError):  # it may be gone by now, too, or not be read just now
            tables.pubsub.publish(before, tables.get(before).stamp)
    return True


def _behind() -> float:
    """How many seconds the wall clock is behind one that nobody sets, and which counts while asleep where it can."""
    counted = time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()
    return counted - time.time()
