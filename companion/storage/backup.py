"""Backup and restore: a copy of the database as an SQLite file, made while it is in use, and put back.

Of PostgreSQL the rows are copied, so a database can move from either to the other.
"""

from __future__ import annotations

import secrets
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL, Connection, column, func, insert, inspect, make_url, select
from sqlalchemy import table as lightweight

from companion.games.text import Text
from companion.private_files import private_file, private_folder
from companion.storage.database import connect, is_postgresql
from companion.storage.migrate import lock_schema, revision_of, revisions, upgrade, upgrade_schema
from companion.storage.schema import CIRCLES, TABLES, Row
from companion.storage.sqlite import need_no_other_log, served_by_another, sqlite_file

LOGS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database's file, and would apply to any file that takes its place."""
PIECE = 1000  # rows that are copied at once
HISTORY = "alembic_version"
TRIGGER_FUNCTIONS = ("entries_stay()", "entries_go_whole()", "tables_take_all()")
_OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()"
)


class BackupError(Exception):
    """The copy was not made, or not restored; `text` gives the reason. What was there is untouched."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.put())
        self.text = text


def backup(url: str, target: Path) -> None:
    """Copy the database at `url` to the file `target`, whole or not at all.

    Raises BackupError; LogGone if a server has the database open whose log is gone; of PostgreSQL also Unavailable if
    it does not answer, and alembic's CommandError if a later program made it.
    """
    source = None if is_postgresql(url) else _file(url)
    if source is not None:
        if not source.exists() or not source.stat().st_size:
            raise _nothing_at(str(source))
        if target.exists() and target.samefile(source):
            raise BackupError(Text("{file} is the database itself.", file=str(target)))
        need_no_other_log(source)
    with _drafted(target) as draft:
        if source is None:
            _copy_of_postgresql(url, draft)
        else:
            _copy(source, draft)
        draft.replace(target)


def restore(url: str, source: Path, *, force: bool) -> str | None:
    """Restore the copy `source` as the database at `url`, upgraded.

    With `force` a database that is there is replaced; returns where it is kept then: a file, or a schema of
    PostgreSQL's. A log that lies there without its database is kept in any case. Raises BackupError if `source` is
    no sound copy, if a database is there and `force` is not given, and if a server is using it; Unavailable if it
    cannot be written.
    """
    check(source)
    if is_postgresql(url):
        with tempfile.TemporaryDirectory() as folder, _drafted(Path(folder) / "draft.sqlite3") as draft:
            _copy(source, draft)
            return _into_postgresql(draft, url, force=force)
    target = _file(url)
    private_folder(target.parent)
    with _drafted(target) as draft:
        _copy(source, draft)
        upgrade(_at(draft))
        _merge_log(draft)
        kept = _put_aside(target, force=force)
        draft.replace(target)
    return kept


def check(file: Path) -> None:
    """Raise BackupError unless the file is a sound database of ours."""
    if not file.is_file():
        raise BackupError(Text("There is no file {file}.", file=str(file)))
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            sound = copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            revision = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as failed:
        raise BackupError(
            Text("{file} is no database of this app: {why}.", file=str(file), why=str(failed))
        ) from failed
    if not sound:
        raise BackupError(Text("{file} is damaged.", file=str(file)))
    if revision is None or revision[0] not in revisions():
        raise BackupError(Text("{file} was made by a later version of this app.", file=str(file)))


@contextmanager
def _drafted(target: Path) -> Iterator[Path]:
    """A file beside `target`, to be filled and renamed to it; it is removed if that fails."""
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    private_file(draft)
    try:
        yield draft
    except (OSError, sqlite3.Error) as failed:
        raise BackupError(Text("{file} could not be written: {why}.", file=str(target), why=str(failed))) from failed
    finally:
        with suppress(OSError):  # if nothing may be written nothing was left
            for left in (draft, *draft.parent.glob(f"{draft.name}-*")):
                left.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """Copy the state of one moment, whoever writes meanwhile (SQLite's online backup).

    Raises BackupError if `source` cannot be read: what is raised later is about `target`.
    """
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
        try:
            here.execute("PRAGMA schema_version").fetchone()
        except sqlite3.Error as failed:
            raise BackupError(Text("{where} cannot be used: {why}.", where=str(source), why=str(failed))) from failed
        here.backup(there)
    _merge_log(target)


def _merge_log(file: Path) -> None:
    """Merge the write-ahead log into the file, so that nothing lies beside it."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=DELETE").fetchone()


