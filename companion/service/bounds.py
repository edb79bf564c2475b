"""Bounds: how much one table, and the whole database, may hold. No evening meets them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.storage.database import Database
from companion.tables.errors import DatabaseFull, TableFull

MOST_ENTRIES, MOST_MEGABYTES = 10_000, 10_000


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most entries of a table's ledger, and the size of the database from which on no table is opened."""

    entries: int = MOST_ENTRIES
    megabytes: int = MOST_MEGABYTES

    def need_entries(self, version: int) -> None:
        """Raise TableFull where a ledger would have more entries than it may."""
        if version > self.entries:
            raise TableFull

    def need_room(self, database: Database) -> None:
        """Raise DatabaseFull where the database may hold no other table. Those that are open go on."""
        if database.size() >= self.megabytes * 1_000_000:
            raise DatabaseFull


USUAL = Bounds()
