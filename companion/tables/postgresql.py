"""PostgreSQL: how it is reached, how long it may take, and how a connection that died is known as one.

Every connection is in autocommit: a look is one statement and one answer. Who writes says BEGIN.
"""

from __future__ import annotations

import asyncio
import select
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import create_async_engine

from companion.tables.sqlite import WRITES

SPOKEN = ("postgres", "postgresql", "postgresql+psycopg", "postgresql+psycopg2")
PROGRAM = "table-companion"
DEADLINE_SECONDS = 6.0
# One number for all who change the database's shape: "table" in letters' places, 20 1 2 12 5.
SHAPE_LOCK = 201021205
# A server that is gone without a word is given up after some five seconds.
_LINE = {
    "application_name": PROGRAM,
    "connect_timeout": 3,
    "keepalives_idle": 3,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
}
# What was answered is on disk, whatever the server does for others.
_ALWAYS = {"synchronous_commit": "on", "timezone": "UTC"}
_HURRIED = {"statement_timeout": "5s", "lock_timeout": "3s", "idle_in_transaction_session_timeout": "10s"}
_POOL = {"pool_size": 16, "max_overflow": 0, "pool_timeout": 3, "pool_use_lifo": True}


def is_postgresql(url: URL) -> bool:
    """Whether this URL names a PostgreSQL database. Whatever it says of drivers, it is spoken to by psycopg 3."""
    return url.drivername in SPOKEN


def postgresql_engine(url: URL, *, looped: bool, hurried: bool) -> Engine:
    """An engine for this database. `looped`: it waits on the server's loop, and is used in its greenlets alone.

    `hurried`: a statement that takes longer than a person waits is given up. What the URL's
    query says of the line (`connect_timeout` and the like) goes before what is usual here.
    """
    looped = looped and sys.platform != "win32"  # psycopg cannot wait on that system's loop, and holds others up there
    make = _on_the_loop if looped else create_engine
    engine = make(url.set(drivername="postgresql+psycopg"), connect_args=_told(url, hurried=hurried), **_POOL)
    event.listen(engine, "checkout", _look)
    event.listen(engine, "begin", _begin)
    return engine


@contextmanager
def deadline(connection: Connection) -> Iterator[None]:
    """On the loop: where all of this takes too long, the line is cut, and whoever waits at it learns that it is."""
    cut = asyncio.get_running_loop().call_later(DEADLINE_SECONDS, _cut, connection.connection.driver_connection)
    try:
        yield
    finally:
        cut.cancel()


def wait_for_writers(connection: Connection) -> None:
    """Return when every entry that is being written is there or is not. Needs a transaction.

    A commit whose answer was lost may still be under way: only then is it known what became of it.
    """
    connection.exec_driver_sql("LOCK TABLE entries IN SHARE MODE")


def shape_alone(connection: Connection) -> None:
    """In a transaction: nobody else changes the database's shape until it ends."""
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({SHAPE_LOCK})")


def one_moment(connection: Connection) -> None:
    """What is read from this connection from now on is as it was at this moment."""
    connection.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")


def others(connection: Connection) -> int:
    """How many connections other processes of this program have to the database."""
    mine = "datname = current_database() AND application_name = current_setting('application_name')"
    found = connection.exec_driver_sql(
        f"SELECT count(*) FROM pg_stat_activity WHERE {mine} AND pid <> pg_backend_pid()"  # noqa: S608
    )
    return int(found.scalar_one())


def _on_the_loop(url: URL, **options: Any) -> Engine:
    return create_async_engine(url, **options).sync_engine


def _told(url: URL, *, hurried: bool) -> dict[str, Any]:
    settings = {**_ALWAYS, **(_HURRIED if hurried else {})}
    asked = url.query.get("options", "")
    options = " ".join([asked if isinstance(asked, str) else "", *(f"-c {k}={v}" for k, v in settings.items())])
    line = {key: value for key, value in _LINE.items() if key not in url.query}
    return {**line, "options": options.strip(), "autocommit": True}


def _begin(connection: Connection) -> None:
    if connection.get_execution_options().get(WRITES, False):
        connection.exec_driver_sql("BEGIN")


def _look(_connection: object, record: Any, _proxy: object) -> None:
    """A connection that is spoken to unasked was hung up on; it is not used, nor are those made before it."""
    line = record.driver_connection
    if line.closed or _readable(line.fileno()):
        hung_up = DisconnectionError("PostgreSQL has hung up")
        hung_up.invalidate_pool = True
        raise hung_up


def _readable(number: int) -> bool:
    if not hasattr(select, "poll"):  # Windows
        return bool(select.select([number], [], [], 0)[0])
    poll = select.poll()
    poll.register(number, select.POLLIN)
    return bool(poll.poll(0))


def _cut(line: Any) -> None:
    if not line.closed:
        with socket.fromfd(line.fileno(), socket.AF_INET, socket.SOCK_STREAM) as copied:
            copied.shutdown(socket.SHUT_RDWR)
