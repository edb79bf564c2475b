"""Deletion: a table goes for good, with its ledger, names and keys, and a circle; by its host or by its age."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from companion.circles.circle import Member
from companion.circles.policy import CircleChange
from companion.live.bus import UNKNOWN
from companion.live.pubsub import PubSub
from companion.security_log import note
from companion.service.circles import need_permission_of
from companion.storage.cache import TableCache
from companion.storage.circles import CircleRepository
from companion.storage.repository import TableRepository
from companion.tables.errors import HostOnly, NoSuchTable, TableError
from companion.tables.policy import TableChange, need_permission
from companion.tables.snapshot import Actor

AT_ONCE = 100  # tables that one sweep deletes


class Deletion:
    """Deletes tables; everybody who looks at one is told that it is gone. Raises Unavailable where it was not saved."""

    def __init__(
        self, cache: TableCache, repository: TableRepository, circles: CircleRepository, pubsub: PubSub,
        clock: Callable[[], datetime],
    ) -> None:  # fmt: skip
        self._cache, self._repository, self._circles, self._pubsub = cache, repository, circles, pubsub
        self._clock = clock

    def delete(self, actor: Actor) -> None:
        """Delete the host's table. Raises HostOnly, and NoSuchTable where it is gone already.

        The right may have gone to another phone since the request came in.
        """
        need_permission(actor, TableChange.DELETE)
        if not self._delete(actor.table_id, actor.code, hosts_key=actor.key_id, by=actor.key_id):
            raise HostOnly if self._repository.stamps((actor.code,)) else NoSuchTable

    def sweep(self, unused: timedelta) -> tuple[str, ...]:
        """Delete the tables and circles in which nothing has happened for so long. Any process may.

        Returns the tables' codes. The games of a circle that is in use stay.
        """
        moment = self._clock() - unused
        for circle_id in self._circles.idle_since(moment, AT_ONCE):
            if self._circles.delete_idle(circle_id, moment, self._clock()):
                note("circle deleted", circle=circle_id, unused_days=unused.days)
        found = self._repository.idle_since(moment, AT_ONCE)
        return tuple(code for table_id, code in found if self._delete(table_id, code, moment, unused_days=unused.days))

    def delete_circle(self, member: Member, *, tables: bool) -> None:
        """Delete the host's circle, and its `tables` with it, or let them stay and belong to none.

        Raises CircleHostOnly, KeyEnded, and NoSuchCircle where it is gone already.
        """
        if tables:
            with self._circles.changing(member.circle_id, self._clock()) as writer:
                need_permission_of(writer, member, CircleChange.DELETE)
            for game in self._circles.games(member.circle_id):
                self._delete(game.table_id, game.code, circle=member.circle_id)
        with self._circles.changing(member.circle_id, self._clock()) as writer:
            need_permission_of(writer, member, CircleChange.DELETE)
            writer.delete()
        self._circles.database.wipe()
        note("circle deleted", circle=member.circle_id, by=member.key_id)

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
