"""What `Tables` is built on: the database, the tables in memory, and how the two are kept alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from companion.tables.codes import normal_code
from companion.tables.database import Database
from companion.tables.ledger import Ledger
from companion.tables.live import Live
from companion.tables.loading import Loaded, read_table, with_entries, with_rows
from companion.tables.seating import Desk
from companion.tables.shelf import Place, Shelf
from companion.tables.troubles import NoSuchTable
from companion.tables.values import Snapshot

Clock = Callable[[], datetime]
KEPT = 4096


def utc_now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC)


class Stock:
    """The tables of one database. `kept` of them stay in memory; `clock` tells the time of an entry."""

    def __init__(self, database: Database, *, kept: int = KEPT, clock: Clock = utc_now) -> None:
        self.live = Live()
        self._database = database
        self._ledger = Ledger(database)
        self._shelf = Shelf(kept)
        self._now = clock

    def find(self, code: str) -> Snapshot:
        """The table of this code, as it is now. Raises NoSuchTable."""
        return self._loaded(code).snapshot

    def close(self) -> None:
        """End all listening and let go of the database."""
        self.live.close()
        self._database.close()

    def _loaded(self, code: str) -> Loaded:
        place = self._shelf.place(code)
        loaded = place.loaded  # read without the lock: it is replaced as a whole
        if loaded is None:
            with place.lock:
                loaded = self._at(place, code)
        return loaded

    def _at(self, place: Place, code: str) -> Loaded:
        """What the place holds, from the database where it holds nothing. Needs the place's lock."""
        if place.loaded is None:
            place.loaded = with_entries(self._rows(code), self._ledger)
            self._shelf.keep(code, place)
            self.live.publish(code, place.loaded.snapshot.stamp)  # it may know more than was told so far
        return place.loaded

    def _rows(self, code: str) -> Loaded:
        if normal_code(code) != code:
            raise NoSuchTable
        with self._database.reading() as connection:
            return read_table(connection, code)

    @contextmanager
    def _changing(self, code: str) -> Iterator[tuple[Desk, Loaded]]:
        """A change to seats, keys or rights: one transaction, then the new state is loaded and told.

        Raises NoSuchTable, and Unavailable where it was not saved.
        """
        place = self._shelf.place(code)
        with place.lock:
            loaded = self._at(place, code)
            with self._database.writing() as connection:
                yield Desk(connection, loaded.snapshot.table_id, self._now()), loaded
            place.loaded = None  # should the next line fail, nobody sees the old state
            place.loaded = with_rows(loaded, self._rows(code))
            self.live.publish(code, place.loaded.snapshot.stamp)
