"""The database: connections and transactions. SQLite for one process, PostgreSQL for many."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from threading import RLock
from time import monotonic
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, Engine, Executable, Row, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InvalidRequestError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.storage.sqlite import OpenFiles, sqlite_engine, sqlite_file
from companion.tables.errors import Unavailable

POSTGRESQL_DRIVERS = ("postgres", "postgresql", "postgresql+psycopg", "postgresql+psycopg2")
SAVED_SECONDS = 5.0  # a commit is proof for so long that the database saves

log = logging.getLogger("table_companion.database")


class Statements(NamedTuple):
    """What the two databases are told in different words. Connections are in autocommit, until they are told to begin.

    `write` and `snapshot` begin a transaction, `save` writes without effect, so that its commit waits for the disk.
    """

    write: str
    snapshot: str
    size: str
    save: str


SQLITE = Statements(
    write="BEGIN IMMEDIATE",  # a reader's lock cannot be raised to a writer's while another writes
    snapshot="BEGIN",
    # Free pages take what comes next, and count for nothing.
    size="SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count,"
    " pragma_page_size",
    save="PRAGMA user_version = 0",
)
POSTGRESQL = Statements(
    write="BEGIN",
    snapshot="BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    size="SELECT pg_database_size(current_database())",
    save="UPDATE alembic_version SET version_num = version_num",
)


class Database:
    """An engine, and how to read and to write through it.

    `unwiped`: the write-ahead log of SQLite's `files` may still hold deleted rows.
    """

    def __init__(self, engine: Engine, files: OpenFiles | None = None) -> None:
        self.engine, self._files = engine, files
        self._sql = SQLITE if engine.dialect.name == "sqlite" else POSTGRESQL
        self._writers = nullcontext() if files is None else RLock()  # in the order in which they come: SQLite has none
        self.unwiped = files is not None  # an earlier process may have been killed before it wiped the log
        self._saved = -SAVED_SECONDS  # when something was saved last
        self._used = False
        self._failing: set[str] = set()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read from. Raises Unavailable if the database does not answer."""
        with self._told("answer"), self._connected() as connection:
            yield connection

    @contextmanager
    def reading_repeatably(self) -> Iterator[Connection]:
        """A connection to read from, whose statements all see the state at the first one. Raises Unavailable."""
        with self.reading() as connection:
            connection.exec_driver_sql(self._sql.snapshot)
            yield connection

    def rows(self, query: Executable) -> Sequence[Row[Any]]:
        with self.reading() as connection:
            return connection.execute(query).all()

    def size(self) -> int:
        """How many bytes the database fills. Raises Unavailable."""
        return int(self.rows(text(self._sql.size))[0][0])

    def ping(self) -> None:
        """Return if the database answers. Raises Unavailable."""
        self.rows(text("SELECT 1"))

    def probe(self) -> None:
        """Return if the database answers, and saves or has saved a few seconds ago. Raises Unavailable."""
        if monotonic() - self._saved > SAVED_SECONDS:
            with self.writing() as connection:
                connection.exec_driver_sql(self._sql.save)
        self.ping()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: on disk when the block is left, or nothing of it.

        In SQLite it is the only one of this process. Raises IntegrityError if a key is taken, Unavailable if the
        database fails; it may have saved all the same if only the answer to the commit was lost.
        """
        with self._writers:
            with self._told("save"):
                with self._connected() as connection, connection.begin():
                    connection.exec_driver_sql(self._sql.write)
                    yield connection
                self._still_there()
            if self.unwiped:
                self.wipe()

    def wipe(self) -> None:
        """Truncate SQLite's write-ahead log, which still holds deleted rows; if it is in use, after the next write.

        In the file itself SQLite overwrites deleted rows. On PostgreSQL this does nothing.
        """
        if self._files is not None:
            self.unwiped = True
            with self._writers, suppress(Unavailable), self._connected() as connection:
                usual = connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one()
                connection.exec_driver_sql("PRAGMA busy_timeout = 0")  # nobody waits for a reader here
                try:
                    self.unwiped = bool(connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0])
                finally:
                    connection.exec_driver_sql(f"PRAGMA busy_timeout = {usual}")

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def _told(self, what: str) -> Iterator[None]:
        """Log when it begins to fail, and when it works again; nothing before it worked once: that ends the program."""
        try:
            yield
        except Unavailable as failed:
            if what == "save":
                self._saved = -SAVED_SECONDS
            if self._used and what not in self._failing:
                self._failing.add(what)
                log.error("the database does not %s: %s", what, failed.__cause__ or failed)
            raise
        if what == "save":
            self._saved = monotonic()
        self._used = True
        if what in self._failing:
            self._failing.discard(what)
            log.warning("the database %ss again", what)

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection. SQLite's files must be there before, as a new connection would make others."""
        try:
            self._still_there()
            with self.engine.connect() as connection:
                if self._files is not None:
                    self._files.note()
                yield connection
        except IntegrityError:
            raise
        except (DBAPIError, PoolTimeout, InvalidRequestError) as failed:
            raise Unavailable from failed

    def _still_there(self) -> None:
        gone = None if self._files is None else self._files.missing()
        if gone is not None:
            raise Unavailable from FileNotFoundError(f"{gone} was removed or replaced while it was in use; start anew")


def connect(url: URL | str, *, maintenance: bool = False, read_only: bool = False) -> Database:
    """The database at this SQLAlchemy URL. Makes the folder of an SQLite file, no tables.

    `maintenance` is for migrations and copies: statements have no deadline, and SQLite checks no foreign keys.
    `read_only` makes nothing, and whatever would change something fails.
    Raises ArgumentError if the URL is of no database that can be used here, LogLeft or LogGone if SQLite's
    log is there alone, or is gone.
    """
    parsed = make_url(url)
    if is_postgresql(parsed):
        try:
            from companion.storage.postgresql import postgresql_engine
        except ModuleNotFoundError as missing:
            raise ArgumentError("PostgreSQL needs table-companion[postgresql] to be installed") from missing
        return Database(postgresql_engine(parsed, maintenance=maintenance, read_only=read_only))
    file = sqlite_file(parsed)
    if file is None:  # or a database in memory, of which each thread would have its own
        raise ArgumentError(f"{parsed.drivername!r} is neither a file of sqlite nor postgresql")
    engine = sqlite_engine(parsed, file, maintenance=maintenance, read_only=read_only)
    return Database(engine, None if read_only else OpenFiles(file))


def is_postgresql(url: URL | str) -> bool:
    """Whether this URL names a PostgreSQL database. Whatever driver it names, psycopg 3 is used."""
    return make_url(url).drivername in POSTGRESQL_DRIVERS
