"""The database: connections and transactions. SQLite, or PostgreSQL for many processes."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import Any, Protocol

from sqlalchemy import URL, Connection, Engine, Executable, Row, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InvalidRequestError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.storage import postgresql, sqlite
from companion.storage.postgresql import Deadlines, is_postgresql, postgresql_engine, wait_for_writers
from companion.storage.sqlite import (
    PATIENCE,
    WRITES,
    OpenFiles,
    empty_log,
    is_busy,
    keep_open,
    sqlite_engine,
    sqlite_file,
)
from companion.tables.errors import Unavailable

# Circuit breaker: after a failed connect that took over SLOW_CONNECT_SECONDS, fail at once for OPEN_SECONDS.
SLOW_CONNECT_SECONDS, OPEN_SECONDS = 1.0, 1.0
SAVED_SECONDS = 5.0  # a commit is proof for so long that the database saves
MOMENT_SECONDS = 0.25  # how long `probe` waits for other writers

log = logging.getLogger("table_companion.database")


class Dialect(Protocol):
    """What the two databases do differently; the modules `sqlite` and `postgresql` are its implementations."""

    def size(self, connection: Connection, /) -> int:
        """How many bytes the database fills."""

    def repeatable_read(self, connection: Connection, /) -> None:
        """Let all statements from now on see the same state."""

    def save_nothing(self, connection: Connection, /) -> None:
        """Write without effect, so that the commit waits for the disk."""


class Database:
    """An engine, and how to read and to write through it.

    `failing`: the latest transaction was not saved. `unwiped`: the write-ahead log may still hold deleted rows.
    `losses` counts lost connections: after each, the server may run on a restored backup.
    """

    def __init__(self, engine: Engine, *, maintenance: bool = False) -> None:
        self.engine = engine
        self._one_writer = engine.dialect.name == "sqlite"
        self._dialect: Dialect = sqlite if self._one_writer else postgresql
        self._writers = RLock()
        self._deadlines = None if maintenance or self._one_writer else Deadlines()
        file = sqlite_file(engine.url)
        self._files = None if file is None else OpenFiles(file)
        self.failing = False
        self.unwiped = self._one_writer  # an earlier process may have been killed before it wiped the log
        self.losses = 0
        event.listen(engine, "invalidate", self._lost)
        self._in_doubt = False  # a connection was lost in a commit, which may be under way
        self._saved = -SAVED_SECONDS  # when something was saved last
        # Whether reads are answered; None until the first one was: its failure ends the program, and needs no log.
        self._answers: bool | None = None
        self._open_until = 0.0  # until when the circuit breaker is open

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read from. Raises Unavailable where the database does not answer."""
        try:
            self._resolve_in_doubt()
            with self._connected() as connection:
                yield connection
        except Unavailable as failed:
            self._note_read(failed)
            raise
        self._note_read(None)

    @contextmanager
    def reading_repeatably(self) -> Iterator[Connection]:
        """A connection to read from, whose statements all see the state at the first one. Raises Unavailable."""
        with self.reading() as connection:
            self._dialect.repeatable_read(connection)
            yield connection

    def rows(self, query: Executable, values: Mapping[str, object] | None = None) -> Sequence[Row[Any]]:
        """All that one query finds. Raises Unavailable."""
        with self.reading() as connection:
            return connection.execute(query, values).all()

    def row(self, query: Executable, values: Mapping[str, object] | None = None) -> Row[Any] | None:
        """The first row that one query finds, None where it finds none. Raises Unavailable."""
        with self.reading() as connection:
            return connection.execute(query, values).first()

    def ping(self) -> None:
        """Return if the database answers. Raises Unavailable."""
        self.row(text("SELECT 1"))

    def probe(self) -> None:
        """Return if the database answers and saves. Raises Unavailable.

        Commits a write without effect, unless something was saved a few seconds ago. While others are writing, an
        answer is enough, unless the latest transaction was not saved.
        """
        if self.failing or monotonic() - self._saved > SAVED_SECONDS:
            if self._saves_nothing():
                return
            if self.failing:
                raise Unavailable
        self.ping()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: on disk when the block is left, or nothing of it.

        In SQLite it is the only one of this process: writers queue here, in the order they came.
        Raises IntegrityError where a key is taken, Unavailable where the database fails; where only the
        answer to a commit was lost, the next read shows whether it was saved.
        """
        with ExitStack() as held:
            if self._one_writer:
                held.enter_context(self._writers)
            self._resolve_in_doubt()
            with self._transaction() as connection:
                yield connection
            if self.unwiped:
                self.wipe()

    def wipe(self) -> None:
        """Truncate SQLite's write-ahead log, which still holds deleted rows; where it is in use, after the next write.

        In the file itself SQLite overwrites deleted rows. On PostgreSQL this does nothing.
        """
        if self._one_writer:
            self.unwiped = True
            with self._writers, suppress(DBAPIError, PoolTimeout, sqlite3.Error, Unavailable):
                self._still_there()
                self.unwiped = not empty_log(self.engine)

    def size(self) -> int:
        """How many bytes the database fills; SQLite's free pages take what comes next. Raises Unavailable."""
        with self.reading() as connection:
            return self._dialect.size(connection)

    def close(self) -> None:
        """Close all connections, but for one where the database's files were replaced while they were open."""
        if self._files is not None and self._files.replaced():
            keep_open(self.engine)
        self.engine.dispose()

    def _saves_nothing(self) -> bool:
        """Commit a write without effect; returns False where others write for longer than a moment."""
        with ExitStack() as held:
            if self._one_writer:
                if not self._writers.acquire(timeout=MOMENT_SECONDS):
                    return False
                held.callback(self._writers.release)
            self._resolve_in_doubt()
            try:
                with self._transaction(patience=MOMENT_SECONDS) as connection:
                    self._dialect.save_nothing(connection)
            except Unavailable as failed:
                if is_busy(failed.__cause__):
                    return False
                raise
        return True

    @contextmanager
    def _transaction(self, patience: float | None = None) -> Iterator[Connection]:
        """A connection in a transaction, committed at the end. Raises Unavailable, and notes that saving fails.

        That the database was busy for a shorter `patience` than usual is no failure to save.
        """
        try:
            options = {WRITES: True, PATIENCE: patience}
            with self._connected() as connection, connection.execution_options(**options).begin():
                yield connection
            self._still_there()
        except Unavailable as failed:
            if patience is None or not is_busy(failed.__cause__):
                self._note(failed)
            lost = getattr(failed.__cause__, "connection_invalidated", False)
            self._in_doubt = self._in_doubt or (lost and not self._one_writer)
            raise
        self._note(None)

    def _note(self, failed: Unavailable | None) -> None:
        """Log when saving begins to fail, and when it works again."""
        if self._answers is not None and self.failing != (failed is not None):
            if failed is not None:
                log.error("the database does not save: %s", failed.__cause__ or failed)
            else:
                log.warning("the database saves again")
        self.failing = failed is not None
        if failed is None:
            self._saved = monotonic()
            if self._answers is None:
                self._answers = True

    def _note_read(self, failed: Unavailable | None) -> None:
        """Log when reading begins to fail, and when it works again: what writes nothing notices by its reads."""
        if failed is None:
            if self._answers is False:
                log.warning("the database answers again")
            self._answers = True
        elif self._answers and not self.failing:  # else it has been told, or never worked
            log.error("the database does not answer: %s", failed.__cause__ or failed)
            self._answers = False

    def _lost(self, *_: object) -> None:
        self.losses += 1

    def _still_there(self) -> None:
        gone = self._files.missing() if self._files is not None else None
        if gone is not None:
            raise Unavailable from FileNotFoundError(f"{gone} was removed or replaced while it was in use; start anew")

    def _resolve_in_doubt(self) -> None:
        """After a connection was lost in a commit, wait until the server has committed or rolled back."""
        if self._in_doubt:
            with self._connected() as connection, connection.execution_options(**{WRITES: True}).begin():
                wait_for_writers(connection)
            self._in_doubt = False

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        self._still_there()  # a new connection would make another log
        with _as_unavailable(), self._connect() as connection, ExitStack() as held:
            if self._files is not None:
                self._files.note()
            if self._deadlines is not None:
                held.enter_context(self._deadlines.kept(connection))
            yield connection

    def _connect(self) -> Connection:
        began = monotonic()
        if began < self._open_until:
            raise Unavailable
        try:
            return self.engine.connect()
        except DBAPIError:
            if monotonic() - began > SLOW_CONNECT_SECONDS:
                self._open_until = monotonic() + OPEN_SECONDS
            raise


