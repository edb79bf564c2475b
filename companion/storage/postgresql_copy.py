"""Copies a PostgreSQL database to a file, and a file to a PostgreSQL database.

The file is an SQLite database, the same as a backup of one, so a database can move from either to the other.
"""

from __future__ import annotations

import secrets
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, column, func, insert, inspect, select
from sqlalchemy import table as lightweight
from sqlalchemy.engine import URL

from companion.storage.database import connect
from companion.storage.migrate import revision_of, upgrade, upgrade_schema
from companion.storage.postgresql import lock_schema, other_connections
from companion.storage.schema import CIRCLES, TABLES, Row

PIECE = 1000
HISTORY = "alembic_version"
TRIGGER_FUNCTIONS = ("entries_stay()", "entries_go_whole()", "tables_take_all()")


class NotMoved(Exception):
    """Nothing was copied or changed; the message gives the reason."""


def to_file(url: URL, file: Path) -> None:
    """Copy all that the PostgreSQL database holds at this moment to an SQLite file, whoever writes meanwhile.

    The file has the database's shape, an older one too. Raises NotMoved where there are no tables of ours,
    Unavailable where it does not answer, alembic's CommandError where a later program made it.
    """
    target = _sqlite(file)
    with closing(connect(url, maintenance=True)) as source, source.reading_repeatably() as here:
        revision = revision_of(here)
        if not revision:
            raise NotMoved("There is no database of this app yet.")
        upgrade(target, revision)
        with closing(connect(target)) as made, made.writing() as there:
            _copy_rows(here, there)


def from_file(file: Path, url: URL, *, force: bool) -> str | None:
    """Upgrade the SQLite file and copy all of it to the PostgreSQL database, all or nothing.

    Tables and circles that are there are moved to another schema, whose name is returned; that needs `force`. Raises
    NotMoved where they are there and `force` is not given, or a server is using the database; Unavailable where that
    does not answer.
    """
    upgrade(_sqlite(file))
    with (
        closing(connect(_sqlite(file))) as source,
        closing(connect(url, maintenance=True)) as target,
        source.reading() as here,
        target.writing() as there,
    ):
        lock_schema(there)
        kept = _put_aside(there) if _free(there, force=force) else None
        upgrade_schema(there)
        _copy_rows(here, there)
        _set_sequences(there)
    return kept


def _sqlite(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))


def _copy_rows(here: Connection, there: Connection) -> None:
    """Copy the tables and columns that are here: an older shape has fewer."""
    source = inspect(here)
    for table in Row.metadata.sorted_tables:
        if not source.has_table(table.name):
            continue
        names = {found["name"] for found in source.get_columns(table.name)}
        rows_of = lightweight(table.name, *(column(one.name, one.type) for one in table.columns if one.name in names))
        query = select(rows_of).order_by(*(rows_of.c[one.name] for one in table.primary_key))
        rows = here.execute(query, execution_options={"yield_per": PIECE})
        for piece in rows.mappings().partitions():
            there.execute(insert(rows_of), [dict(row) for row in piece])


def _free(connection: Connection, *, force: bool) -> bool:
    """Whether there are tables or circles to move aside first. Raises NotMoved where they have to stay."""
    if not revision_of(connection):
        return False
    there = inspect(connection)
    kept = [table for table in (TABLES, CIRCLES) if there.has_table(table.name)]
    full = any(connection.execute(select(table.c.id).limit(1)).first() is not None for table in kept)
    if full and not force:
        raise NotMoved("There are tables or circles in it. With --force all is replaced, and kept beside the new ones.")
    if other_connections(connection):
        raise NotMoved("The database is in use. Stop the server first.")
    return full


def _put_aside(connection: Connection) -> str:
    """Move what is there to a new schema: an older shape has fewer tables and triggers."""
    there = inspect(connection)
    schema = f"before_{datetime.now(UTC):%Y%m%d_%H%M%S}_{secrets.token_hex(2)}"
    connection.exec_driver_sql(f"CREATE SCHEMA {schema}")
    for name in (*Row.metadata.tables, HISTORY):
        if there.has_table(name):
            connection.exec_driver_sql(f"ALTER TABLE {name} SET SCHEMA {schema}")
    for name in TRIGGER_FUNCTIONS:
        if connection.execute(select(func.to_regprocedure(name))).scalar_one() is not None:
            connection.exec_driver_sql(f"ALTER FUNCTION {name} SET SCHEMA {schema}")
    return schema


def _set_sequences(connection: Connection) -> None:
    """Set the sequences, so that the next table, seat and key get ids of their own."""
    for name, table in Row.metadata.tables.items():
        if "id" in table.columns:
            connection.exec_driver_sql(
                f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name} HAVING max(id) > 0"  # noqa: S608
            )
