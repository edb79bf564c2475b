"""Deletion: a table goes for good, with its ledger, names and keys, by its host or by its age."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from companion.live.bus import UNKNOWN
from companion.live.pubsub import PubSub
from companion.security_log import note
from companion.storage.cache import TableCache
from companion.storage.repository import TableRepository
from companion.tables.errors import HostOnly, NoSuchTable, TableError
from companion.tables.snapshot import Actor

AT_ONCE = 100  # tables that one sweep deletes


class Deletion:
    """Deletes tables; everybody who looks at one is told that it is gone. Raises Unavailable where it was not saved."""

    def __init__(
        self, cache: TableCache, repository: TableRepository, pubsub: PubSub, clock: Callable[[], datetime]
    ) -> None:
        self._cache, self._repository, self._pubsub, self._clock = cache, repository, pubsub, clock

    def delete(self, actor: Actor) -> None:
        """Delete the host's table. Raises HostOnly, and NoSuchTable where it is gone already."""
        if not actor.host:
            raise HostOnly
        if not self._delete(actor.table_id, actor.code, by=actor.key_id):
            raise NoSuchTable

    def sweep(self, unused: timedelta) -> tuple[str, ...]:
        """Delete the tables at which nothing has happened for so long; returns their codes. Any process may."""
        moment = self._clock() - unused
        found = self._repository.idle_since(moment, AT_ONCE)
        return tuple(code for table_id, code in found if self._delete(table_id, code, moment, unused_days=unused.days))

    def _delete(self, table_id: int, code: str, unless_used_since: datetime | None = None, **facts: object) -> bool:
        before = self._repository.before(code)
        slot = self._cache.slot(code)
        with slot.lock:
            if not self._repository.delete(table_id, unless_used_since):
                return False
            self._cache.forget(slot)
        note("table deleted", table=table_id, **facts)
        self._pubsub.publish(code, UNKNOWN)
        if before is not None:  # that table has no rematch any more
            self._cache.slot(before).announce(UNKNOWN)
            with suppress(TableError):  # it may be gone by now, too, or not be read just now
                self._pubsub.publish(before, self._cache.get(before).snapshot.stamp)
        return True
