"""PostgreSQL: how it is connected to, its timeouts, and how a dead connection is detected.

Connections are in autocommit, so that a read is one round trip; a writing transaction begins with BEGIN.
"""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError

from companion.storage.sqlite import WRITES

DRIVERS = ("postgres", "postgresql", "postgresql+psycopg", "postgresql+psycopg2")
PROGRAM = "table-companion"
DEADLINE_SECONDS, LOOK_SECONDS = 6.0, 0.5
# The advisory lock of whoever changes the schema: any number, the same in all processes.
SCHEMA_LOCK = 201021205
# A connection whose server does not answer is closed after about five seconds.
_CONNECT = {
    "application_name": PROGRAM,
    "connect_timeout": 3,
    "keepalives_idle": 3,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
}
# A commit is answered only once it is on disk, whatever the server's own settings are.
_ALWAYS = {"synchronous_commit": "on", "timezone": "UTC"}
_TIMEOUTS = {"statement_timeout": "5s", "lock_timeout": "3s", "idle_in_transaction_session_timeout": "10s"}
_POOL = {"pool_size": 16, "max_overflow": 0, "pool_timeout": 3, "pool_use_lifo": True}


def is_postgresql(url: URL) -> bool:
    """Whether this URL names a PostgreSQL database. Whatever driver it names, psycopg 3 is used."""
    return url.drivername in DRIVERS


def postgresql_engine(url: URL, *, maintenance: bool) -> Engine:
    """An engine for this database.

    Statements that take longer than a person waits are cancelled, unless it is for `maintenance`. Connection parameters
    in the URL's query (`connect_timeout` and the like) take precedence over those here.
    """
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        connect_args=_connect_args(url, maintenance=maintenance),
        hide_parameters=True,  # what fails is logged, and they are names and words
        **_POOL,
    )
    event.listen(engine, "checkout", _check_alive)
    event.listen(engine, "begin", _begin)
    return engine


def read_only_engine(url: URL) -> Engine:
    """An engine that can only read this database."""
    engine = postgresql_engine(url, maintenance=True)
    event.listen(engine, "connect", _read_only)
    return engine


class Deadlines:
    """Shuts down the socket of a connection that is in use for over DEADLINE_SECONDS, so that its thread's wait fails.

    Nothing else detects a server that has stopped without closing its connections. One daemon thread watches all
    of them, from the first use on.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connections: dict[int, tuple[float, Any]] = {}  # by use: when it ends, and psycopg's connection
        self._watched = False

    @contextmanager
    def kept(self, connection: Connection) -> Iterator[None]:
        """Watch this connection for as long as the block runs."""
        use = object()
        with self._lock:
            self._connections[id(use)] = monotonic() + DEADLINE_SECONDS, connection.connection.driver_connection
            if not self._watched:
                self._watched = True
                threading.Thread(target=self._watch, daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                self._connections.pop(id(use), None)

    def _watch(self) -> None:
        while True:
            sleep(LOOK_SECONDS)
            with self._lock:
                for use, (end, connection) in tuple(self._connections.items()):
                    if end < monotonic():
                        del self._connections[use]
                        _shut_down(connection)


def size(connection: Connection) -> int:
    """How many bytes the database fills."""
    return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())


def save_nothing(connection: Connection) -> None:
    """Write without effect, so that the commit waits for the disk."""
    connection.exec_driver_sql("DELETE FROM tables WHERE false")  # fails on a read-only server
    connection.exec_driver_sql("SELECT pg_logical_emit_message(true, 'table-companion', '')")


def wait_for_writers(connection: Connection) -> None:
    """Return when no other transaction is writing entries. Needs a transaction.

    A commit whose answer was lost may still be under way; afterwards it is known what became of it.
    """
    connection.exec_driver_sql("LOCK TABLE entries IN SHARE MODE")


def lock_schema(connection: Connection) -> None:
    """Lock the schema: nobody else changes it until this transaction ends."""
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({SCHEMA_LOCK})")


def repeatable_read(connection: Connection) -> None:
    """Begin a read-only transaction whose statements all see the same state."""
    connection.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")


def other_connections(connection: Connection) -> int:
    """How many connections this program has to the database beside this one."""
    mine = "datname = current_database() AND application_name = current_setting('application_name')"
    found = connection.exec_driver_sql(
        f"SELECT count(*) FROM pg_stat_activity WHERE {mine} AND pid <> pg_backend_pid()"  # noqa: S608
    )
    return int(found.scalar_one())


def _connect_args(url: URL, *, maintenance: bool) -> dict[str, Any]:
    settings = {**_ALWAYS, **({} if maintenance else _TIMEOUTS)}
    asked = url.query.get("options", "")
    options = " ".join([asked if isinstance(asked, str) else "", *(f"-c {k}={v}" for k, v in settings.items())])
    defaults = {key: value for key, value in _CONNECT.items() if key not in url.query}
    return {**defaults, "options": options.strip(), "autocommit": True}


def _read_only(connection: Any, _record: object) -> None:
    connection.execute("SET default_transaction_read_only = on")


def _begin(connection: Connection) -> None:
    if connection.get_execution_options().get(WRITES, False):
        connection.exec_driver_sql("BEGIN")


def _check_alive(_connection: object, record: Any, _proxy: object) -> None:
    """Discard the pool where something can be read from an idle connection: the server has closed it."""
    connection = record.driver_connection
    if connection.closed or _readable(connection.fileno()):
        hung_up = DisconnectionError("PostgreSQL has hung up")
        hung_up.invalidate_pool = True
        raise hung_up


def _readable(number: int) -> bool:
    if not hasattr(select, "poll"):  # Windows
        return bool(select.select([number], [], [], 0)[0])
    poll = select.poll()
    poll.register(number, select.POLLIN)
    return bool(poll.poll(0))


def _shut_down(connection: Any) -> None:
    if not connection.closed:
        with socket.fromfd(connection.fileno(), socket.AF_INET, socket.SOCK_STREAM) as copied:
            copied.shutdown(socket.SHUT_RDWR)
