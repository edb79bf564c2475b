"""Backup and restore of a PostgreSQL database: one moment's rows, all or nothing; what was there is not lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.util import CommandError
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from companion.service.service import TableService
from companion.storage import backup as backups
from companion.storage.backup import BackupError, backup, restore
from companion.storage.database import connect
from companion.storage.migrate import revision_of, upgrade
from companion.storage.upgrade_check import check_tables
from companion.tables.errors import Unavailable
from tests.databases import MakeTables
from tests.postgresql_and_redis import Postgres
from tests.service.house import House, report, take
from tests.storage.raw import everything, raw
from tests.storage.test_migrations import RELEASED, an_evening, at_revision
from tests.storage.test_nothing_is_erased import NEVER

pytestmark = pytest.mark.needs("PostgreSQL")


@pytest.fixture
def kind() -> str:
    return "postgresql"


@pytest.fixture
def file(house: House, url: str, tmp_path: Path) -> Path:
    """A backup of a table with one entry."""
    house.play_all(take("Chris"))
    file = tmp_path / "copies" / "evening.sqlite3"
    file.parent.mkdir()
    backup(url, file)
    return file


def beside(file: Path) -> list[str]:
    return [path.name for path in file.parent.iterdir()]


def test_a_backup_is_one_file_like_any_other(file: Path, url: str) -> None:
    assert beside(file) == ["evening.sqlite3"]
    with closing(sqlite3.connect(file)) as copy, pytest.raises(sqlite3.IntegrityError, match=NEVER):
        copy.execute("DELETE FROM entries")
    assert [len(rows) for rows in everything(f"sqlite:///{file}")] == [len(rows) for rows in everything(url)]


def test_a_backup_is_of_one_moment_whoever_writes_meanwhile(
    house: House, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.play_all(take("Chris"))
    file = tmp_path / "evening.sqlite3"
    copy_rows = backups._copy_rows

    def late(*between: Any) -> None:
        house.play_all(take("Chris", "blue"))
        House(house.tables)
        copy_rows(*between)

    monkeypatch.setattr(backups, "_copy_rows", late)
    backup(url, file)
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("SELECT count(*) FROM entries").fetchone() == (1,)
        assert copy.execute("SELECT count(*) FROM tables").fetchone() == (1,)


def test_it_is_copied_in_pieces(
    house: House, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgresql: str
) -> None:
    monkeypatch.setattr(backups, "PIECE", 2)
    house.play_all(*[take("Chris"), {"move": "undo"}] * 3, take("Chris"))
    file, again = tmp_path / "evening.sqlite3", tmp_path / "again.sqlite3"
    backup(url, file)
    restore(postgresql, file, force=False)
    backup(postgresql, again)
    assert everything(f"sqlite:///{again}") == everything(f"sqlite:///{file}")
    assert len(everything(postgresql)[0]) == 7


def test_what_stood_there_is_kept_in_a_schema_of_its_own(
    house: House, file: Path, url: str, make_tables: MakeTables
) -> None:
    then = report(house.tables, house.code)
    house.play_all(take("Chris", "blue"))
    house.tables.close()
    before = everything(url)
    kept = restore(url, file, force=True)
    assert kept is not None
    schema = kept.removeprefix("the schema ")
    again = make_tables()
    assert report(again, house.code) == then
    with raw(url) as connection:
        connection.execute(text(f"SET search_path TO {schema}"))
        rows = connection.execute(text("SELECT * FROM entries ORDER BY 1, 2")).all()
        assert [tuple(row) for row in rows] == before[0]
        assert len(rows) == 2
    for place in (schema, "public"):
        database = connect(url)
        with pytest.raises(IntegrityError, match=NEVER), database.writing() as connection:
            connection.execute(text(f"DELETE FROM {place}.entries"))
        database.close()
    again.close()
    assert restore(url, file, force=True) != kept


def test_tables_are_not_replaced_by_mistake_nor_under_a_server(house: House, file: Path, url: str) -> None:
    before = everything(url)
    with pytest.raises(BackupError, match="--force"):
        restore(url, file, force=False)
    with pytest.raises(BackupError, match="Stop the server first"):
        restore(url, file, force=True)
    assert everything(url) == before


def test_circles_without_a_table_are_not_mixed_with_what_is_restored(
    file: Path, postgresql: str, make_elsewhere: MakeTables
) -> None:
    upgrade(postgresql)
    tables: TableService = make_elsewhere(postgresql)
    tables.circles.open("Tuesdays", "phone")
    tables.close()
    before = everything(postgresql)
    with pytest.raises(BackupError, match="--force"):
        restore(postgresql, file, force=False)
    assert everything(postgresql) == before
    kept = restore(postgresql, file, force=True)
    assert kept is not None
    with raw(postgresql) as connection:
        assert connection.execute(text("SELECT count(*) FROM circles")).scalar() == 0
        connection.execute(text(f"SET search_path TO {kept.removeprefix('the schema ')}"))
        assert connection.execute(text("SELECT name FROM circles")).scalars().all() == ["Tuesdays"]


def test_a_restore_that_fails_half_way_changes_nothing(
    house: House, file: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.tables.close()
    before = everything(url)

    def broken(*_: object) -> None:
        with raw(url) as other:  # the line dies
            other.execute(
                text(
                    "SELECT pg_terminate_backend(pid, 9999) FROM pg_stat_activity "
                    "WHERE application_name = 'table-companion'"
                )
            )

    monkeypatch.setattr(backups, "_copy_rows", broken)
    with pytest.raises(Unavailable):
        restore(url, file, force=True)
    assert everything(url) == before
    with raw(url) as connection:
        assert connection.execute(text("SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'before%'")).scalar() == 0


@pytest.mark.parametrize("failed", [sqlite3.OperationalError("database or disk is full"), OSError("the disk is full")])
def test_a_restore_that_finds_no_room_for_its_draft_is_refused(
    failed: Exception, file: Path, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Path) -> None:
        raise failed

    monkeypatch.setattr(backups, "_copy", full)
    with pytest.raises(BackupError, match=r"could not be written: .*disk is full"):
        restore(postgresql, file, force=False)


def test_a_database_that_was_made_and_not_used_is_filled(
    file: Path, house: House, url: str, postgres_server: Any, empty_postgresql: str, make_elsewhere: MakeTables
) -> None:
    spare = postgres_server.database(empty_postgresql)
    assert restore(spare, file, force=False) is None
    tables: TableService = make_elsewhere(spare)
    assert report(tables, house.code) == report(house.tables, house.code)


@pytest.fixture(scope="module", params=RELEASED[:-1])
def left(request: pytest.FixtureRequest, postgres_server: Postgres) -> Iterator[str]:
    """A database as an earlier version left it, with an evening in it."""
    url = postgres_server.database()
    database = connect(url, maintenance=True)
    at_revision(database, RELEASED[0])
    an_evening(database)
    at_revision(database, request.param)
    database.close()
    yield url
    postgres_server.drop(url)


@pytest.fixture
def older(left: str, postgres_server: Postgres) -> Iterator[str]:
    """A copy of it."""
    url = postgres_server.database(left)
    yield url
    postgres_server.drop(url)


def test_one_of_an_older_shape_is_copied_as_it_is_and_played_from_a_copy(older: str, tmp_path: Path) -> None:
    before, file = everything(older), tmp_path / "evening.sqlite3"
    assert list(check_tables(older)) == [()]
    backup(older, file)
    assert everything(older) == before
    with closing(connect(f"sqlite:///{file}", read_only=True)) as copy, copy.reading() as now, raw(older) as then:
        assert revision_of(now) == revision_of(then)
    assert [len(rows) for rows in everything(f"sqlite:///{file}")] == [len(rows) for rows in before]


def test_one_of_an_older_shape_is_put_aside_as_it_is(
    older: str, file: Path, house: House, make_elsewhere: MakeTables
) -> None:
    before = everything(older)
    kept = restore(older, file, force=True)
    assert kept is not None
    assert report(make_elsewhere(older), house.code) == report(house.tables, house.code)
    with raw(older) as connection:
        connection.execute(text(f"SET search_path TO {kept.removeprefix('the schema ')}"))
        rows = connection.execute(text("SELECT * FROM entries ORDER BY 1, 2")).all()
        assert [tuple(row) for row in rows] == before[0]


def test_one_that_a_later_version_made_is_not_copied(postgresql: str, tmp_path: Path) -> None:
    upgrade(postgresql)
    with raw(postgresql) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(CommandError, match="9999"):
        backup(postgresql, tmp_path / "copy")
    with pytest.raises(CommandError, match="9999"):
        list(check_tables(postgresql))
    assert list(tmp_path.iterdir()) == []


def test_there_must_be_something_to_copy(postgresql: str, tmp_path: Path) -> None:
    file = tmp_path / "copy"
    with pytest.raises(BackupError, match="There is no database at"):
        backup(postgresql, file)
    with pytest.raises(Unavailable) as failed:
        backup("postgresql://somebody:secret@127.0.0.1:1/companion", file)
    assert "secret" not in failed.value.why
    assert not file.exists()
