"""What SQLite is told, and that migrations make what the models say."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from alembic import command
from sqlalchemy import event, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError

from companion.commands.doctor import look_at_database
from companion.storage import database as databases
from companion.storage import migrate, sqlite
from companion.storage.backup import backup
from companion.storage.database import Database, connect, look_at, sqlite_file
from companion.storage.schema import ENTRIES, TABLES, UtcTime
from companion.tables.errors import LogGone, LogLeft, Unavailable
from tests import zygote
from tests.databases import BOTH
from tests.faults.failing_disk import Disk
from tests.storage.raw import raw


def pragma(connection: Any, name: str) -> Any:
    return connection.exec_driver_sql(f"PRAGMA {name}").scalar()


def test_every_connection_writes_ahead_and_waits_for_the_disk(url: str) -> None:
    database = connect(url)
    held = [database.engine.connect() for _ in range(4)]
    for connection in held:
        assert pragma(connection, "journal_mode") == "wal"
        assert pragma(connection, "synchronous") == 2  # FULL
        assert pragma(connection, "foreign_keys") == 1
        assert pragma(connection, "busy_timeout") == 2  # the rest of the waiting is ours
        connection.close()
    database.close()


def test_a_writer_locks_at_once_and_a_reader_does_not(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE_SECONDS", 0.2)
    first, second = connect(url), connect(url)
    with second.engine.connect() as other:
        other.exec_driver_sql("PRAGMA busy_timeout=0")
    with first.writing():
        with pytest.raises(Unavailable), second.writing():
            pytest.fail("two writers at once")
        with second.reading() as reader:
            assert reader.execute(select(TABLES)).all() == []
    first.close()
    second.close()


def test_writers_of_one_process_wait_for_each_other_outside_sqlite(url: str) -> None:
    """Inside SQLite a writer would hold up the greenlet that it waits for; so here SQLite may not wait at all."""
    database = connect(url)
    held = [database.engine.connect() for _ in range(2)]
    for connection in held:
        connection.exec_driver_sql("PRAGMA busy_timeout=0")
        connection.close()

    def write(number: int) -> None:
        with database.writing() as connection:
            connection.exec_driver_sql(
                "INSERT INTO tables (code, header, opened_at, touched) VALUES (?, '{}', '2026-11-21 00:00:00', 0)",
                (str(number),),
            )

    with ThreadPoolExecutor(2) as pool:
        for written in [pool.submit(write, number) for number in range(200)]:
            written.result(60)
    with database.reading() as connection:
        assert len(connection.execute(select(TABLES.c.id)).all()) == 200
    database.close()


def test_a_transaction_that_fails_leaves_nothing(url: str) -> None:
    database = connect(url)
    row = {"code": "K7QF2M9X", "header": "{}", "opened_at": None, "touched": 0}
    with pytest.raises(IntegrityError), database.writing() as connection:
        connection.execute(insert(TABLES).values(row))
    with suppress(ZeroDivisionError), database.writing() as connection:
        connection.execute(text("INSERT INTO tables (code, header, opened_at, touched) VALUES ('A', '', 0, 0)"))
        raise ZeroDivisionError
    with database.reading() as connection:
        assert connection.execute(select(TABLES.c.id)).all() == []
    database.close()


def test_an_entry_needs_its_table(url: str) -> None:
    database = connect(url)
    with pytest.raises(IntegrityError, match="FOREIGN KEY"), database.writing() as connection:
        connection.exec_driver_sql(
            "INSERT INTO entries (table_id, version, move, at, key_id, label) VALUES (99, 1, '{}', 0, 99, '')"
        )
    database.close()


def test_a_database_that_does_not_answer_is_a_trouble_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "no-database"
    file.write_text("this is a shopping list, not a database; it only has to be long enough to be read as one")
    database = connect(f"sqlite:///{file}")
    with pytest.raises(Unavailable, match="try again"), database.reading():
        pytest.fail("it was read")
    database.close()


def test_only_sqlite_has_a_file(tmp_path: Path) -> None:
    assert sqlite_file(f"sqlite:///{tmp_path}/a.db") == tmp_path / "a.db"
    assert sqlite_file("sqlite://") is None
    assert sqlite_file("sqlite:///:memory:") is None
    assert sqlite_file("postgresql://localhost/companion") is None


def test_a_database_in_memory_needs_no_folder() -> None:
    database = connect("sqlite://")
    with database.reading() as connection:
        assert pragma(connection, "foreign_keys") == 1
    database.close()


def test_migrations_run_without_foreign_keys(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite changes a table by making it anew and dropping the old one, which rows elsewhere refer to."""
    told: list[int] = []

    def look(config: Any, _revision: str) -> None:
        told.append(pragma(config.attributes["connection"], "foreign_keys"))

    monkeypatch.setattr(command, "upgrade", look)
    migrate.upgrade(url)
    assert told == [0]


