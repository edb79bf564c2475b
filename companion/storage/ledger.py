"""The ledger: the only writer of entries. It appends; nothing in it is ever changed or removed.

Group commit: taps wait for one thread, which writes all that are waiting in one transaction. Each is answered when its
entries are on disk.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from operator import itemgetter
from typing import Literal

from msgspec.structs import asdict
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from companion.storage.database import Database
from companion.storage.schema import ENTRIES
from companion.tables.entry import Entry
from companion.tables.errors import Unavailable

Outcome = Literal["saved", "clash", "failed"]
BATCH = 256  # taps in one commit
_INSERT = insert(ENTRIES)  # made once: SQLAlchemy caches the compiled form by the statement


class _Job:
    """A tap's entries that wait to be written, and the outcome: all are on disk, or none."""

    __slots__ = ("outcome", "rows")

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.rows = list(map(asdict, entries))
        self.outcome = Future[Outcome]()


class Ledger:
    """Appends to and reads from all tables' ledgers. Reading raises Unavailable if the database does not answer."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = ThreadPoolExecutor(1, "ledger")
        self._lock = threading.Lock()
        self._waiting: list[_Job] = []

    def append(self, entries: Sequence[Entry]) -> Future[Outcome]:
        """Write one tap's entries. A thread waits for the outcome, the loop awaits it; both may go on without it.

        "saved": they are on disk. "clash": another writer took a version, or this request is there already. "failed":
        the database did not take them.
        """
        job = _Job(entries)
        with self._lock:
            self._waiting.append(job)
            if len(self._waiting) == 1:
                self._writer.submit(self._write)
        return job.outcome

    def close(self) -> None:
        """Write what waits, and end the writer."""
        self._writer.shutdown()

    def _write(self) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            if self._waiting:
                self._writer.submit(self._write)
        batch = [job for job in waiting if job.outcome.set_running_or_notify_cancel()]
        try:
            together = self._insert(batch) if batch else "saved"
            for job in batch:
                job.outcome.set_result(self._insert([job]) if together == "clash" and len(batch) > 1 else together)
        except BaseException as failed:
            for job in batch:
                if not job.outcome.done():  # else somebody would wait for ever
                    job.outcome.set_exception(failed)

    def _insert(self, batch: list[_Job]) -> Outcome:
        # In the same order in every process, so that two of them cannot deadlock on each other's rows.
        rows = sorted((row for job in batch for row in job.rows), key=itemgetter("table_id"))
        try:
            with self._database.writing() as connection:
                connection.execute(_INSERT, rows)
        except IntegrityError:
            return "clash"
        except Unavailable:
            return "failed"
        return "saved"

    def read(self, table_id: int, first: int = 1, most: int | None = None) -> list[Entry]:
        """A table's entries in order, from version `first` on; no more than `most` of them."""
        query = select(ENTRIES).where(ENTRIES.c.table_id == table_id, ENTRIES.c.version >= first)
        return [Entry(*tuple(row)) for row in self._database.rows(query.order_by(ENTRIES.c.version).limit(most))]


def begin(connection: Connection, entries: Sequence[Entry]) -> None:
    """Append the first entries of a table that this transaction opens: nobody else can write to it yet."""
    if entries:
        connection.execute(_INSERT, list(map(asdict, entries)))
