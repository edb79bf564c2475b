"""Whether the database saves, and who is told: every process, once, without what people wrote."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

import pytest
from sqlalchemy import event, text
from sqlalchemy.engine import make_url

from companion.storage import database as databases
from companion.storage import migrate
from companion.storage.database import Database, connect
from companion.storage.sqlite import sqlite_file
from companion.tables.errors import Unavailable
from tests.databases import BOTH
from tests.faults.failing_disk import Disk
from tests.storage.raw import raw
from tests.storage.saver import Saver


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
    monkeypatch.setattr(databases, "SAVED_SECONDS", 3600.0)  # however slow the machine is
    database, begun = connect(url), list[str]()
    event.listen(database.engine, "before_cursor_execute", lambda *said: begun.append(said[2]))
    for _ in range(3):
        database.probe()
    writes = {"sqlite": databases.SQLITE, "postgresql": databases.POSTGRESQL}[kind].save
    assert begun.count(writes) == 1
    monkeypatch.setattr(databases, "SAVED_SECONDS", 0)
    database.probe()
    assert begun.count(writes) == 2
    database.close()


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
    database.close()


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


@BOTH
def test_what_fails_to_save_is_told_once_and_probed_until_it_saves_again(
    kind: str, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    database = connect(url)
    with database.writing() as connection:
        connection.exec_driver_sql("SELECT 1")
    for _ in range(2):
        save_nothing(database)
    for _ in range(2):
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
