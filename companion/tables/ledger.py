"""The ledger: the only writer of entries. It appends; nothing in it is ever changed or removed.

Group commit: whoever waits for the disk queues, and the first of them leads: it writes for
all in one transaction. Each is answered when its entries are on disk.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from time import perf_counter
from typing import Any, Literal

from sqlalchemy import Row, insert, select
from sqlalchemy.exc import IntegrityError

from companion.tables.database import Database
from companion.tables.models import EntryRow
from companion.tables.troubles import Unavailable
from companion.tables.waiting import Gate, sleep

Outcome = Literal["saved", "clash", "failed"]
ENTRIES = EntryRow.__table__  # type: ignore[attr-defined]  # SQLModel does not declare it
BATCH = 256
# A commit waits so long for others at most; a turn of the loop that is shorter than the second had nothing to do.
LINGER_SECONDS, QUIET_SECONDS = 0.003, 0.00005
MOVE, ACT = "move", "act"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry as it is stored: `move` is JSON, `request` None where the request has no name.

    `kind` says what the JSON is: a "move" of the game, or an "act" (`acts.py`).
    """

    table_id: int
    version: int
    move: str
    at: datetime
    by: str | None
    key_id: int
    label: str
    request: str | None
    kind: str = MOVE

    def row(self) -> dict[str, Any]:
        """As the insert wants it."""
        return {
            "table_id": self.table_id, "version": self.version, "move": self.move, "at": self.at,
            "entered_by": self.by, "key_id": self.key_id, "label": self.label, "request": self.request,
            "kind": self.kind,
        }  # fmt: skip


class _Job:
    """A tap's entries on their way to the disk; all of them get there, or none."""

    __slots__ = ("outcome", "rows", "turn")

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.rows = [entry.row() for entry in entries]
        self.outcome: Outcome | None = None
        self.turn = Gate()  # open when the job is settled, or when it is this job's turn to lead


class Ledger:
    """Appends to and reads from all tables' ledgers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._waiting: list[_Job] = []
        self._leader: _Job | None = None

    def append(self, entries: Sequence[Entry]) -> Outcome:
        """Write one tap's entries, and return when that is settled.

        "saved": they are on disk. "clash": another writer took a version, or this
        request is there already. "failed": the database did not take them.
        """
        job = _Job(entries)
        try:
            if not self._queue(job):
                job.turn.wait()
            while job.outcome is None:  # it is our turn to lead
                self._gather()
                self._write(self._take())
        finally:
            if job.outcome is None:
                self._drop(job)
            if self._leader is job:
                self._hand_on()
        return job.outcome or "failed"

    def _queue(self, job: _Job) -> bool:
        """Whether this job is the one that leads."""
        with self._lock:
            self._waiting.append(job)
            self._leader = self._leader or job
            return self._leader is job

    def _drop(self, job: _Job) -> None:
        """Who was called off writes nothing any more, and leads nobody."""
        with self._lock:
            self._waiting = [other for other in self._waiting if other is not job]

    def _hand_on(self) -> None:
        with self._lock:
            self._leader = heir = self._waiting[0] if self._waiting else None
        if heir is not None:
            heir.turn.open()

    def _gather(self) -> None:
        """Let others who are about to queue do so: one commit for all of us.

        As long as they come, or as this process has anything else to do, but for no more than
        a moment: whoever is alone waits for nobody.
        """
        began, before, busy = perf_counter(), 0, True
        while busy and len(self._waiting) < BATCH:
            turn, before = perf_counter(), len(self._waiting)
            sleep(0)
            now = perf_counter()
            busy = now - began < LINGER_SECONDS and (len(self._waiting) > before or now - turn > QUIET_SECONDS)

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
            for job in batch:  # whatever happened to the leader, nobody waits for ever
                job.outcome = job.outcome or "failed"
                job.turn.open()

    def _insert(self, batch: list[_Job]) -> Outcome:
        # In one order everywhere: processes that wait for each other's entries would else wait for ever.
        rows = sorted((row for job in batch for row in job.rows), key=itemgetter("table_id"))
        try:
            with self._database.writing() as connection:
                connection.execute(insert(ENTRIES), rows)
        except IntegrityError:
            return "clash"
        except Unavailable:
            return "failed"
        return "saved"

    def read(self, table_id: int, first: int = 1, most: int | None = None) -> list[Entry]:
        """A table's entries in order, from version `first` on; no more than `most` of them.

        Raises Unavailable where the database does not answer.
        """
        query = select(ENTRIES).where(ENTRIES.c.table_id == table_id, ENTRIES.c.version >= first)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(ENTRIES.c.version).limit(most)).all()
        return [entry_of(row) for row in rows]


def entry_of(row: Row[Any]) -> Entry:
    """An entry as it was read."""
    return Entry(
        row.table_id, row.version, row.move, row.at, row.entered_by, row.key_id, row.label, row.request, row.kind
    )


def stored(plain: dict[str, Any]) -> str:
    """A move or an act as the ledger keeps it: JSON in ASCII, so that any database takes any name."""
    return json.dumps(plain, ensure_ascii=True, separators=(",", ":"))
