"""The database behind the program's back: all its rows, changes that nobody may make, commits that fail."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, NullPool, create_engine, inspect, text

from companion.service.service import TableService

# A commit that fails in PostgreSQL itself: what is looked at when all has been said is the disk.
FULL_DISK = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the disk is full' USING ERRCODE = 'disk_full'; END $$
"""
AT_COMMIT = """
CREATE CONSTRAINT TRIGGER full_disk_{0} AFTER INSERT OR UPDATE OR DELETE ON {0} DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION full_disk()
"""
KEPT = (
    "tables",
    "seats",
    "keys",
    "entries",
    "circles",
    "people",
    "person_names",
    "circle_keys",
    "circle_games",
    "presets",
)


@contextmanager
def raw(url: str) -> Iterator[Connection]:
    """Another program's transaction."""
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def everything(url: str) -> list[Any]:
    """All rows of the database as they lie there: of entries, keys, seats, tables; then of circles."""
    with raw(url) as connection:
        found = {name for name in inspect(connection).get_table_names() if "alembic" not in name}
        names = sorted(found, key=lambda name: (name not in KEPT[:4], name))
        rows = [connection.execute(text(f"SELECT * FROM {name} ORDER BY 1, 2")).all() for name in names]
    return [[tuple(row) for row in of_table] for of_table in rows]


def meddle(url: str, statement: str, **values: object) -> None:
    """A change that the database forbids: so first what forbids it is taken away."""
    with raw(url) as connection:
        if connection.dialect.name == "sqlite":
            connection.execute(text("DROP TRIGGER IF EXISTS entries_update"))
        else:
            connection.execute(text("ALTER TABLE entries DISABLE TRIGGER USER"))
        connection.execute(text(statement), values)


@contextmanager
def no_commit(tables: TableService) -> Iterator[None]:
    """The database refuses every COMMIT meanwhile, as a failing disk would; SQLite's those of this process."""
    engine = tables.database.engine
    if engine.dialect.name == "postgresql":
        url = engine.url.render_as_string(hide_password=False)
        with raw(url) as connection:
            connection.execute(text(FULL_DISK))
            for name in KEPT:
                connection.execute(text(AT_COMMIT.format(name)))
        try:
            yield
        finally:
            with raw(url) as connection:
                connection.execute(text("DROP FUNCTION full_disk() CASCADE"))
        return

    def authorizer(action: int, what: str | None, *_: object) -> int:
        return sqlite3.SQLITE_DENY if (action, what) == (sqlite3.SQLITE_TRANSACTION, "COMMIT") else sqlite3.SQLITE_OK

    _authorize(engine, authorizer)
    try:
        yield
    finally:
        _authorize(engine, None)


def _authorize(engine: Any, authorizer: Any) -> None:
    """For every connection of the pool."""
    held = [engine.connect() for _ in range(max(1, engine.pool.checkedin()))]
    for connection in held:
        connection.connection.driver_connection.set_authorizer(authorizer)
    for connection in held:
        connection.close()
