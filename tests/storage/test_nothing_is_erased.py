"""No entry is ever changed or removed: the database forbids it, and no statement of the program tries."""

from __future__ import annotations

import ast
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, update
from sqlalchemy.exc import IntegrityError

import companion
from companion.storage.schema import ENTRIES
from tests.service.house import UNDO, House, done, take
from tests.storage.raw import everything
from tests.tables.acts import amend, hold, remove, settle

NEVER = "never changed and never removed"


@pytest.fixture
def house(house: House) -> House:
    """Moves, an undo and acts: six entries."""
    house.play_all(take("Chris"), done("Chris"), UNDO, hold(entry="1"), settle(4), amend(remove("1")))
    return house


def rows(house: House) -> list[Any]:
    with house.tables.database.reading() as connection:
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
    with pytest.raises(IntegrityError, match=NEVER), house.tables.database.writing() as connection:
        connection.exec_driver_sql(statement)
    assert rows(house) == before


def test_the_database_takes_no_change_from_another_program(house: House, url: str) -> None:
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
    with pytest.raises(IntegrityError, match=NEVER), house.tables.database.writing() as connection:
        connection.exec_driver_sql(again)
    assert rows(house) == before


def test_the_database_takes_no_change_through_the_program_s_own_models(house: House) -> None:
    for statement in (update(ENTRIES).values(move="{}"), delete(ENTRIES)):
        with pytest.raises(IntegrityError, match=NEVER), house.tables.database.writing() as connection:
            connection.execute(statement)
    with house.tables.database.writing() as connection:  # and appending goes on
        connection.execute(insert(ENTRIES), [{**rows_as_dict(house)[-1], "version": 7}])
    assert house.tables.ledger.read(house.now.table_id)[-1].version == 7


def rows_as_dict(house: House) -> list[dict[str, Any]]:
    return [dict(zip([column.name for column in ENTRIES.columns], row, strict=True)) for row in rows(house)]


def test_a_table_goes_with_all_that_is_its_own_and_nothing_else(house: House, url: str) -> None:
    """Also for a program that looks after no foreign keys: there is no half of it."""
    other = House(house.tables)
    other.play_all(take("Chris"))
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as program, program:
        program.execute("DELETE FROM tables WHERE id = ?", (house.now.table_id,))
    assert [len(found) for found in everything(url)] == [1, 5, 3, 1, *[0] * 7]  # entries, keys, seats, tables; circles
    assert rows(other)


def test_while_there_are_entries_a_key_does_not_go(house: House) -> None:
    with pytest.raises(IntegrityError), house.tables.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM keys")


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
