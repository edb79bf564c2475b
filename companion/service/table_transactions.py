"""A change of seats, keys or rights at a table: one transaction, then the cache, the subscribers, the security log."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from companion.live.bus import UNKNOWN
from companion.live.pubsub import PubSub
from companion.security_log import note
from companion.storage.cache import TableCache
from companion.storage.cached_table import CachedTable
from companion.storage.repository import TableRepository
from companion.storage.seats_and_keys import TableWriter
from companion.tables.errors import KeyEnded, TableError, Unavailable
from companion.tables.policy import TableChange, need_permission
from companion.tables.snapshot import Actor

log = logging.getLogger("table_companion.rematch")


class TableTransactions:
    """Opens a transaction on a table. Each raises NoSuchTable, and Unavailable where it was not saved.

    The right of the phone that asks (`by`) is checked again in the transaction, since it may have been lost meanwhile:
    then KeyEnded, or what policy raises.
    """

    def __init__(self, cache: TableCache, repository: TableRepository, pubsub: PubSub) -> None:
        self._cache, self._repository, self._pubsub = cache, repository, pubsub

    @contextmanager
    def table(self, code: str, by: Actor | None = None) -> Iterator[tuple[TableWriter, CachedTable]]:
        """One transaction on an up-to-date table; then the new state is cached, published, and logged as done `by`."""
        slot = self._cache.slot(code)
        with slot.lock:
            self._cache.revalidate(slot)
            known = self._cache.fresh(slot)
            try:
                with self._repository.changing(known) as writer:
                    yield writer, writer.table
            except Unavailable:
                slot.announce(UNKNOWN)  # it may have been saved all the same
                raise
            slot.table = writer.table
            self._pubsub.publish(code, writer.table.snapshot.stamp)
        log_changes(writer, by)
        if writer.freed and writer.table.snapshot.next_code is not None:
            self._free_at_rematch(writer.table, writer.freed)

    def _free_at_rematch(self, left: CachedTable, seats: Sequence[str]) -> None:
        """Free the same people's seats at the rematch, where no phone has taken them yet."""
        people = left.snapshot.people
        ours = [people.names_of(seat) for seat in seats if people.first_name(seat) == seat]
        try:
            with self.table(str(left.snapshot.next_code)) as (writer, table):
                for names in ours:
                    here = table.seat_of(names)
                    keys = [key for key in table.keys.values() if key.seat == here]
                    if here is not None and not any(key.used or key.handed_out for key in keys):
                        writer.revoke([key.id for key in keys])
                        writer.free(here)
        except TableError as failed:  # the request itself is saved; the rematch may have been deleted
            log.warning("seats that were left before it were not freed at the rematch: %s", failed)

    @contextmanager
    def table_of(self, by: Actor, change: TableChange) -> Iterator[tuple[TableWriter, CachedTable]]:
        """One transaction on the actor's own table, for a change that needs permission; raises what policy raises."""
        need_permission(by, change)
        with self.table(by.code, by) as (writer, table):
            now = table.holder(by.key_id)
            if now is None:
                raise KeyEnded
            need_permission(now, change)
            yield writer, table


def log_changes(writer: TableWriter, by: Actor | None = None) -> None:
    for event, facts in writer.keyring.events:
        note(event, **{"table": writer.row.id, **facts}, by=None if by is None else by.key_id)
