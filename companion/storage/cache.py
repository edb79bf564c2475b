"""The cache: recently used tables, each with its lock, updated from the database where that has more.

Only other processes can make a cached table out of date: they announce their changes, or the database is queried.
"""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from weakref import WeakValueDictionary

from companion.live.bus import NOTHING, UNKNOWN, Stamp, behind, merged
from companion.live.pubsub import PubSub
from companion.storage.cached_table import CachedTable
from companion.storage.ledger import Ledger
from companion.storage.repository import TableRepository
from companion.tables.errors import NoSuchTable, Unavailable
from companion.tables.history import EntryView, History, opening_of

SIZE = 4096
ENTRIES = 400_000  # a little more than a kilobyte each


class CacheSlot:
    """One table's place in the cache, and whether the table in it is out of date.

    Whoever replaces `table` holds `lock`. The loop only tries to take it, since a thread holds it while it asks the
    database. `table` is None while nothing is loaded, or more is being read. `announced` is what was heard of the
    ledger's stamp. `history` is the ledger as it was last asked for.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        self.lock = threading.Lock()
        self._stamps = threading.Lock()  # what is announced is compared and kept in one step
        self.table: CachedTable | None = None
        self.announced: Stamp = NOTHING
        self.history: History | None = None

    @property
    def current(self) -> CachedTable | None:
        """The table, unless it is out of date. Read without the lock: a table is replaced as a whole."""
        table = self.table
        return None if table is None or behind(table.snapshot.stamp, self.announced) else table

    @property
    def weight(self) -> int:
        """The number of entries that it keeps in memory; those of the history take twice as much."""
        views = 0 if self.history is None else 2 * len(self.history.views)
        return views + (0 if self.table is None else self.table.snapshot.version)

    def announce(self, stamp: Stamp) -> bool:
        """Note that the ledger has this stamp; return False if the cached table is not behind it. Needs no lock."""
        with self._stamps:
            new = self.table is None or behind(self.table.snapshot.stamp, stamp)
            self.announced = merged(self.announced, stamp) if new else self.announced
        return new

    def take_announced(self) -> Stamp:
        """Return what was announced, which is read now; what is announced from now on is new."""
        with self._stamps:
            taken, self.announced = self.announced, NOTHING
        return taken


class TableCache:
    """Cached tables by code: at most `size`, and of long ones fewer, so that they hold no more than `entries` entries.

    `shared`: other processes write to the database, too. Subscribers are notified of each table that is read, which may
    be newer than what they know.
    """

    def __init__(
        self, repository: TableRepository, ledger: Ledger, pubsub: PubSub, *, shared: bool, size: int = SIZE,
        entries: int = ENTRIES,
    ) -> None:  # fmt: skip
        self._repository, self._ledger, self._pubsub = repository, ledger, pubsub
        self._shared, self._size, self._entries = shared, size, entries
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, CacheSlot] = OrderedDict()  # the one unused for longest comes first
        self._used: WeakValueDictionary[str, CacheSlot] = WeakValueDictionary()

    def get(self, code: str) -> CachedTable:
        """The table with all announced changes. Raises NoSuchTable, BrokenLedger, Unavailable.

        On the loop it is the table as it was last read, if somebody works at it: that may be the loop itself.
        """
        slot = self.slot(code)
        table = slot.current or (slot.table if slot.lock.locked() and _on_loop() else None)
        if table is None:
            with slot.lock:
                table = self.fresh(slot)
        return table

    def entries(self, code: str) -> tuple[EntryView, ...]:
        """The table's ledger, read on from where it was last asked for. Raises as `get`.

        It is read from its first entry on if seats or rights have changed.
        """
        slot, here = self.slot(code), self.get(code).snapshot
        known = slot.history
        if known is None or known.after.touched != here.touched:
            known = History(opening_of(here))
        first = known.after.version + 1
        slot.history = history = known.on(self._ledger.read(here.table_id, first, max(0, here.version + 1 - first)))
        if slot.table is not None:  # else it was deleted meanwhile
            self._keep(slot)
        return history.views

    def fresh(self, slot: CacheSlot) -> CachedTable:
        """The table with all announced changes, for a caller that holds the slot's lock.

        Returns the older table where the database is gone. Raises as `get` does.
        """
        try:
            return slot.current or self._read(slot)
        except NoSuchTable:
            self.forget(slot)
            raise

    def revalidate(self, slot: CacheSlot) -> bool:
        """Ask the database whether it has more than is cached; that is read when the table is next asked for.

        Costs nothing if no other process writes. Raises Unavailable.
        """
        if not self._shared:
            return False
        if slot.table is None:
            return slot.announce(UNKNOWN)  # another thread may be reading it, as it was a moment ago
        return slot.announce(self._repository.stamp(slot.code) or UNKNOWN)  # it may have been deleted

    def forget(self, slot: CacheSlot) -> None:
        """Drop a table that was deleted. Needs the slot's lock."""
        slot.table = slot.history = None
        with self._lock:
            if self._kept.get(slot.code) is slot:
                del self._kept[slot.code]

    def slot(self, code: str) -> CacheSlot:
        """The one slot of this code, made where there is none. The cache holds it weakly until its table was read."""
        with self._lock:
            slot = self._kept.get(code) or self._used.get(code)
            if slot is None:
                slot = self._used[code] = CacheSlot(code)
            elif code in self._kept:
                self._kept.move_to_end(code)
            return slot

    def known(self, code: str) -> CacheSlot | None:
        """The slot of this code, where there is one. Asking does not count as use."""
        with self._lock:
            return self._kept.get(code) or self._used.get(code)

    def __len__(self) -> int:
        return len(self._kept)

    def _read(self, slot: CacheSlot) -> CachedTable:
        """Read what the table lacks; return the known one if the database does not answer."""
        known, slot.table = slot.table, None  # nobody is shown what is known to be out of date, also if reading fails
        announced = slot.take_announced()
        try:
            if known is None:
                table = self._repository.read(slot.code)
            elif announced[1] > known.snapshot.touched:
                table = known.with_rows(self._repository.read(slot.code))
            else:
                table = known
            here = table.snapshot
            table = table.replayed(self._ledger.read(here.table_id, here.version + 1))
        except Unavailable:
            slot.table = known
            slot.announce(announced)
            if known is None:
                raise
            return known
        slot.table = table
        if known is None:
            self._keep(slot)
        self._pubsub.deliver(slot.code, table.snapshot.stamp)
        return table

    def _keep(self, slot: CacheSlot) -> None:
        """Keep a slot, and drop those unused for longest while there are too many."""
        with self._lock:
            self._kept[slot.code] = slot
            self._kept.move_to_end(slot.code)
            held = sum(slot.weight for slot in self._kept.values())
            while len(self._kept) > self._size or (held > self._entries and len(self._kept) > 1):
                held -= self._kept.popitem(last=False)[1].weight


def _on_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
