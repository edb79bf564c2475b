"""The database, and all that SQLite alone needs: nothing SQLite-only stands anywhere else but in `backup.py`.

One process writes one transaction at a time, and its writers queue on a Python
lock, not on SQLite's: a writer that waited inside SQLite would hold up the loop, and
with it the very one it waits for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from companion.tables.troubles import Unavailable
from companion.tables.waiting import Lock, sleep

WAIT_SECONDS = 0.05
PATIENCE = 70  # with the 20 ms that SQLite waits each time: five seconds
_WRITES = "companion_writes"
_PRAGMAS = (
    "PRAGMA busy_timeout=20",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
)


class Database:
    """An engine, and the way to read and to write through it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._writers = Lock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read from. Raises Unavailable where the database does not answer."""
        with _trouble(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction, the only one of this process: on disk when the block is left, or nothing of it.

        Raises IntegrityError where a key is taken, Unavailable where the database fails.
        """
        with self._writers, _trouble(), self._to_write() as connection, connection.begin():
            yield connection

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()

    def _to_write(self) -> Connection:
        return self.engine.connect().execution_options(**{_WRITES: True})


def connect(url: str, *, foreign_keys: bool = True) -> Database:
    """The database at this SQLAlchemy URL. Makes the folder of an SQLite file, not its tables.

    `foreign_keys=False` is for migrations, which rebuild tables.
    """
    if make_url(url).get_backend_name() != "sqlite":
        return Database(create_engine(url))
    path = sqlite_file(url)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun below, and only there
        for pragma in _PRAGMAS:
            connection.execute(pragma).close()
        if not foreign_keys:
            connection.execute("PRAGMA foreign_keys=OFF").close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        _begin(connection, writes=connection.get_execution_options().get(_WRITES, False))

    return Database(engine)


def _begin(connection: Connection, *, writes: bool) -> None:
    """A writer locks at once: a reader's lock cannot be raised to a writer's without a clash.

    While another program writes, the waiting is done here: SQLite's own would hold up everybody.
    """
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
    for _ in range(PATIENCE if writes else 0):
        try:
            connection.exec_driver_sql(begin)
        except OperationalError:
            sleep(WAIT_SECONDS)
        else:
            return
    connection.exec_driver_sql(begin)


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite URL; None where there is none: in memory, or another database."""
    parsed = make_url(url)
    name = parsed.database
    if parsed.get_backend_name() != "sqlite" or not name or name == ":memory:":
        return None
    return Path(name)


@contextmanager
def _trouble() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as failed:
        raise Unavailable from failed
