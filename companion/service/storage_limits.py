"""Bounds: how much one table, and the whole database, may hold. No evening meets them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.text import Text
from companion.storage.database import Database
from companion.tables.entry import Entry
from companion.tables.errors import DatabaseFull, TableFull

MOST_ENTRIES, MOST_MEGABYTES = 10_000, 10_000
LONG = 4_000  # characters of an entry as it is stored: a move has two hundred
MOST_NAMES = 200  # that a table's seats have had: whoever comes is looked for among all of them


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most entries of a table's ledger, and the size of the database from which on no table is opened."""

    entries: int = MOST_ENTRIES
    megabytes: int = MOST_MEGABYTES

    def need_entries(self, version: int) -> None:
        """Raise TableFull if a ledger would have more entries than it may."""
        if version > self.entries:
            raise TableFull

    def need_names(self, names: Iterable[str], had: int = 0) -> None:
        """Raise TableFull if seats would have had more names than they may; those that they `had` may stay."""
        if len({*names}) > max(MOST_NAMES, had):
            raise TableFull(
                Text("This table is full: its seats may have had {most} names in all, no more.", most=MOST_NAMES)
            )

    def need_room(self, database: Database) -> None:
        """Raise DatabaseFull if the database may hold no other table. Those that are open go on."""
        if self._is_full(database):
            raise DatabaseFull

    def need_room_for(self, entries: Iterable[Entry], database: Database) -> None:
        """Raise DatabaseFull if one of these entries is long, and the database is full."""
        if is_long(entries) and self._is_full(database):
            raise DatabaseFull(
                Text("This server is full: only what is short can be entered. Say it in fewer words; nothing is lost.")
            )

    def _is_full(self, database: Database) -> bool:
        return database.size() >= self.megabytes * 1_000_000


def is_long(entries: Iterable[Entry]) -> bool:
    """Return True if one of these entries is so long that it needs room in the database."""
    return any(len(entry.move) > LONG for entry in entries)


USUAL = Bounds()