def _put_aside(target: Path, *, force: bool) -> str | None:
    """Rename the database and its logs; returns the first one's new name, None if there is none of them."""
    if target.exists():
        if not force:
            raise BackupError(
                Text(
                    "There is a database at {file}. With --force it is replaced, and kept beside the new one.",
                    file=str(target),
                )
            )
        if served_by_another(target, stays=False):
            raise BackupError(Text("{file} is in use. Stop the server first.", file=str(target)))
    kept = f"{target}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
    lying = [suffix for suffix in ("", *LOGS) if Path(f"{target}{suffix}").exists()]
    for suffix in lying:
        Path(f"{target}{suffix}").rename(f"{kept}{suffix}")
        private_file(Path(f"{kept}{suffix}"))
    return f"{kept}{lying[0]}" if lying else None


def _file(url: str) -> Path:
    path = sqlite_file(url)
    if path is None:
        raise BackupError(Text("Only a database in SQLite\u2019s file or in PostgreSQL is copied like this."))
    return path.resolve()  # a link to it stays one, and leads to what is restored


def _at(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))


def _shown(url: str) -> str:
    return make_url(url).render_as_string(hide_password=True)


def _nothing_at(where: str) -> BackupError:
    return BackupError(Text("There is no database at {file} yet.", file=where))


# PostgreSQL


def _copy_of_postgresql(url: str, file: Path) -> None:
    """Copy all that the database holds at this moment to an SQLite file of its shape, an older one too."""
    with closing(connect(url, maintenance=True)) as source, source.reading_repeatably() as here:
        revision = revision_of(here)
        if not revision:
            raise _nothing_at(_shown(url))
        upgrade(_at(file), revision)
        with closing(connect(_at(file))) as made, made.writing() as there:
            _copy_rows(here, there)
    _merge_log(file)


def _into_postgresql(file: Path, url: str, *, force: bool) -> str | None:
    """Upgrade the SQLite file and copy all of it to the database, all or nothing.

    Tables and circles that are there are moved to another schema, which is returned.
    """
    upgrade(_at(file))
    with (
        closing(connect(_at(file))) as source,
        closing(connect(url, maintenance=True)) as target,
        source.reading() as here,
        target.writing() as there,
    ):
        lock_schema(there)
        kept = _moved_aside(there, _shown(url), force=force)
        upgrade_schema(there)
        _copy_rows(here, there)
        for name, table in Row.metadata.tables.items():  # so that the next table, seat and key get ids of their own
            if "id" in table.columns:
                there.exec_driver_sql(
                    f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name} HAVING max(id) > 0"  # noqa: S608
                )
    return kept


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


def _moved_aside(connection: Connection, url: str, *, force: bool) -> str | None:
    """Move tables and circles that are there, of an older shape too, to a new schema; None if there are none."""
    if not revision_of(connection):
        return None
    there = inspect(connection)
    kept = [table for table in (TABLES, CIRCLES) if there.has_table(table.name)]
    full = any(connection.execute(select(table.c.id).limit(1)).first() is not None for table in kept)
    if full and not force:
        raise BackupError(
            Text("There is a database at {file}. With --force it is replaced, and kept beside the new one.", file=url)
        )
    if connection.exec_driver_sql(_OTHERS).scalar_one():
        raise BackupError(Text("{file} is in use. Stop the server first.", file=url))
    if not full:
        return None
    schema = f"before_{datetime.now(UTC):%Y%m%d_%H%M%S}_{secrets.token_hex(2)}"
    connection.exec_driver_sql(f"CREATE SCHEMA {schema}")
    for name in (*Row.metadata.tables, HISTORY):
        if there.has_table(name):
            connection.exec_driver_sql(f"ALTER TABLE {name} SET SCHEMA {schema}")
    for name in TRIGGER_FUNCTIONS:
        if connection.execute(select(func.to_regprocedure(name))).scalar_one() is not None:
            connection.exec_driver_sql(f"ALTER FUNCTION {name} SET SCHEMA {schema}")
    return f"the schema {schema}"
