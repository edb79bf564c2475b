"""A cache of ledgers as they are shown, so that a page of a long one does not play the whole game again."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from companion.storage.ledger import Ledger
from companion.tables.history import EntryView, History, opening_of
from companion.tables.snapshot import Snapshot

KEPT = 20_000  # entries, of about two kilobytes each; the largest ledger that was asked for last is kept in any case


class Histories:
    """Each table's entries with what became of them, read on from where they were last asked for."""

    def __init__(self, ledger: Ledger, kept: int = KEPT) -> None:
        self._ledger, self._most = ledger, kept
        self._kept: OrderedDict[int, History] = OrderedDict()  # by table id; the one unused for longest comes first
        self._lock = Lock()

    def of(self, here: Snapshot) -> tuple[EntryView, ...]:
        """The entries that have made this table. Raises BrokenLedger, Unavailable."""
        known = self._kept.get(here.table_id)
        found = None if known is None else self._read_on(known, here)
        found = found or self._read(here)
        self._keep(found)
        return found.views

    def drop(self, code: str) -> None:
        """Keep nothing of the table of this code: it is gone."""
        with self._lock:
            for table_id in [known for known, history in self._kept.items() if history.after.code == code]:
                del self._kept[table_id]

    def _read(self, here: Snapshot) -> History:
        entries = self._ledger.read(here.table_id, 1, here.version)
        return History(opening_of(here)).on(entries)

    def _read_on(self, known: History, here: Snapshot) -> History | None:
        """The cached history with the entries since; None where the ledger has to be read from its first entry on.

        That is if a backup was restored, or if seats or rights have changed.
        """
        last, after = known.last, known.after
        if last is None or after.touched != here.touched or last.version > here.version:
            return None
        entries = self._ledger.read(here.table_id, last.version, here.version - last.version + 1)
        return known.on(entries[1:]) if entries[:1] == [last] else None

    def _keep(self, history: History) -> None:
        with self._lock:
            self._kept[history.after.table_id] = history
            self._kept.move_to_end(history.after.table_id)
            held = sum(map(_weight, self._kept.values()))
            while held > self._most and len(self._kept) > 1:
                held -= _weight(self._kept.popitem(last=False)[1])


def _weight(history: History) -> int:
    """Its entries and one more: a table at which nobody has played takes memory, too."""
    return len(history.views) + 1