def connect(url: URL | str, *, maintenance: bool = False) -> Database:
    """The database at this SQLAlchemy URL. Makes the folder of an SQLite file, no tables.

    `maintenance` is for migrations and copies: statements have no deadline, and SQLite checks no foreign keys.
    Raises ArgumentError where the URL is of no database that is known here.
    """
    parsed = make_url(url)
    if is_postgresql(parsed):
        return Database(postgresql_engine(parsed, maintenance=maintenance), maintenance=maintenance)
    return Database(sqlite_engine(parsed, _file(parsed), maintenance=maintenance))


def connect_read_only(url: URL | str) -> Database:
    """The database at this URL to be read alone: whatever would change it fails. Raises as `connect`, makes nothing."""
    parsed = make_url(url)
    if is_postgresql(parsed):
        return Database(postgresql.read_only_engine(parsed), maintenance=True)
    return Database(sqlite.read_only_engine(_file(parsed)))


def _file(url: URL) -> Path:
    """SQLite's file. Raises ArgumentError for a database in memory, of which each thread would have its own."""
    path = sqlite_file(url)
    if path is None:
        raise ArgumentError(f"{url.drivername!r} is neither a file of sqlite nor postgresql")
    return path


@contextmanager
def _as_unavailable() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeout, InvalidRequestError) as failed:
        raise Unavailable from failed
