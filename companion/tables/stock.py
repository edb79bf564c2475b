"""What `Tables` is built on: the database, the tables in memory, and how the two are kept alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from companion.tables.bus import ANYTHING, NOTHING, Alone, Bus, behind
from companion.tables.codes import normal_code
from companion.tables.database import Database
from companion.tables.ledger import Entry, Ledger
from companion.tables.live import Live, Stamp
from companion.tables.loading import Loaded, read_table, with_entries, with_rows, with_these
from companion.tables.meter import Meter
from companion.tables.news import read_stamp
from companion.tables.seating import Desk
from companion.tables.shelf import Place, Shelf
from companion.tables.troubles import NoSuchTable, Unavailable
from companion.tables.values import Snapshot

Clock = Callable[[], datetime]
KEPT = 4096


def utc_now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC)


class Stock:
    """The tables of one database. `kept` of them stay in memory; `clock` tells the time of an entry.

    `bus` carries the news of other processes that serve the same tables.
    """

    def __init__(self, database: Database, *, kept: int = KEPT, clock: Clock = utc_now, bus: Bus | None = None) -> None:
        self.live = Live()
        self.meter = Meter()
        self._database = database
        self._ledger = Ledger(database)
        self._shelf = Shelf(kept)
        self._now = clock
        self._bus = bus or Alone()

    def find(self, code: str) -> Snapshot:
        """The table of this code, as far as this process has heard. Raises NoSuchTable."""
        return self._loaded(code).snapshot

    def known(self, code: str) -> Snapshot:
        """The table as it was last read here, for who is told when there is more. Raises NoSuchTable."""
        loaded = self._shelf.place(code).loaded
        return self._loaded(code).snapshot if loaded is None else loaded.snapshot

    def close(self) -> None:
        """End all listening and let go of the database."""
        self.live.close()
        self._database.close()

    def _loaded(self, code: str) -> Loaded:
        place = self._shelf.place(code)
        loaded = place.loaded  # read without the lock: it is replaced as a whole
        if loaded is None or place.told is not None:
            with place.lock:
                loaded = self._at(place, code)
        return loaded

    def _at(self, place: Place, code: str) -> Loaded:
        """What the place holds, from the database where that is nothing, or less than others told of.

        Needs the place's lock.
        """
        loaded, told = place.loaded, place.told
        if loaded is None:
            loaded = self._put(place, told, with_entries(self._rows(code), self._ledger))
            self._shelf.keep(code, place)
            return loaded
        if told is None:
            return loaded
        place.loaded = None  # should the next line fail, nobody sees what others know to be old
        more = self._read_on(loaded, told)
        return self._put(place, None, loaded) if more is None else self._put(place, told, more)

    def _put(self, place: Place, told: Stamp | None, loaded: Loaded) -> Loaded:
        """From now on the place holds this, which is at least what was told. Needs the place's lock."""
        stamp = loaded.snapshot.stamp
        place.loaded = loaded
        if place.told is not None and (place.told == told or not behind(stamp, place.told)):
            place.told = None  # else more was told meanwhile
        self.live.publish(loaded.snapshot.code, stamp)  # it may know more than was told so far
        return loaded

    def _give(self, place: Place, entries: Sequence[Entry]) -> bool:
        """Put in entries that were read already; False where they are not the next ones. Needs the place's lock."""
        loaded = place.loaded
        if loaded is None:
            return False
        fresh = [entry for entry in entries if entry.version > loaded.snapshot.version]
        if not fresh or fresh[0].version != loaded.snapshot.version + 1:
            return False
        place.loaded = None
        self._put(place, None, with_these(loaded, fresh))
        return True

    def _read_on(self, loaded: Loaded, told: Stamp) -> Loaded | None:
        """The table with what others wrote; None where the database does not answer."""
        here = loaded.snapshot
        try:
            rows = with_rows(loaded, self._rows(here.code)) if told[1] > here.touched else loaded
            return with_entries(rows, self._ledger)
        except Unavailable:
            return None

    def _looks_new(self, place: Place, code: str) -> bool:
        """Whether the ledger has something that is not loaded; then it is read when the table is next asked for.

        Raises Unavailable where the ledger cannot be asked.
        """
        loaded = place.loaded
        if loaded is None:
            return place.hear(ANYTHING)  # it may just be being read, as it was a moment ago
        with self._database.reading() as connection:
            stamp = read_stamp(connection, code) or NOTHING
        if behind(stamp, loaded.snapshot.stamp):  # the ledger has lost what was saved: a backup was put back
            with place.lock:
                place.loaded = None
            return True
        return place.hear(stamp)

    def _rows(self, code: str) -> Loaded:
        if normal_code(code) != code:
            raise NoSuchTable
        with self._database.reading() as connection:
            return read_table(connection, code)

    def _tell(self, code: str, stamp: Stamp) -> None:
        """What this process has written is told: to who listens here, and to the other processes."""
        self.live.publish(code, stamp)
        self._bus.tell(code, stamp)

    @contextmanager
    def _changing(self, code: str) -> Iterator[tuple[Desk, Loaded]]:
        """A change to seats, keys or rights: one transaction, then the new state is told.

        What is changed is held against the database first, and no other process changes it
        meanwhile. Raises NoSuchTable, and Unavailable where it was not saved.
        """
        place = self._shelf.place(code)
        with place.lock:
            if not self._bus.alone:
                self._looks_new(place, code)
            known = self._at(place, code)
            try:
                with self._database.writing() as connection:
                    loaded = with_rows(known, read_table(connection, code, change=True))
                    yield Desk(connection, known.snapshot.table_id, self._now()), loaded
                    after = with_rows(loaded, read_table(connection, code))
            except Unavailable:
                place.told = ANYTHING  # it may have been saved all the same
                raise
            place.loaded = after
            self._tell(code, after.snapshot.stamp)
