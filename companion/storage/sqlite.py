"""SQLite: one file, for processes of one machine."""

from __future__ import annotations

import ctypes
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, OperationalError

from companion.private_files import private_file, private_folder
from companion.tables.errors import LogGone, LogLeft

FIRST_WAIT, LONGEST_WAIT = 0.001, 0.02  # seconds between two tries while another process writes; most take 1 or 2 ms
PATIENCE_SECONDS = 5.0  # then the writer fails
MAINTENANCE_SECONDS = 600.0  # as PATIENCE_SECONDS, for a migration, which may wait for another process's
WRITES, PATIENCE = "companion_writes", "companion_patience"
_PRAGMAS = (
    "PRAGMA busy_timeout=5000",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",  # what is deleted is overwritten
    "PRAGMA schema_version",  # read once: only who has read keeps the log from whoever else closes the file
    "PRAGMA busy_timeout=2",  # `_begin` waits for the rest
)


def sqlite_file(url: URL | str) -> Path | None:
    """The file of an SQLite URL; None where there is none: in memory, or another database."""
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
        self._paths = (path, log_of(path), _beside(path, "-shm"))
        self._known: dict[Path, tuple[int, int]] = {}

    def note(self) -> None:
        """Remember which files these are. Needs a connection that has read: while there is one SQLite deletes none."""
        for path in self._paths:
            if path not in self._known and (found := identity(path)):
                self._known[path] = found

    def missing(self) -> Path | None:
        """The first file that was deleted or replaced since it was noted; None where there is none."""
        return next((path for path, known in self._known.items() if identity(path) != known), None)

    def replaced(self) -> bool:
        """Whether one of them was replaced by another file, which other processes may be writing to."""
        return any(identity(path) not in (None, known) for path, known in self._known.items())


def log_of(path: Path) -> Path:
    """The write-ahead log of an SQLite file, which lies beside it while it is open."""
    return _beside(path, "-wal")


def _beside(path: Path, suffix: str) -> Path:
    """A file that lies beside a database: where a link leads to that, beside the file itself."""
    file = path.resolve()
    return file.with_name(f"{file.name}{suffix}")


def identity(path: Path) -> tuple[int, int] | None:
    """A file's device and inode: another file at the same path has others. None where there is none."""
    try:
        seen = path.stat()
    except OSError:
        return None
    return seen.st_dev, seen.st_ino


def sqlite_engine(url: URL, path: Path, *, maintenance: bool) -> Engine:
    """An engine for the URL's file, whose folder is made. Transactions with the option `WRITES` lock at once.

    The option `PATIENCE` is how many seconds they wait for other writers, where that is not as long as usual. Raises
    LogLeft where the file is gone and its log is not, LogGone where another process has it open whose log is gone,
    ArgumentError where a parameter of the URL is invalid.
    """
    try:
        url.get_dialect()().create_connect_args(url)
    except ValueError as wrong:
        raise ArgumentError(str(wrong)) from wrong
    private_folder(path.parent)
    need_no_other_log(path)
    private_file(path)  # SQLite gives the files that it makes beside it the same rights
    engine = create_engine(url, hide_parameters=True)  # what fails is logged, and they are names and words

    def execute(connection: Any, pragma: str) -> None:
        connection.execute(pragma).close()

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun below, and only there
        for pragma in _PRAGMAS:
            _insist(partial(execute, connection, pragma), is_busy, PATIENCE_SECONDS)
        if maintenance:
            execute(connection, "PRAGMA foreign_keys=OFF")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        asked = connection.get_execution_options().get(PATIENCE)
        usual = MAINTENANCE_SECONDS if maintenance else PATIENCE_SECONDS
        _begin(connection, usual if asked is None else asked)

    return engine


def read_only_engine(path: Path) -> Engine:
    """An engine that can only read this file. Raises LogLeft, LogGone as `sqlite_engine`."""
    need_no_other_log(path)
    name = f"{path.resolve().as_uri()}?mode=ro"
    made = {"creator": lambda: sqlite3.connect(name, uri=True), "poolclass": NullPool, "hide_parameters": True}
    return create_engine("sqlite://", **made)


