"""Copies a PostgreSQL database to a file, and a file to a PostgreSQL database.

The file is an SQLite database, the same as a backup of one, so a database can move from either to the other.
"""

from __future__ import annotations

import secrets
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, insert, select
from sqlalchemy.engine import URL

from companion.storage.database import connect
from companion.storage.migrate import newest, revision_of, shape, upgrade
from companion.storage.postgresql import others, shape_alone
from companion.storage.schema import TABLES, Row

PIECE = 1000
HISTORY = "alembic_version"
TRIGGERED = ("entries_stay()", "entries_go_whole()", "tables_take_all()")


class NotMoved(Exception):
    """Nothing was copied or changed; the message gives the reason."""


def to_file(url: URL, file: Path) -> None:
    """Copy all that the PostgreSQL database holds at this moment to an SQLite file, whoever writes meanwhile.

    Raises NotMoved where it has no tables of ours at today's revision, Unavailable where it does not answer.
    """
    target = _sqlite(file)
    with closing(connect(url, foreign_keys=False)) as source, source.reading_one_moment() as here:
        revision = revision_of(here)
        if not revision:
            raise NotMoved("There is no database of this app yet.")
        if revision != newest():
            raise NotMoved("The database has another version's shape; `companion db upgrade` brings it up to date.")
        upgrade(target)
        with closing(connect(target)) as made, made.writing() as there:
            _copy_rows(here, there)


def from_file(file: Path, url: URL, *, force: bool) -> str | None:
    """Upgrade the SQLite file and copy all of it to the PostgreSQL database, all or nothing.

    Tables that are there are moved to another schema, whose name is returned; that needs `force`. Raises NotMoved
    where they are there and `force` is not given, or a server is using the database; Unavailable where that does
    not answer.
    """
    upgrade(_sqlite(file))
    with (
        closing(connect(_sqlite(file))) as source,
        closing(connect(url, foreign_keys=False)) as target,
        source.reading() as here,
        target.writing() as there,
    ):
        shape_alone(there)
        kept = _put_aside(there) if _free(there, force=force) else None
        shape(there)
        _copy_rows(here, there)
        _count_on(there)
    return kept


def _sqlite(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))


def _copy_rows(here: Connection, there: Connection) -> None:
    for table in Row.metadata.sorted_tables:
        rows = here.execute(select(table).order_by(*table.primary_key), execution_options={"yield_per": PIECE})
        for piece in rows.mappings().partitions():
            there.execute(insert(table), [dict(row) for row in piece])


def _free(connection: Connection, *, force: bool) -> bool:
    """Whether there are tables to move aside first. Raises NotMoved where they have to stay."""
    if not revision_of(connection):
        return False
    full = connection.execute(select(TABLES.c.id).limit(1)).first() is not None
    if full and not force:
        raise NotMoved("There are tables in it. With --force they are replaced, and kept beside the new ones.")
    if others(connection):
        raise NotMoved("The database is in use. Stop the server first.")
    return full


def _put_aside(connection: Connection) -> str:
    schema = f"before_{datetime.now(UTC):%Y%m%d_%H%M%S}_{secrets.token_hex(2)}"
    connection.exec_driver_sql(f"CREATE SCHEMA {schema}")
    for name in (*Row.metadata.tables, HISTORY):
        connection.exec_driver_sql(f"ALTER TABLE {name} SET SCHEMA {schema}")
    for name in TRIGGERED:
        connection.exec_driver_sql(f"ALTER FUNCTION {name} SET SCHEMA {schema}")
    return schema


def _count_on(connection: Connection) -> None:
    """Set the sequences, so that the next table, seat and key get ids of their own."""
    for name, table in Row.metadata.tables.items():
        if "id" in table.columns:
            connection.exec_driver_sql(
                f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name} HAVING max(id) > 0"  # noqa: S608
            )
