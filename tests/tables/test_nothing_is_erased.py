"""No entry is ever changed or removed: the database forbids it, and no statement of the program tries."""

from __future__ import annotations

import ast
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import delete, insert, update
from sqlalchemy.exc import IntegrityError

import companion
from companion.tables import migrate
from companion.tables.database import Database, connect
from companion.tables.ledger import ENTRIES
from tests.tables.acts import amend, hold, remove, settle, whole
from tests.tables.conftest import MakeTables
from tests.tables.house import UNDO, House, done, take
from tests.tables.test_play import everything

NEVER = "never changed and never removed"


@pytest.fixture
def house(house: House) -> House:
    """Moves, an undo and acts: six entries."""
    house.play_all(take("Chris"), done("Chris"), UNDO, hold(entry="1"), settle(4), amend(remove("1")))
    return house


def rows(house: House) -> list[Any]:
    with house.tables._database.reading() as connection:
        return [tuple(row) for row in connection.execute(ENTRIES.select().order_by(ENTRIES.c.version))]


ROW = "table_id, version, move, at, entered_by, key_id, label, request, kind"
CHANGES = {
    "a change": "UPDATE entries SET move = '{}'",
    "a change that changes nothing": "UPDATE entries SET move = move WHERE version = 1",
    "of its label alone": "UPDATE entries SET label = '' WHERE version = 6",
    "a change of its key": "UPDATE entries SET version = 60 WHERE version = 6",
    "a removal": "DELETE FROM entries WHERE version = 6",
    "of all": "DELETE FROM entries",
    "in the place of another": f"INSERT OR REPLACE INTO entries SELECT {ROW} FROM entries WHERE version = 6",
    "instead of one": f"REPLACE INTO entries SELECT {ROW.replace('version', '1')} FROM entries WHERE version = 6",
    "or else a change": f"INSERT INTO entries SELECT {ROW} FROM entries WHERE version = 6"
    " ON CONFLICT (table_id, version) DO UPDATE SET move = '{}'",
}


@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES)
def test_the_database_takes_no_change_and_no_removal(house: House, statement: str) -> None:
    before = rows(house)
    with pytest.raises(IntegrityError, match=NEVER), house.tables._database.writing() as connection:
        connection.exec_driver_sql(statement)
    assert rows(house) == before


def test_nor_from_another_program(house: House, url: str) -> None:
    before = everything(url)
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as other:
        for statement in CHANGES.values():
            with pytest.raises(sqlite3.IntegrityError, match=NEVER):
                other.execute(statement)
    assert everything(url) == before


def test_a_request_that_is_there_is_put_in_the_place_of_none(house: House) -> None:
    assert house.play(take("Chris", "blue"), request="tap") is not None
    before = rows(house)
    again = f"INSERT OR REPLACE INTO entries SELECT {ROW.replace('version', '99')} FROM entries WHERE version = 7"
    with pytest.raises(IntegrityError, match=NEVER), house.tables._database.writing() as connection:
        connection.exec_driver_sql(again)
    assert rows(house) == before


def test_nor_through_the_program_s_own_models(house: House) -> None:
    for statement in (update(ENTRIES).values(move="{}"), delete(ENTRIES)):
        with pytest.raises(IntegrityError, match=NEVER), house.tables._database.writing() as connection:
            connection.execute(statement)
    with house.tables._database.writing() as connection:  # and appending goes on
        connection.execute(insert(ENTRIES), [{**rows_as_dict(house)[-1], "version": 7}])
    assert house.tables._ledger.read(house.now.table_id)[-1].version == 7


def rows_as_dict(house: House) -> list[dict[str, Any]]:
    return [dict(zip([column.name for column in ENTRIES.columns], row, strict=True)) for row in rows(house)]


# The source


def calls(path: Path) -> Iterator[tuple[str, str]]:
    """Each call by the name of what is called, with its first argument as it is written."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            of = node.func.value if isinstance(node.func, ast.Attribute) and not node.args else None
            yield name, ast.unparse(of or node.args[0]) if of or node.args else ""


def test_no_statement_of_the_program_changes_or_removes_an_entry() -> None:
    files = [path for path in Path(companion.__file__).parent.rglob("*.py") if "migrations" not in path.parts]
    assert len(files) > 50
    for path in files:
        for name, of in calls(path):
            if name in ("update", "delete"):
                assert not re.search(r"ENTRIES|EntryRow", of), path
            assert name not in ("merge", "bulk_update_mappings"), path
        source = path.read_text(encoding="utf-8")
        assert not re.search(r"(UPDATE|DELETE FROM|REPLACE INTO|DROP TABLE|TRUNCATE)\s+entries", source, re.I), path


def test_the_ledger_alone_inserts_entries() -> None:
    found = {
        path.name
        for path in Path(companion.__file__).parent.rglob("*.py")
        for name, of in calls(path)
        if name == "insert" and "ENTRIES" in of
    }
    assert found == {"ledger.py"}


# From the older shape, and back


def at_revision(database: Database, revision: str, *, down: bool = False) -> None:
    config = migrate._config()
    with database.writing() as connection:
        config.attributes["connection"] = connection
        (command.downgrade if down else command.upgrade)(config, revision)


OLD = """
INSERT INTO tables VALUES (1, 'K7QF2M9X', '{"transcript":1,"game":"sluff-off","seats":["Chris","Mary","Katie"]}',
                           '2026-11-20 20:00:00', 0, NULL);
