"""The database: how all that is kept is read and written. SQLite, or PostgreSQL for many processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InvalidRequestError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.tables.postgresql import deadline, is_postgresql, postgresql_engine, wait_for_writers
from companion.tables.sqlite import WRITES, sqlite_engine, sqlite_file
from companion.tables.troubles import Unavailable
from companion.tables.waiting import Lock, in_greenlet

# Who waited so long for a connection in vain has waited for all who would ask within the next second.
IN_VAIN_SECONDS, REST_SECONDS = 1.0, 1.0

__all__ = ["Database", "connect", "sqlite_file"]


class Database:
    """An engine, and the way to read and to write through it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._looped = engine.dialect.is_async
        self._one_writer = engine.dialect.name == "sqlite"
        self._writers = Lock()
        self._doubt = False
        self._rest = 0.0

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read from. Raises Unavailable where the database does not answer."""
        self._settle()
        with self._connected() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: on disk when the block is left, or nothing of it.

        In SQLite it is the only one of this process. Its writers queue here: one that waited
        inside SQLite would hold up the loop, and with it the very one it waits for.
        Raises IntegrityError where a key is taken, Unavailable where the database fails. Whether
        it was saved after all, when the answer alone was lost, the next who reads is told.
        """
        with ExitStack() as held:
            if self._one_writer:
                held.enter_context(self._writers)
            self._settle()
            with self._transaction() as connection:
                yield connection

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose(close=in_greenlet() or not self._looped)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._connected() as connection, connection.execution_options(**{WRITES: True}).begin():
                yield connection
        except Unavailable as failed:
            lost = getattr(failed.__cause__, "connection_invalidated", False)
            self._doubt = self._doubt or (lost and not self._one_writer)
            raise

    def _settle(self) -> None:
        """After a connection died in the midst of writing: first wait until what it wrote is there, or is not."""
        if self._doubt:
            with self._connected() as connection, connection.execution_options(**{WRITES: True}).begin():
                wait_for_writers(connection)
            self._doubt = False

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        with _trouble(), self._line() as connection, ExitStack() as held:
            if self._looped:
                held.enter_context(deadline(connection))
            yield connection

    def _line(self) -> Connection:
        began = monotonic()
        if began < self._rest:
            raise Unavailable
        try:
            return self.engine.connect()
        except DBAPIError:
            if monotonic() - began > IN_VAIN_SECONDS:
                self._rest = monotonic() + REST_SECONDS
            raise


def connect(url: URL | str, *, foreign_keys: bool = True, looped: bool = False) -> Database:
    """The database at this SQLAlchemy URL. Makes the folder of an SQLite file, no tables.

    `foreign_keys=False` is for migrations, which rebuild tables and may take their time;
    `looped=True` for the server: PostgreSQL is then waited for on the loop it runs on.
    Raises ArgumentError where the URL is of no database that is known here.
    """
    parsed = make_url(url)
    if is_postgresql(parsed):
        return Database(postgresql_engine(parsed, looped=looped, hurried=foreign_keys))
    if parsed.get_backend_name() != "sqlite":
        raise ArgumentError(f"{parsed.drivername!r} is neither sqlite nor postgresql")
    return Database(sqlite_engine(parsed, foreign_keys=foreign_keys))


@contextmanager
def _trouble() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except (DBAPIError, PoolTimeout, InvalidRequestError) as failed:
        raise Unavailable from failed
