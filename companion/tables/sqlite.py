"""SQLite: one file, read and written by this machine alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import OperationalError

from companion.tables.waiting import sleep

WAIT_SECONDS = 0.05
PATIENCE = 70  # with the 20 ms that SQLite waits each time: five seconds
WRITES = "companion_writes"
_PRAGMAS = (
    "PRAGMA busy_timeout=20",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
)


def sqlite_file(url: URL | str) -> Path | None:
    """The file of an SQLite URL; None where there is none: in memory, or another database."""
    parsed = make_url(url)
    name = parsed.database
    if parsed.get_backend_name() != "sqlite" or not name or name == ":memory:":
        return None
    return Path(name)


def sqlite_engine(url: URL, *, foreign_keys: bool) -> Engine:
    """An engine for this file, whose folder is made. Transactions with the option `WRITES` lock at once."""
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

    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    """A writer locks at once: a reader's lock cannot be raised to a writer's without a clash.

    While another program writes, the waiting is done here: SQLite's own would hold up everybody.
    """
    writes = connection.get_execution_options().get(WRITES, False)
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
    for _ in range(PATIENCE if writes else 0):
        try:
            connection.exec_driver_sql(begin)
        except OperationalError:
            sleep(WAIT_SECONDS)
        else:
            return
    connection.exec_driver_sql(begin)
