"""Copies of an SQLite database, made while it is in use, and putting one back. SQLite only, by its nature."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from companion.tables.database import sqlite_file
from companion.tables.migrate import revisions, upgrade


class BackupError(Exception):
    """The copy was not made, or not put back. Says why; what was there is untouched."""


def backup(url: str, target: Path) -> None:
    """Copy the database at `url` to the file `target`, whole or not at all. Raises BackupError."""
    source = _file(url)
    if not source.exists():
        raise BackupError(f"There is no database at {source} yet.")
    if target.exists() and target.samefile(source):
        raise BackupError(f"{target} is the database itself.")
    with _drafted(source, target) as draft:
        draft.replace(target)


def restore(url: str, source: Path, *, force: bool) -> Path | None:
    """Put the copy `source` in the place of the database at `url`, and bring it up to date.

    With `force` a database that is there is replaced; the answer names the file that
    keeps it. Raises BackupError where `source` is no sound copy, where a database is
    there and `force` is not given, and where a server is using it.
    """
    check(source)
    target = _file(url)
    target.parent.mkdir(parents=True, exist_ok=True)
    with _drafted(source, target) as draft:
        kept = _put_aside(target, force=force) if target.exists() else None
        draft.replace(target)
    upgrade(url)
    return kept


def check(file: Path) -> None:
    """Whether the file is a sound database of ours. Raises BackupError where it is not."""
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            sound = copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            revision = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as failed:
        raise BackupError(f"{file} is no database of this app: {failed}.") from failed
    if not sound:
        raise BackupError(f"{file} is damaged.")
    if revision is None or revision[0] not in revisions():
        raise BackupError(f"{file} was made by a later version of this app.")


def _put_aside(target: Path, *, force: bool) -> Path:
    if not force:
        raise BackupError(f"There is a database at {target}. With --force it is replaced, and kept beside the new one.")
    _alone(target)
    kept = target.with_name(f"{target.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}")
    target.rename(kept)
    return kept


def _alone(target: Path) -> None:
    """Leaving write-ahead mode needs the file to oneself: so a running server is noticed, and its log folded in."""
    try:
        with closing(sqlite3.connect(target, timeout=0.5, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as busy:
        raise BackupError(f"{target} is in use ({busy}). Stop the server first.") from busy
    except sqlite3.DatabaseError:
        return  # no database at all: put aside as it is


@contextmanager
def _drafted(source: Path, target: Path) -> Iterator[Path]:
    """A whole copy of `source` beside `target`, to be renamed to it; nothing is left of one that fails."""
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        _copy(source, draft)
        yield draft
    except (OSError, sqlite3.Error) as failed:
        raise BackupError(f"{target} could not be written: {failed}.") from failed
    finally:
        draft.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """SQLite's own online copy: one moment's state, whoever writes meanwhile."""
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
        here.backup(there)
        there.execute("PRAGMA journal_mode=DELETE").fetchone()  # one file, nothing beside it


def _file(url: str) -> Path:
    path = sqlite_file(url)
    if path is None:
        raise BackupError("Only an SQLite database is copied like this; others bring their own tools.")
    return path