def test_a_migration_that_fails_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite3"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE entries (mine TEXT)")
    other.close()
    with pytest.raises(Unavailable):
        migrate.upgrade(f"sqlite:///{file}")
    with sqlite3.connect(file) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("entries",)]
    other.close()


def test_moments_are_utc_whatever_the_database_says() -> None:
    kept = UtcTime()
    dialect: Any = None
    moment = datetime(2026, 11, 21, 1, 2, 3)  # noqa: DTZ001 - as SQLite gives it
    aware = kept.process_result_value(moment, dialect)
    assert aware is not None
    assert aware.isoformat() == "2026-11-21T01:02:03+00:00"
    assert kept.process_result_value(aware, dialect) == aware
    assert kept.process_bind_param(aware, dialect) == aware
    assert kept.process_bind_param(None, dialect) is kept.process_result_value(None, dialect) is None


def test_the_ledgers_key_is_table_and_version() -> None:
    assert [column.name for column in ENTRIES.primary_key] == ["table_id", "version"]


@pytest.mark.parametrize(
    "gone",
    ["companion.sqlite3", "companion.sqlite3-wal", "companion.sqlite3-shm", ""],
    ids=["file", "log", "index", "folder"],
)
@pytest.mark.parametrize("by", ["deleted", "replaced"])
def test_a_file_that_goes_under_the_server_is_noticed_and_nothing_is_said_to_be_saved(
    tmp_path: Path, gone: str, by: str, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "house"
    url = f"sqlite:///{folder}/companion.sqlite3"
    migrate.upgrade(url)
    database = connect(url)
    with database.writing() as connection:
        connection.exec_driver_sql("PRAGMA user_version = 1")
    take_away(folder / gone, by)
    file = folder / (gone or "companion.sqlite3")
    with pytest.raises(Unavailable), database.writing():
        pytest.fail("written into nowhere")
    with pytest.raises(Unavailable), database.reading():
        pytest.fail("read from nowhere")
    with pytest.raises(Unavailable):
        database.probe()
    database.wipe()
    assert database.unwiped
    assert caplog.messages == [
        f"the database does not save: {file} was removed or replaced while it was in use; start anew"
    ]
    database.close()


SAVES = """
import sys
from companion.storage import database as module
from companion.storage.database import connect
from companion.tables.errors import Unavailable

module.SAVED_SECONDS = 0
database = connect(sys.argv[1])
database.ping()
for line in sys.stdin:
    saved = 0
    if line == "probe\\n":
        try:
            database.probe()
            print(1, flush=True)
        except Unavailable:
            print(0, flush=True)
        continue
    for _ in range(int(line)):
        try:
            with database.writing() as connection:
                connection.exec_driver_sql("INSERT INTO tables (code, header, opened_at, touched) "
                    "VALUES (hex(randomblob(9)), '{}', '2026-11-21 00:00:00', 0)")
        except Unavailable:
            continue
        saved += 1
    print(saved, flush=True)
database.close()
"""


class Saver:
    """Another process at the database: saves as many rows as it is told, and tells how many it has saved."""

    def __init__(self, url: str, environ: Mapping[str, str] | None = None) -> None:
        command, pipe = ["-c", SAVES, url], subprocess.PIPE
        self._process: zygote.Process | subprocess.Popen[str]
        if environ is None:
            self._process = zygote.Process(command, os.environ, stdin=pipe, stdout=pipe, stderr=pipe)
        else:  # what stands before its disk is there from its start on
            told, whole = {**os.environ, **environ}, [sys.executable, *command]
            self._process = subprocess.Popen(whole, env=told, stdin=pipe, stdout=pipe, stderr=pipe, text=True)

    def saves(self, rows: int) -> int:
        return self._asked(rows)

    def is_ready(self) -> bool:
        return bool(self._asked("probe"))

    def _asked(self, what: object) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(what, file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())

    def ends(self) -> str:
        """What it has logged."""
        return self._process.communicate()[1]

    def killed(self) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.mark.parametrize("gone", [("-wal",), ("-wal", "-shm")], ids=["log", "log and index"])
@pytest.mark.parametrize("killed", [False, True], ids=["ends", "is killed"])
def test_nobody_begins_another_log_while_a_process_has_the_one_that_was_deleted(
    url: str, tmp_path: Path, gone: tuple[str, ...], killed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first process saves no more; at its end it puts into the database what it has in its log."""
    first, second = Saver(url), Saver(url)
    assert first.saves(50) + second.saves(10) == 60
    for suffix in gone:
        take_away(tmp_path / f"companion.sqlite3{suffix}", "deleted")
    monkeypatch.setattr(sqlite, "PATIENCE_SECONDS", 0)
    for opens in connect, look_at:
        with pytest.raises(LogGone, match=r"its log companion\.sqlite3-wal was removed"):
            opens(url)
    with pytest.raises(LogGone):
        backup(url, tmp_path / "copy")
    assert "was removed" in str(look_at_database(url)[0].failed)
    assert first.saves(10) == second.saves(10) == 0
    if killed:
        second.killed()
    else:
        second.ends()
    first.ends()
    late = Saver(url)
    assert late.saves(10) == 10
    late.ends()
    assert rows(tmp_path) == 70


@pytest.mark.parametrize(
    ("gone", "by"),
    [("", "replaced"), ("-wal", "replaced"), ("-shm", "replaced"), ("-shm", "deleted")],
    ids=["file replaced", "log replaced", "index replaced", "index deleted"],
)
@pytest.mark.parametrize("tried", [0, 30], ids=["notices nothing", "is refused"])
@pytest.mark.parametrize("last", ["the first", "the second", "the first, the second is killed"])
def test_what_another_process_saves_after_a_file_was_taken_away_is_not_lost(
    url: str, tmp_path: Path, gone: str, by: str, tried: int, last: str
) -> None:
    """The first process has the old file still: it neither writes, nor puts its log into the database."""
    first = Saver(url)
    saved = first.saves(50)
    take_away(tmp_path / f"companion.sqlite3{gone}", by)
    second = Saver(url)
    for _ in range(2):
        saved += second.saves(30)
        assert first.saves(tried) == 0
    if last == "the second":
        first.ends()
        second.ends()
    else:
        if last == "the first":
            second.ends()
        else:
            second.killed()
        first.ends()
    assert rows(tmp_path) == saved == 110


@pytest.mark.skipif(os.name != "posix", reason="links are POSIX's")
def test_the_log_of_a_file_that_a_link_leads_to_is_beside_the_file(tmp_path: Path) -> None:
    disk, link = tmp_path / "disk" / "evenings", tmp_path / "companion.sqlite3"
    disk.parent.mkdir()
    link.symlink_to(disk)
    url = f"sqlite:///{link}"
    migrate.upgrade(url)
    database = connect(url)
    database.ping()
    for opens in connect, look_at:  # others do, while it is open
        other = opens(url)
        other.ping()
        other.close()
    (tmp_path / "disk" / "evenings-wal").unlink()
    with pytest.raises(Unavailable), database.writing():
        pytest.fail("written into nowhere")
    database.close()
    link.unlink()
    assert disk.exists()


@pytest.mark.skipif(os.name != "posix", reason="links are POSIX's")
def test_a_link_that_leads_elsewhere_meanwhile_is_noticed(tmp_path: Path) -> None:
    link, url = tmp_path / "companion.sqlite3", f"sqlite:///{tmp_path}/companion.sqlite3"
    for name in "one", "other":
        link.unlink(missing_ok=True)
        link.symlink_to(tmp_path / name)
        migrate.upgrade(url)
    database = connect(url)
    database.ping()
    link.unlink()
    link.symlink_to(tmp_path / "one")
    with pytest.raises(Unavailable), database.writing():
        pytest.fail("written into another one")
    database.close()


def test_others_that_have_a_file_open_without_a_log_for_a_moment_are_waited_for(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As who begins to use it has, or ends."""
    migrate.upgrade(url)
    other, log = connect(url), tmp_path / "companion.sqlite3-wal"
    other.ping()
    away = log.rename(tmp_path / "away")
    monkeypatch.setattr(sqlite, "sleep", lambda _: away.rename(log))
    database = connect(url)
    assert log.exists()
    database.probe()
    database.close()
    other.close()


def test_files_that_another_removes_before_this_process_has_them_open_are_no_loss(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the last one does that closes the database."""
    migrate.upgrade(url)
    other = connect(url)
    other.ping()
    database = connect(url)
    opens = database.engine.connect

    def closed_meanwhile() -> Any:
        other.close()
        assert not (tmp_path / "companion.sqlite3-wal").exists()
        return opens()

    monkeypatch.setattr(database.engine, "connect", closed_meanwhile)
    database.ping()
    monkeypatch.undo()
    database.probe()
    database.close()


def rows(folder: Path) -> int:
    """How many rows are in a database that is sound."""
    with closing(sqlite3.connect(folder / "companion.sqlite3")) as there:
        assert there.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return int(there.execute("SELECT count(*) FROM tables").fetchone()[0])


@pytest.mark.skipif(sys.platform != "linux", reason="what stands before the disk is made for Linux")
def test_every_process_notices_that_nothing_is_saved_whoever_tried_last(url: str, tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    first, second = (Saver(url, disk.environ) for _ in range(2))
    assert first.saves(2) == 2
    assert first.is_ready()
    assert second.is_ready()
    disk.fail(errno.ENOSPC, 0, for_good=True)
    assert first.saves(1) == 0
    assert not first.is_ready()
    assert not second.is_ready()
    disk.mend()
    assert first.is_ready()
    assert second.is_ready()
    for process in (first, second):
        said = process.ends()
        assert [line[:29] for line in said.splitlines() if "database" in line] == [
            "the database does not save: (",
            "the database saves again",
        ]


@BOTH
def test_who_asks_whether_it_saves_writes_every_few_seconds_alone(
    kind: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, begun = connect(url), list[str]()
    event.listen(database.engine, "before_cursor_execute", lambda *said: begun.append(said[2]))
    for _ in range(3):
        database.probe()
    assert len([said for said in begun if said.startswith("BEGIN")]) == {"sqlite": 3, "postgresql": 1}[kind]
    writes = {"sqlite": "PRAGMA user_version =", "postgresql": "SELECT pg_logical_emit_message"}[kind]
    assert len([said for said in begun if said.startswith(writes)]) == 1
    monkeypatch.setattr(databases, "SAVED_SECONDS", 0)
    database.probe()
    assert len([said for said in begun if said.startswith(writes)]) == 2
    database.close()


def test_who_asks_whether_it_saves_does_not_wait_for_others_who_write(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(databases, "MOMENT_SECONDS", 0.05)
    first, second = connect(url), connect(url)
    with ThreadPoolExecutor(1) as other_thread, first.writing():
        began = monotonic()
        other_thread.submit(first.probe).result()
        second.probe()
        assert monotonic() - began < sqlite.PATIENCE_SECONDS
    assert not first.failing
    assert not second.failing
    assert caplog.messages == []
    save_nothing(second)
    with first.writing(), pytest.raises(Unavailable):
        second.probe()
    second.probe()
    first.close()
    second.close()


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
def test_a_database_that_may_only_be_read_is_not_said_to_save(url: str) -> None:
    """As a hoster makes it whose disk is full."""
    here = f"ALTER DATABASE {make_url(url).database}"
    with raw(url) as connection:
        connection.execute(text(f"{here} SET default_transaction_read_only = on"))
    database = connect(url)
    database.ping()
    with pytest.raises(Unavailable):
        database.probe()
    database.close()
    with raw(url) as connection:
        connection.execute(text("SET default_transaction_read_only = off"))
        connection.execute(text("COMMIT"))
        connection.execute(text(f"{here} RESET default_transaction_read_only"))
    database.probe()
    assert not database.failing
    database.close()


def take_away(path: Path, by: str) -> None:
    """Delete a file or a folder, or put a copy in its place."""
    if by == "replaced":
        copy = path.with_name("copy")
        (shutil.copytree if path.is_dir() else shutil.copy)(path, copy)
        path.rename(path.with_name("away"))
        copy.rename(path)
    elif path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def test_a_process_that_only_reads_tells_it_too(
    url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrate.upgrade(url)
    database, path = connect(url), sqlite_file(url)
    assert path is not None
    for _ in range(2):
        with database.reading() as connection:
            connection.exec_driver_sql("SELECT 1")
    with monkeypatch.context() as away:
        gone = Unavailable()
        away.setattr(database, "_still_there", lambda: (_ for _ in ()).throw(gone))
        for _ in range(2):
            with pytest.raises(Unavailable), database.reading():
                pytest.fail("read from nowhere")
    with database.reading() as connection:
        connection.exec_driver_sql("SELECT 1")
    assert [message.partition(":")[0] for message in caplog.messages] == [
        "the database does not answer",
        "the database answers again",
    ]
    database.close()


def test_a_file_that_goes_while_one_writes_is_noticed_before_anybody_is_told(url: str) -> None:
    migrate.upgrade(url)
    database, path = connect(url), sqlite_file(url)
    assert path is not None

    def write() -> None:
        with database.writing() as connection:
            connection.exec_driver_sql("PRAGMA user_version = 1")
            path.unlink()

    with pytest.raises(Unavailable):
        write()
    database.close()


@BOTH
def test_what_fails_to_save_is_told_once_and_probed_until_it_saves_again(
    kind: str, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    database = connect(url)
    with database.writing() as connection:
        connection.exec_driver_sql("SELECT 1")
    for _ in range(2):
        save_nothing(database)
    assert database.failing
    database.probe()
    assert not database.failing
    database.probe()
    assert [message[:29] for message in caplog.messages] == [
        "the database does not save: (",
        "the database saves again",
    ]
    database.close()


@BOTH
def test_a_process_that_has_not_saved_yet_tells_the_first_time_too(
    kind: str, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """As every process does that starts, it has looked whether the database answers."""
    database = connect(url)
    database.probe()
    for _ in range(3):
        save_nothing(database)
    assert [message[:29] for message in caplog.messages] == ["the database does not save: ("]
    database.close()


@BOTH
def test_what_has_never_worked_is_not_logged_for_it_ends_the_program(
    kind: str, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    database = connect(url)
    save_nothing(database)
    with database.writing() as connection:
        connection.exec_driver_sql("SELECT 1")
    assert caplog.messages == []
    save_nothing(database)
    assert len(caplog.messages) == 1
    database.close()


def save_nothing(database: Database) -> None:
    with pytest.raises(Unavailable), database.writing() as connection:
        connection.exec_driver_sql("INSERT INTO what_is_not_there VALUES (1)")


@BOTH
def test_what_fails_is_logged_without_what_people_wrote(kind: str, url: str, caplog: pytest.LogCaptureFixture) -> None:
    database = connect(url)
    with database.writing() as connection:
        connection.exec_driver_sql("SELECT 1")
    with pytest.raises(Unavailable), database.writing() as connection:
        connection.execute(text("INSERT INTO what_is_not_there VALUES (:name)"), {"name": "Bartholomew"})
    with pytest.raises(Unavailable), database.reading() as connection:
        connection.execute(text("SELECT * FROM what_is_not_there WHERE name = :name"), {"name": "Bartholomew"})
    assert "what_is_not_there" in caplog.text
    assert "Bartholomew" not in caplog.text
    database.close()


@pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")
def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "house" / "companion.sqlite3"
    database = connect(f"sqlite:///{file}")
    with database.writing() as connection:
        connection.exec_driver_sql("PRAGMA user_version = 1")
    seen = {path.name.removeprefix(file.name): stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
    assert seen == {"": 0o600, "-wal": 0o600, "-shm": 0o600}
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    database.close()
    file.chmod(0o644)  # as an earlier version left it
    connect(f"sqlite:///{file}").close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_no_empty_file_is_made_beside_a_log_that_was_left(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite3"
    migrate.upgrade(f"sqlite:///{file}")
    log = file.with_name(f"{file.name}-wal")
    for left in (b"what was not in the file yet", b""):
        file.unlink()
        log.write_bytes(left)
        if left:
            with pytest.raises(LogLeft, match="is in the log alone"):
                connect(f"sqlite:///{file}")
            assert (file.exists(), log.read_bytes()) == (False, left)
            file.touch()
        else:  # there is nothing in it
            connect(f"sqlite:///{file}").close()
    assert file.exists()
