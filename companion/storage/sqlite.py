"""SQLite: one file, for one process that serves it."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Engine, NullPool, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from companion.private_files import private_file, private_folder
from companion.tables.errors import LogGone, LogLeft

PATIENCE_SECONDS = 5.0  # how long a writer waits for another process's, then it fails
MAINTENANCE_SECONDS = 600.0  # as PATIENCE_SECONDS, for a migration, which may wait for another process's
_PRAGMAS = (
    "synchronous=FULL",
    "secure_delete=ON",  # what is deleted is overwritten
    "schema_version",  # read once: only who has read keeps the log from whoever else closes the file
)


def sqlite_file(url: URL | str) -> Path | None:
    """The file of an SQLite URL; None if there is none: in memory, or another database."""
    parsed = make_url(url)
    name = parsed.database
    if parsed.get_backend_name() != "sqlite" or not name or name == ":memory:":
        return None
    return Path(name)


class OpenFiles:
    """Detects that files of an SQLite database were deleted or replaced while this process has them open.

    A connection would go on writing to the deleted file, so device and inode are compared. The log's index (`-shm`) is
    watched, too: without it another process makes a new one, and neither sees what the other writes to the log.
    """

    def __init__(self, path: Path) -> None:
        self._known = dict.fromkeys((str(path), *(str(_beside(path, suffix)) for suffix in ("-wal", "-shm"))), (0, 0))

    def note(self) -> None:
        """Remember which files these are. Needs a connection that has read: while there is one SQLite deletes none."""
        for path, known in self._known.items():
            if known == (0, 0):
                self._known[path] = _identity(path)

    def missing(self) -> str | None:
        """The first file that was deleted or replaced since it was noted, if there is one."""
        return next((path for path, known in self._known.items() if known not in ((0, 0), _identity(path))), None)


def sqlite_engine(url: URL, path: Path, *, maintenance: bool, read_only: bool) -> Engine:
    """An engine for the URL's file; unless it is only read, the folder and the file are made.

    Raises LogLeft if the file is gone and its log is not, LogGone if a server has it open whose log is gone,
    ArgumentError if a parameter of the URL is invalid.
    """
    need_no_other_log(path)
    if read_only:
        name = f"{path.resolve().as_uri()}?mode=ro"
        made: dict[str, Any] = {"creator": lambda: sqlite3.connect(name, uri=True, isolation_level=None)}
        return create_engine("sqlite://", poolclass=NullPool, hide_parameters=True, **made)
    told = {"isolation_level": None, "timeout": MAINTENANCE_SECONDS if maintenance else PATIENCE_SECONDS}
    try:
        engine = create_engine(url, connect_args=told, hide_parameters=True)  # what fails is logged: names and words
    except ValueError as wrong:
        raise ArgumentError(str(wrong)) from wrong
    private_folder(path.parent)
    private_file(path)  # SQLite gives the files that it makes beside it the same rights

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        _write_ahead(connection)
        for pragma in (*_PRAGMAS, f"foreign_keys={'OFF' if maintenance else 'ON'}"):
            connection.execute(f"PRAGMA {pragma}").close()

    return engine


def served_by_another(file: Path, *, stays: bool = True) -> bool:
    """Whether a server holds the lock beside this file. One that `stays` has a share of it until it ends."""
    if sys.platform == "win32":  # it has no such lock
        return False
    from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock

    another = False
    with suppress(OSError):  # a file system without locks, or nobody served it yet
        lock = os.open(_beside(file, ".lock"), os.O_RDWR | (os.O_CREAT if stays else 0), 0o600)
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            another = True
        if stays:
            flock(lock, LOCK_SH)
        else:
            os.close(lock)
    return another


def need_no_other_log(path: Path) -> None:
    """Raise LogLeft or LogGone if opening the file would lose what another log holds.

    SQLite deletes a log that lies beside a new file. If there is none it makes one, and a server that still has the
    deleted one open will put that into the file when it ends, over what was written meanwhile.
    """
    log = _beside(path, "-wal")
    left = log.exists() and log.stat().st_size > 0  # looked at before its file, which another process may make now
    if left and not path.exists():
        raise LogLeft(file=str(path), log=log.name)
    if path.exists() and not log.exists() and served_by_another(path, stays=False):
        raise LogGone(file=str(path), log=log.name)


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Turn on the write-ahead log. SQLite does not wait by itself while another process does so in a new file."""
    last = monotonic() + PATIENCE_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").close()
        except sqlite3.OperationalError as failed:
            if failed.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > last:
                raise
            sleep(0.02)
        else:
            return


def _beside(path: Path, suffix: str) -> Path:
    """A file that lies beside a database: if a link leads to that, beside the file itself."""
    file = path.resolve()
    return file.with_name(f"{file.name}{suffix}")


def _identity(path: str) -> tuple[int, int]:
    """A file's device and inode: another file at the same path has others. (0, 0) if there is none."""
    try:
        seen = os.stat(path)  # noqa: PTH116 - at each tap, and in half the time
    except OSError:
        return 0, 0
    return seen.st_dev, seen.st_ino