def size(connection: Connection) -> int:
    """How many bytes the database fills. Free pages take what comes next, and count for nothing."""
    asked = ("page_count", "freelist_count", "page_size")
    pages, free, each = (int(connection.exec_driver_sql(f"PRAGMA {what}").scalar_one()) for what in asked)
    return (pages - free) * each


def repeatable_read(connection: Connection) -> None:
    """Do nothing: SQLite's transactions are serializable."""


def save_nothing(connection: Connection) -> None:
    """Write without effect, so that the commit waits for the disk: set a number to the value that it has."""
    number = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    connection.exec_driver_sql(f"PRAGMA user_version = {int(number)}")


def is_busy(failed: BaseException | None) -> bool:
    """Whether this is SQLITE_BUSY: another writer had the lock for longer than was waited for."""
    original = getattr(failed, "orig", failed)
    return isinstance(original, sqlite3.OperationalError) and original.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


def empty_log(engine: Engine) -> bool:
    """Checkpoint, and truncate the write-ahead log; returns False where a reader prevents that."""
    connection = engine.raw_connection()
    try:
        busy, *_ = connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy
    finally:
        connection.close()


def keep_open(engine: Engine) -> None:
    """Leave one connection open until the process has ended.

    Closing the last one would checkpoint, and delete the log and index that by now belong to another database.
    """
    connection = engine.raw_connection()
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection.driver_connection))  # not even when the interpreter ends
    connection.detach()


def served_by_another(url: URL | str) -> bool:
    """Whether another server holds the lock beside this URL's file; takes a share of it until this process ends."""
    file = sqlite_file(url)
    if file is None or sys.platform == "win32":  # PostgreSQL's servers may hear each other; Windows has no such lock
        return False
    from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock

    another = False
    with suppress(OSError):  # a file system without locks
        lock = os.open(_beside(file, ".lock"), os.O_RDWR | os.O_CREAT, 0o600)  # never closed
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            another = True
        flock(lock, LOCK_SH)
    return another


def need_no_other_log(path: Path) -> None:
    """Raise LogLeft or LogGone where opening the file would lose what another log holds.

    SQLite deletes a log that lies beside an empty file. Where there is none it makes one; a process that still has the
    file and its deleted log open will checkpoint that when it closes, over what was written meanwhile.
    """
    log = log_of(path)
    left = _holds_something(log)  # looked at before its file, which another process may be making now
    if not path.exists():
        if left:
            raise LogLeft(file=str(path), log=log.name)
        return
    last = monotonic() + PATIENCE_SECONDS  # while it is opened or closed, it has no log for a moment
    while not log.exists() and _is_open_elsewhere(path):
        if monotonic() > last:
            raise LogGone(file=str(path), log=log.name)
        sleep(LONGEST_WAIT)


def _holds_something(path: Path) -> bool:
    """Whether there is such a file, and it is not empty."""
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def _is_open_elsewhere(path: Path) -> bool:
    """Whether another process has the file open, so that it cannot be locked exclusively."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", timeout=0, uri=True)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as failed:  # other errors are reported when it is opened for use
        return is_busy(failed)
    return False


def _begin(connection: Connection, patience: float) -> None:
    """Lock at once for writing: a reader's lock cannot be raised to a writer's while another writes."""
    if connection.get_execution_options().get(WRITES, False):
        _insist(lambda: connection.exec_driver_sql("BEGIN IMMEDIATE"), lambda _: True, patience)
    else:
        connection.exec_driver_sql("BEGIN")


def _insist(act: Callable[[], object], passes: Callable[[Exception], bool], patience: float) -> None:
    """Try for so many seconds, as long as what it fails by passes.

    Waits for another process in shorter pauses than SQLite's own, and where SQLite does not wait at all: where it
    changes the journal mode of a new file.
    """
    last, wait = monotonic() + patience, FIRST_WAIT
    while True:
        try:
            act()
        except (sqlite3.OperationalError, OperationalError) as failed:
            if monotonic() >= last or not passes(failed):
                raise
        else:
            return
        sleep(wait)
        wait = min(1.5 * wait, LONGEST_WAIT)
