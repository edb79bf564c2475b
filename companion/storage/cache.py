"""The cache: recently used tables, each with its lock, updated from the database where that has more.

Only other processes can make a cached table out of date: they announce their changes, or the database is queried.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from weakref import WeakValueDictionary

from companion.live.bus import NOTHING, UNKNOWN, Stamp, behind, merged
from companion.storage.cached_table import CachedTable
from companion.storage.ledger import Ledger
from companion.storage.repository import TableRepository
from companion.tables.entry import Entry
from companion.tables.errors import NoSuchTable, Unavailable

SIZE = 4096
ENTRIES = 400_000  # a little more than a kilobyte each
DOUBTED = -1  # no count of lost connections


class CacheSlot:
    """One table's place in the cache. Only this class decides whether the table in it is out of date.

    `table` is None while nothing is loaded; `announced` is the ledger's stamp where that may be ahead, else None.
    `lost` counts how often the connection to the database was lost so far, `losses` is that count when the whole table
    was last read.
    """

    def __init__(self, code: str, lost: Callable[[], int]) -> None:
        self.code, self._lost = code, lost
        self.lock = threading.RLock()
        self._stamps = threading.Lock()  # what is announced is compared and kept in one step
        self.table: CachedTable | None = None
        self.announced: Stamp | None = None
        self.losses = 0

    @property
    def current(self) -> CachedTable | None:
        """The table, unless it is out of date. Read without the lock: a table is replaced as a whole."""
        return self.table if self.announced is None and not self.doubtful else None

    @property
    def doubtful(self) -> bool:
        """Whether the connection was lost since the table was read: a backup may have been restored meanwhile."""
        return self.table is not None and self.losses != self._lost()

    def announce(self, stamp: Stamp) -> bool:
        """Note that the ledger has this stamp; returns False where the cached table is not behind it. Needs no lock."""
        with self._stamps:
            if self.table is not None and not behind(self.table.snapshot.stamp, stamp):
                return False
            self.announced = merged(self.announced or NOTHING, stamp)
            return True

    def compare(self, stamp: Stamp) -> bool:
        """Note the stamp that was read from the database; returns False where the table has it. Needs no lock."""
        table = self.table
        if table is not None and behind(stamp, table.snapshot.stamp):  # fewer entries: a backup was restored
            self.losses = DOUBTED
            return True
        return self.announce(stamp)

    def put(self, table: CachedTable, read_for: Stamp | None = None, losses: int | None = None) -> None:
        """Replace the table, which has all that was announced when it was read (`read_for`). Needs the lock.

        `losses` is the count of lost connections before the whole table was read; None: only new entries were.
        """
        with self._stamps:
            self.table = table
            self.losses = self.losses if losses is None else losses
            if self.announced is not None and (
                self.announced == read_for or not behind(table.snapshot.stamp, self.announced)
            ):
                self.announced = None  # else more was announced meanwhile

    def missing(self, most: int) -> list[tuple[int, int]]:
        """The entries that the table lacks, as (table id, version).

        Empty where they are more than `most`, and where the table's rows have changed and must be read, too.
        """
        if self.table is None or self.announced is None:
            return []
        here, (version, touched) = self.table.snapshot, self.announced
        few = touched <= here.touched and version - here.version <= most
        return [(here.table_id, number) for number in range(here.version + 1, version + 1)] if few else []


class TableCache:
    """Cached tables by code: at most `size`, and of long ones fewer, so that they hold no more than `entries` entries.

    `shared`: other processes write to the database, too. `loaded` is called with code and stamp of each table that was
    read, which may be newer than what its subscribers know; `replaced` in its place where a restored backup has given
    the table other entries than were known here. `forgotten` is called with the code of a table that was deleted.
    """

    def __init__(
        self, repository: TableRepository, ledger: Ledger, *, loaded: Callable[[str, Stamp], None],
        replaced: Callable[[str, Stamp], None], forgotten: Callable[[str], None], shared: bool, size: int = SIZE,
        entries: int = ENTRIES,
    ) -> None:  # fmt: skip
        self._repository, self._ledger = repository, ledger
        self._loaded, self._replaced, self._forgotten, self._shared = loaded, replaced, forgotten, shared
        self._size, self._entries = size, entries
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, CacheSlot] = OrderedDict()  # the one unused for longest comes first
        self._used: WeakValueDictionary[str, CacheSlot] = WeakValueDictionary()

    def get(self, code: str) -> CachedTable:
        """The table with all announced changes. Raises NoSuchTable, BrokenLedger, Unavailable."""
        slot = self.slot(code)
        table = slot.current
        if table is None:
            with slot.lock:
                table = self.fresh(slot)
        return table

    def peek(self, code: str) -> CachedTable:
        """The table as it was last read here, even where more was announced. Raises as `get`."""
        return self.slot(code).table or self.get(code)

    def fresh(self, slot: CacheSlot) -> CachedTable:
        """The table with all announced changes, for a caller that holds the slot's lock.

        Returns the older table where the database is gone. Raises as `get` does.
        """
        try:
            table = self._fresh(slot)
            return self._fresh(slot) if slot.doubtful else table  # it was lost while it was asked
        except NoSuchTable:
            self.forget(slot)
            raise

    def extend(self, slot: CacheSlot, entries: Sequence[Entry]) -> bool:
        """Add entries that were read already; returns False where the next one is missing. Needs the slot's lock."""
        table = slot.table
        if table is None or slot.doubtful:
            return False
        fresh = [entry for entry in entries if entry.version > table.snapshot.version]
        if not fresh or fresh[0].version != table.snapshot.version + 1:
            return False
        slot.table = None  # if it cannot be read on, nobody is shown it
        self._put(slot, table.replayed(fresh), None)
        return True

    def revalidate(self, slot: CacheSlot) -> bool:
        """Ask the database whether it has more than is cached; that is read when the table is next asked for.

        Costs nothing where no other process writes. Raises Unavailable.
        """
        if not self._shared:
            return False
        if slot.table is None:
            return slot.announce(UNKNOWN)  # another thread may be reading it, as it was a moment ago
        return slot.compare(self._repository.stamp(slot.code) or NOTHING)

    def forget(self, slot: CacheSlot) -> None:
        """Drop a table that was deleted. Needs the slot's lock."""
        slot.table = None
        with self._lock:
            if self._kept.get(slot.code) is slot:
                del self._kept[slot.code]
        self._forgotten(slot.code)

    def slot(self, code: str) -> CacheSlot:
        """The one slot of this code, made where there is none. The cache holds it weakly until its table was read."""
        with self._lock:
            slot = self._kept.get(code) or self._used.get(code)
            if slot is None:
                slot = self._used[code] = CacheSlot(code, self._lost)
            elif code in self._kept:
                self._kept.move_to_end(code)
            return slot

    def known(self, code: str) -> CacheSlot | None:
        """The slot of this code, where there is one. Asking does not count as use."""
        with self._lock:
            return self._kept.get(code) or self._used.get(code)

    def keep(self, slot: CacheSlot) -> None:
        """Keep a slot, and drop those unused for longest while there are too many."""
        with self._lock:
            self._kept[slot.code] = slot
            self._kept.move_to_end(slot.code)
            held = sum(map(_entries, self._kept.values()))
            while len(self._kept) > self._size or (held > self._entries and len(self._kept) > 1):
                held -= _entries(self._kept.popitem(last=False)[1])

    def __len__(self) -> int:
        """How many tables are kept."""
        return len(self._kept)

    def _fresh(self, slot: CacheSlot) -> CachedTable:
        table, announced = slot.table, slot.announced
        losses = self._lost()
        if table is not None and slot.doubtful:
            return self._reload(slot, table, losses)
        if table is None:
            table = self._put(slot, self._with_ledger(self._repository.read(slot.code)), announced, losses)
            self.keep(slot)
        elif announced is not None:
            slot.table = None  # if reading fails, nobody is shown a table that is known to be out of date
            try:
                rows = announced[1] > table.snapshot.touched
                more = self._with_ledger(table.with_rows(self._repository.read(slot.code)) if rows else table)
            except Unavailable:
                more, announced = table, None
            table = self._put(slot, more, announced)
        return table

    def _reload(self, slot: CacheSlot, table: CachedTable, losses: int) -> CachedTable:
        """Read the whole table again; returns the known one where the database does not answer.

        Where a restored backup has other entries, and no more of them, the stamp is raised above the known one's, so
        that phones, which compare stamps, take the restored table for the newer one.
        """
        announced, known = slot.announced, table.snapshot.stamp
        try:
            whole = self._with_ledger(self._repository.read(slot.code))
            other = whole.snapshot.version <= known[0] and not table.has_become(whole)
            if other and not behind(known, whole.snapshot.stamp):
                self._repository.touch(slot.code, known[1])
                whole = self._with_ledger(self._repository.read(slot.code))
        except Unavailable:
            return table
        slot.put(whole, announced, losses)
        (self._replaced if other else self._loaded)(slot.code, whole.snapshot.stamp)
        return whole

    def _lost(self) -> int:
        return self._repository.database.losses

    def _with_ledger(self, table: CachedTable) -> CachedTable:
        here = table.snapshot
        return table.replayed(self._ledger.read(here.table_id, here.version + 1))

    def _put(
        self, slot: CacheSlot, table: CachedTable, read_for: Stamp | None, losses: int | None = None
    ) -> CachedTable:
        slot.put(table, read_for, losses)
        self._loaded(slot.code, table.snapshot.stamp)
        return table


def _entries(slot: CacheSlot) -> int:
    return 0 if slot.table is None else slot.table.snapshot.version
