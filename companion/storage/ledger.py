"""The ledger: the only writer of entries. It appends; nothing in it is ever changed or removed.

Group commit: taps that wait for the disk queue, and the first of them, the leader, writes for all in one
transaction. Each is answered when its entries are on disk.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Literal

from sqlalchemy import Connection, Row, Select, and_, bindparam, insert, or_, select
from sqlalchemy.exc import IntegrityError

from companion.storage.database import Database
from companion.storage.schema import ENTRIES
from companion.tables.entry import Entry
from companion.tables.errors import Unavailable

Outcome = Literal["saved", "clash", "failed"]
BATCH = 256  # taps in one commit
_INSERT = insert(ENTRIES)  # made once: SQLAlchemy caches the compiled form by the statement
LARGEST = 64  # entries in one query of `read_many`


class _Job:
    """A tap's entries that wait to be written, and the outcome: all are on disk, or none."""

    __slots__ = ("losses", "outcome", "rows", "turn")

    def __init__(self, entries: Sequence[Entry], losses: int | None) -> None:
        self.losses = losses
        self.rows = [_row(entry) for entry in entries]
        self.outcome: Outcome | None = None
        self.turn = threading.Event()  # set when the outcome is known, or when this job becomes the leader


class Ledger:
    """Appends to and reads from all tables' ledgers. Reading raises Unavailable where the database does not answer."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._waiting: list[_Job] = []
        self._leader: _Job | None = None

    def append(self, entries: Sequence[Entry], losses: int | None = None) -> Outcome:
        """Write one tap's entries; returns once it is known whether they are on disk.

        "saved": they are on disk. "clash": another writer took a version, or this
        request is there already. "failed": the database did not take them.
        `losses` is the database's count of lost connections when the table was read: where it has risen since, a
        backup may have been restored, and that is a clash, too.
        """
        job = _Job(entries, losses)
        if not self._queue(job):
            job.turn.wait()
        try:
            while job.outcome is None:  # it is our turn to lead
                self._write(self._take())
        finally:
            if self._leader is job:
                self._hand_on()
        return job.outcome

    def _queue(self, job: _Job) -> bool:
        """Queue a job; whether it is the leader."""
        with self._lock:
            self._waiting.append(job)
            self._leader = self._leader or job
            return self._leader is job

    def _hand_on(self) -> None:
        with self._lock:
            self._leader = heir = self._waiting[0] if self._waiting else None
        if heir is not None:
            heir.turn.set()

    def _take(self) -> list[_Job]:
        with self._lock:
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
        return batch

    def _write(self, batch: list[_Job]) -> None:
        try:
            outcome = self._insert(batch)
            alone = outcome != "clash" or len(batch) == 1
            for job in batch:
                job.outcome = outcome if alone else self._insert([job])
        finally:
            for job in batch:  # also where the leader fails, so that no job waits for ever
                job.outcome = job.outcome or "failed"
                job.turn.set()

    def _insert(self, batch: list[_Job]) -> Outcome:
        # In the same order in every process, so that two of them cannot deadlock on each other's rows.
        rows = sorted((row for job in batch for row in job.rows), key=itemgetter("table_id"))
        try:
            with self._database.writing() as connection:
                if any(job.losses not in (None, self._database.losses) for job in batch):
                    return "clash"
                connection.execute(_INSERT, rows)
        except IntegrityError:
            return "clash"
        except Unavailable:
            return "failed"
        return "saved"

    def read(self, table_id: int, first: int = 1, most: int | None = None) -> list[Entry]:
        """A table's entries in order, from version `first` on; no more than `most` of them."""
        query = select(ENTRIES).where(ENTRIES.c.table_id == table_id, ENTRIES.c.version >= first)
        return [_entry(row) for row in self._database.rows(query.order_by(ENTRIES.c.version).limit(most))]

    def read_many(self, wanted: Sequence[tuple[int, int]]) -> dict[int, list[Entry]]:
        """The entries of these (table id, version), by table id and in order; what is not there is left out."""
        found: dict[int, list[Entry]] = {}
        with self._database.reading() as connection:
            for first in range(0, len(wanted), LARGEST):
                for entry in _read_some(connection, wanted[first : first + LARGEST]):
                    found.setdefault(entry.table_id, []).append(entry)
        return found


def begin(connection: Connection, entries: Sequence[Entry]) -> None:
    """Append the first entries of a table that this transaction opens: nobody else can write to it yet."""
    if entries:
        connection.execute(_INSERT, [_row(entry) for entry in entries])


def _row(entry: Entry) -> dict[str, Any]:
    """The entry as the insert wants it, by column."""
    return {
        "table_id": entry.table_id, "version": entry.version, "move": entry.move, "at": entry.at,
        "entered_by": entry.by, "key_id": entry.key_id, "label": entry.label, "request": entry.request,
        "kind": entry.kind,
    }  # fmt: skip


def _entry(row: Row[Any]) -> Entry:
    return Entry(
        row.table_id, row.version, row.move, row.at, row.entered_by, row.key_id, row.label, row.request, row.kind
    )


def _read_some(connection: Connection, wanted: Sequence[tuple[int, int]]) -> Iterable[Entry]:
    size = 1 << (len(wanted) - 1).bit_length()  # few sizes, so that each statement is made and planned once
    padded = [*wanted, *[wanted[-1]] * (size - len(wanted))]
    values = {f"{name}{i}": value for i, pair in enumerate(padded) for name, value in zip("tv", pair, strict=True)}
    return map(_entry, connection.execute(_by_pairs(size), values))


@lru_cache
def _by_pairs(many: int) -> Select[Any]:
    """A query for so many (table id, version), a condition for each: for a list of pairs SQLite scans all entries."""
    pairs = (
        and_(ENTRIES.c.table_id == bindparam(f"t{i}"), ENTRIES.c.version == bindparam(f"v{i}")) for i in range(many)
    )
    return select(ENTRIES).where(or_(*pairs)).order_by(ENTRIES.c.table_id, ENTRIES.c.version)
