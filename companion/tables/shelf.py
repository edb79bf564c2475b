"""The tables in memory: the ones used lately, each with its lock. What falls off is loaded again when needed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from weakref import WeakValueDictionary

from companion.tables.bus import NOTHING, behind, merged
from companion.tables.live import Stamp
from companion.tables.loading import Loaded
from companion.tables.waiting import Lock

# An entry takes little more than a kilobyte of memory.
ENTRIES = 400_000


class Place:
    """A table's place on the shelf: its lock, and what is loaded (None: nothing yet, or not to be trusted).

    `told` is what another process has, where that may be more than is loaded; None where it is not.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.loaded: Loaded | None = None
        self.told: Stamp | None = None

    def hear(self, stamp: Stamp) -> bool:
        """Keep in mind what another process has. False where all of it is known."""
        if self.loaded is not None and not behind(self.loaded.snapshot.stamp, stamp):
            return False
        self.told = merged(self.told or NOTHING, stamp)
        return True

    @property
    def entries(self) -> int:
        """How many entries it holds in memory."""
        return 0 if self.loaded is None else self.loaded.snapshot.version


class Shelf:
    """Places by code. At most `size` are kept, and of many entries no more than `entries`.

    One that somebody is using is never given out twice.
    """

    def __init__(self, size: int, entries: int = ENTRIES) -> None:
        self._size, self._entries = size, entries
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Place] = OrderedDict()
        self._used: WeakValueDictionary[str, Place] = WeakValueDictionary()

    def place(self, code: str) -> Place:
        """The one place of this code. It is kept only once `keep` says that the table exists."""
        with self._lock:
            place = self._kept.get(code) or self._used.get(code)
            if place is None:
                place = self._used[code] = Place()
            elif code in self._kept:
                self._kept.move_to_end(code)
            return place

    def known(self, code: str) -> Place | None:
        """The place of this code, where there is one."""
        with self._lock:
            return self._kept.get(code) or self._used.get(code)

    def keep(self, code: str, place: Place) -> None:
        """Hold on to a place, and let go of the one unused for longest."""
        with self._lock:
            self._kept[code] = place
            self._kept.move_to_end(code)
            held = sum(one.entries for one in self._kept.values())
            while len(self._kept) > self._size or (held > self._entries and len(self._kept) > 1):
                held -= self._kept.popitem(last=False)[1].entries

    def __len__(self) -> int:
        return len(self._kept)
