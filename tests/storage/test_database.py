"""What SQLite is told, and that migrations make what the models say."""

from __future__ import annotations

import os
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import insert, select, text
from sqlalchemy.exc import ArgumentError, IntegrityError

from companion.storage import migrate, sqlite
from companion.storage.database import connect
from companion.storage.schema import ENTRIES, TABLES, UtcTime
from companion.storage.sqlite import sqlite_file
from companion.tables.errors import Unavailable


def pragma(connection: Any, name: str) -> Any:
    return connection.exec_driver_sql(f"PRAGMA {name}").scalar()


def test_every_connection_writes_ahead_and_waits_for_the_disk(url: str) -> None:
    database = connect(url)
    held = [database.engine.connect() for _ in range(4)]
    for connection in held:
        assert pragma(connection, "journal_mode") == "wal"
        assert pragma(connection, "synchronous") == 2  # FULL
        assert pragma(connection, "foreign_keys") == 1
        assert pragma(connection, "busy_timeout") == sqlite.PATIENCE_SECONDS * 1000
        connection.close()
    database.close()


def test_a_writer_locks_at_once_and_a_reader_does_not(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE_SECONDS", 0.2)
    first, second = connect(url), connect(url)
    with first.writing():
        with pytest.raises(Unavailable), second.writing():
            pytest.fail("two writers at once")
        with second.reading() as reader:
            assert reader.execute(select(TABLES)).all() == []
    first.close()
    second.close()


def test_a_server_is_told_of_another_that_has_the_file_and_of_none_if_nothing_can_be_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "companion.sqlite3"
    assert [sqlite.served_by_another(file, stays=stays) for stays in (False, True, False, True)] == [
        False, False, True, True,
    ]  # fmt: skip
    assert [sqlite.served_by_another(tmp_path / "no-folder" / "companion.sqlite3") for _ in range(2)] == [False, False]
    monkeypatch.setattr("sys.platform", "win32")
    assert not sqlite.served_by_another(file)


def test_writers_of_one_process_wait_for_each_other_outside_sqlite(url: str) -> None:
    """SQLite polls, and lets whoever comes at the right moment go first; so here it may not wait at all."""
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


def test_what_an_address_asks_of_the_connection_must_be_possible(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="long"):
        connect(f"sqlite:///{tmp_path}/here?timeout=long")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_in_memory_is_none_that_threads_could_share(url: str) -> None:
    with pytest.raises(ArgumentError, match="neither a file"):
        connect(url)


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
