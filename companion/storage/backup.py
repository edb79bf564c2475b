"""Backup and restore: a copy of the database as an SQLite file, made while it is in use, and put back."""

from __future__ import annotations

import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.engine import URL, make_url

from companion.games.text import Text
from companion.private_files import private_file, private_folder
from companion.storage.migrate import revisions, upgrade
from companion.storage.postgresql import is_postgresql
from companion.storage.postgresql_copy import NotMoved, from_file, to_file
from companion.storage.sqlite import need_no_other_log, sqlite_file
from companion.tables.errors import Unavailable

LOGS = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database's file, and would apply to any file that takes its place."""
MAGIC = b"SQLite format 3\0"


class BackupError(Exception):
    """The copy was not made, or not restored; `text` gives the reason. What was there is untouched."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.put())
        self.text = text


def backup(url: str, target: Path) -> None:
    """Copy the database at `url` to the file `target`, whole or not at all.

    Raises BackupError; LogGone where others have the database open whose log is gone.
    """
    if is_postgresql(make_url(url)):
        with _drafted(target) as draft, _as_backup_error(url):
            to_file(make_url(url), draft)
            _merge_log(draft)
            draft.replace(target)
        return
    source = _file(url)
    if not source.exists() or not source.stat().st_size:
        raise BackupError(Text("There is no database at {file} yet.", file=str(source)))
    if target.exists() and target.samefile(source):
        raise BackupError(Text("{file} is the database itself.", file=str(target)))
    need_no_other_log(source)
    with _drafted(target) as draft:
        _copy(source, draft)
        draft.replace(target)


def restore(url: str, source: Path, *, force: bool) -> str | None:
    """Restore the copy `source` as the database at `url`, upgraded.

    With `force` a database that is there is replaced; returns where it is kept then: a file, or a schema of
    PostgreSQL's. A log that lies there without its database is kept in any case. Raises BackupError where `source` is
    no sound copy, where a database is there and `force` is not given, and where a server is using it.
    """
    check(source)
    if is_postgresql(make_url(url)):
        with (
            tempfile.TemporaryDirectory() as folder,
            _drafted(Path(folder) / "draft.sqlite3") as draft,
            _as_backup_error(url),
        ):
            _copy(source, draft)
            schema = from_file(draft, make_url(url), force=force)
        return None if schema is None else f"the schema {schema}"
    target = _file(url)
    private_folder(target.parent)
    with _drafted(target) as draft:
        _copy(source, draft)
        upgrade(URL.create("sqlite", database=str(draft)))
        _merge_log(draft)
        kept = _put_aside(target, force=force)
        draft.replace(target)
    check(target)
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


def _put_aside(target: Path, *, force: bool) -> str | None:
    """Rename the database and its logs; returns the first one's new name, None where there is none of them."""
    kept = f"{target}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
    if target.exists():
        if not force:
            raise BackupError(
                Text(
                    "There is a database at {file}. With --force it is replaced, and kept beside the new one.",
                    file=str(target),
                )
            )
        if _is_sqlite(target):
            _leave_wal_mode(target, kept)
    lying = [suffix for suffix in ("", *LOGS) if Path(f"{target}{suffix}").exists()]
    for suffix in lying:
        Path(f"{target}{suffix}").rename(f"{kept}{suffix}")
        private_file(Path(f"{kept}{suffix}"))
    return f"{kept}{lying[0]}" if lying else None


def _is_sqlite(target: Path) -> bool:
    """Whether the file may be a database. Opening any other one, SQLite would apply the log to it, or delete it."""
    with target.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def _leave_wal_mode(target: Path, kept: str) -> None:
    """Leave write-ahead mode, which merges the log. It needs the file alone: raises BackupError while a server runs.

    The log is copied before, since it may belong to another database.
    """
    with closing(sqlite3.connect(target, timeout=0.5, isolation_level=None)) as database:
        try:
            database.execute("PRAGMA locking_mode=EXCLUSIVE").fetchone()
            database.executescript("BEGIN EXCLUSIVE; COMMIT")  # the lock is held on
            _keep_log(target, kept)
            database.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError as busy:
            raise BackupError(
                Text("{file} is in use ({why}). Stop the server first.", file=str(target), why=str(busy))
            ) from busy
        except sqlite3.DatabaseError:
            _keep_log(target, kept)  # no database: it is put aside as it is, but closing it may merge the log


def _keep_log(target: Path, kept: str) -> None:
    log, copy = Path(f"{target}-wal"), Path(f"{kept}-wal")
    if log.exists() and log.stat().st_size:
        private_file(copy)
        shutil.copyfile(log, copy)


@contextmanager
def _as_backup_error(url: str) -> Iterator[None]:
    """Raise errors of copying from or to PostgreSQL as a BackupError."""
    shown = make_url(url).render_as_string(hide_password=True)
    try:
        yield
    except NotMoved as why:
        raise BackupError(Text("{url}: {why}", url=str(shown), why=str(why))) from why
    except Unavailable as failed:
        raise BackupError(Text("{url} was not copied: {why}", url=str(shown), why=failed.why)) from failed


@contextmanager
def _drafted(target: Path) -> Iterator[Path]:
    """A file beside `target`, to be filled and renamed to it; it is removed where that fails."""
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    private_file(draft)
    try:
        yield draft
    except (OSError, sqlite3.Error, Unavailable) as failed:
        why = failed.why if isinstance(failed, Unavailable) else failed
        raise BackupError(Text("{file} could not be written: {why}.", file=str(target), why=str(why))) from failed
    finally:
        with suppress(OSError):  # where nothing may be written nothing was left
            for left in (draft, *draft.parent.glob(f"{draft.name}-*")):
                left.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """Copy the state of one moment, whoever writes meanwhile (SQLite's online backup).

    Raises BackupError where `source` cannot be read: what is raised later is about `target`.
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


def _file(url: str) -> Path:
    path = sqlite_file(url)
    if path is None:
        raise BackupError(Text("Only a database in SQLite\u2019s file or in PostgreSQL is copied like this."))
    return path.resolve()  # a link to it stays one, and leads to what is restored