INSERT INTO seats VALUES (1, 1, 0, 'Chris', 0, NULL), (2, 1, 1, 'Mary', 0, NULL), (3, 1, 2, 'Katie', 0, NULL);
INSERT INTO keys VALUES (1, 1, NULL, 'host', 'hash', 'iPhone', '2026-11-20 20:00:00', '2026-11-20 20:00:00', NULL);
INSERT INTO entries VALUES
  (1, 1, '{"move":"take","seat":"Chris","color":"red"}', '2026-11-20 20:01:00', NULL, 1, 'iPhone', NULL),
  (1, 2, '{"move":"done","seat":"Chris"}', '2026-11-20 20:02:00', NULL, 1, 'iPhone', 'tap/0'),
  (1, 3, '{"move":"undo"}', '2026-11-20 20:03:00', NULL, 1, 'iPhone', 'tap/1');
"""


@pytest.fixture
def old(tmp_path: Path) -> Iterator[tuple[str, Database]]:
    """A database as version 0.1.0 made it, with an evening in it."""
    url = f"sqlite:///{tmp_path}/companion.sqlite3"
    database = connect(url, foreign_keys=False)
    at_revision(database, "0001")
    with database.writing() as connection:
        for statement in OLD.split(";")[:-1]:
            connection.exec_driver_sql(statement)
    yield url, database
    database.close()


def test_what_was_entered_before_the_referee_came_is_read_as_moves(
    old: tuple[str, Database], make_tables: MakeTables
) -> None:
    url, database = old
    assert migrate.upgrade(url) == max(migrate.revisions())
    here = make_tables().find("K7QF2M9X")
    assert here.version == 3
    assert [line.id for line in here.lines()] == ["1"]
    assert {entry.kind for entry in make_tables()._ledger.read(1)} == {"move"}
    with pytest.raises(IntegrityError, match=NEVER), database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM entries")


def test_there_and_back_nothing_is_lost(old: tuple[str, Database]) -> None:
    url, database = old
    before = everything(url)
    at_revision(database, "0002")
    at_revision(database, "0001", down=True)
    assert everything(url) == before
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE entries SET label = 'as it was then'")
    at_revision(database, "0002")


def test_there_is_no_way_back_over_an_act(house: House, url: str, make_tables: MakeTables) -> None:
    before, state = everything(url), whole(house.now)
    database = connect(url, foreign_keys=False)
    with pytest.raises(RuntimeError, match="acts of the referee"):
        at_revision(database, "0001", down=True)
    database.close()
    assert everything(url) == before
    assert whole(make_tables().find(house.code)) == state


# PostgreSQL


class Told:
    """Stands for alembic's operations on a PostgreSQL database, and keeps what it is told."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.dialect = SimpleNamespace(name="postgresql")

    def get_bind(self) -> Told:
        return self

    def scalar_one(self) -> int:
        return 0

    def execute(self, statement: object) -> Told:
        self.statements.append(" ".join(str(statement).split()))
        return self

    def add_column(self, table: str, column: object) -> None:
        self.statements.append(f"add {column} to {table}")

    def drop_column(self, table: str, column: str) -> None:
        self.statements.append(f"drop {column} of {table}")


def test_postgresql_is_told_the_same_and_what_it_was_told_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    script = ScriptDirectory.from_config(migrate._config()).get_revision("0002")
    assert script is not None
    told = Told()
    monkeypatch.setattr(script.module, "op", told)
    script.module.upgrade()
    made = "; ".join(told.statements)
    assert "BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION entries_stay()" in made
    assert "BEFORE TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION entries_stay()" in made
    assert NEVER in made
    told.statements.clear()
    script.module.downgrade()
    names = re.findall(r"CREATE (TRIGGER|FUNCTION) (\w+)", made)
    assert all(any(f"DROP {kind} {name}" in one for one in told.statements) for kind, name in names)
    assert told.statements[-1] == "drop kind of entries"
