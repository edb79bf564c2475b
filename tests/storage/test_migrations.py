"""Every shape that was released goes on, on both databases; two processes that start at once do it once."""

from __future__ import annotations

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from companion.storage import migrate, postgresql, sqlite
from companion.storage.database import Database, connect
from companion.storage.migrate import lock_schema
from companion.storage.schema import Row
from tests import program
from tests.databases import BOTH, MakeTables
from tests.service.house import House, done, take
from tests.storage.raw import everything, raw
from tests.storage.test_nothing_is_erased import NEVER

pytestmark = BOTH
RELEASED = sorted(migrate.revisions())
COLUMNS = "table_id, version, move, at, entered_by, key_id, label, request"
OLD = f"""
INSERT INTO tables (code, header, opened_at, touched)
  VALUES ('K7QF2M9X', '{{"transcript"\\:1,"game"\\:"sluff-off","seats"\\:["Chris","Mary","Katie"]}}',
          '2026-11-20 20:00:00', 0);
INSERT INTO seats (table_id, position, name, scorekeeper)
  VALUES (1, 0, 'Chris', false), (1, 1, 'Mary', false), (1, 2, 'Katie', false);
INSERT INTO keys (table_id, seat, role, hash, label, made_at, used_at)
  VALUES (1, NULL, 'host', 'hash', 'iPhone', '2026-11-20 20:00:00', '2026-11-20 20:00:00');
INSERT INTO entries ({COLUMNS}) VALUES
  (1, 1, '{{"move"\\:"take","seat"\\:"Chris","color"\\:"red"}}', '2026-11-20 20:01:00', NULL, 1, 'iPhone', NULL),
  (1, 2, '{{"move"\\:"done","seat"\\:"Chris"}}', '2026-11-20 20:02:00', NULL, 1, 'iPhone', 'tap/0'),
  (1, 3, '{{"move"\\:"undo"}}', '2026-11-20 20:03:00', NULL, 1, 'iPhone', 'tap/1');
"""


@pytest.fixture
def bare(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A place where no database is yet."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path}/made/by/migrations.sqlite3"
    return str(request.getfixturevalue("postgresql"))


def at_revision(database: Database, revision: str) -> None:
    config = migrate._config()
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def an_evening(database: Database) -> None:
    with database.writing() as connection:
        for statement in OLD.split(";")[:-1]:
            connection.execute(text(statement))


def test_migrations_make_what_the_models_say(bare: str) -> None:
    assert migrate.upgrade(bare) == migrate.upgrade(bare) == migrate.newest() == RELEASED[-1]
    database = connect(bare)
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Row.metadata) == []
    database.close()


def test_a_new_database_knows_nobody(bare: str) -> None:
    migrate.upgrade(bare)
    rows = everything(bare)
    assert len(rows) > 4
    assert not any(rows)


@pytest.mark.parametrize("revision", RELEASED)
def test_every_released_shape_goes_on_with_what_is_in_it(bare: str, revision: str, make_elsewhere: MakeTables) -> None:
    database = connect(bare, maintenance=True)
    at_revision(database, revision)
    an_evening(database)
    assert migrate.upgrade(bare) == RELEASED[-1]
    tables = make_elsewhere(bare)
    here = tables.get("K7QF2M9X")
    assert here.version == 3
    assert [line.id for line in here.standing_moves()] == ["1"]
    assert next(entry.at.isoformat() for entry in tables.entries("K7QF2M9X")) == "2026-11-20T20:01:00+00:00"
    assert {entry.kind for entry in tables.ledger.read(1)} == {"move"}
    with pytest.raises(IntegrityError, match=NEVER), database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM entries")
    database.close()
    House(tables).play_all(take("Chris"), done("Chris"))


def test_a_database_of_a_later_program_is_refused(url: str) -> None:
    with raw(url) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(CommandError, match="9999"):
        migrate.upgrade(url)


def test_processes_that_start_at_once_make_it_once(bare: str) -> None:
    environ = {**os.environ, "COMPANION_DATABASE_URL": bare}
    started = [
        program.started(
            *program.COMPANION, "db", "upgrade", env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        for _ in range(4)
    ]
    said = [process.communicate()[0] for process in started]
    assert said == [f"The database is at revision {RELEASED[-1]}.\n"] * 4


def test_who_comes_second_waits_for_the_first(bare: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "DEADLINE_SECONDS", 0.05)  # however long it takes: nobody's phone waits for it
    monkeypatch.setattr(sqlite, "PATIENCE_SECONDS", 0.05)
    first = connect(bare, maintenance=True)
    with ThreadPoolExecutor(1) as pool:
        with first.writing() as connection:
            if kind == "postgresql":
                lock_schema(connection)
            second = pool.submit(migrate.upgrade, bare)
            with pytest.raises(TimeoutError):
                second.result(0.3)
        assert second.result(30) == RELEASED[-1]
    first.close()
