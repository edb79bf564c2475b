"""Every table played through today's rules, from the database as it lies there, of any shape, and nothing touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import ArgumentError

from companion.service.service import TableService
from companion.storage.database import connect
from companion.storage.schema import Row
from companion.storage.upgrade_check import NoDatabase, check_tables
from companion.tables.errors import Unavailable
from tests.databases import BOTH
from tests.service.house import UNDO, House, take
from tests.storage.raw import everything, meddle, raw
from tests.tables.earlier import wrote


@BOTH
def test_each_entry_that_would_be_refused_is_named_and_nothing_is_touched(tables: TableService, url: str) -> None:
    good, refused, back, gap, header = (House(tables) for _ in range(5))
    good.play_all(take("Chris"))
    refused.play_all(take("Chris"))
    wrote(refused, take("Mary"), take("Katie"))
    wrote(back, take("Mary"), UNDO)  # it stands no more
    gap.play_all(take("Chris"))
    meddle(url, "UPDATE entries SET version = 3 WHERE table_id = :id", id=gap.host.table_id)
    plain = {**header.now.header.plain, "options": {"rounds": 99}}
    meddle(url, "UPDATE tables SET header = :it WHERE id = :id", it=json.dumps(plain), id=header.host.table_id)
    before = everything(url)
    found = list(check_tables(url))
    assert everything(url) == before
    assert [[(one.code, one.version, one.rule) for one in of_table] for of_table in found] == [
        [], [(refused.code, 2, "prediction-order"), (refused.code, 3, "prediction-order")], [],
        [(gap.code, 1, None)], [(header.code, 0, None)],
    ]  # fmt: skip
    assert found[1][0].because.put().startswith("It is Chris\u2019s turn to predict.")


def test_of_many_tables_the_latest_alone_can_be_looked_at(tables: TableService, url: str) -> None:
    wrote(House(tables), take("Mary"))
    latest = House(tables)
    wrote(latest, take("Mary"))
    assert [[one.code for one in found] for found in check_tables(url, 1)] == [[latest.code]]


@BOTH
def test_what_is_only_looked_at_cannot_be_changed(tables: TableService, url: str) -> None:
    House(tables)
    database = connect(url, read_only=True)
    with pytest.raises(Unavailable), database.reading() as connection:
        connection.execute(text("UPDATE tables SET touched = 9"))
    database.close()


def test_a_database_that_is_none_is_not_made(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/nothing/here.sqlite3"
    with pytest.raises(NoDatabase):
        list(check_tables(url))
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "empty.sqlite3").touch()
    with pytest.raises(NoDatabase):
        list(check_tables(f"sqlite:///{tmp_path}/empty.sqlite3"))


def test_one_of_an_older_shape_is_played_from_a_copy(tables: TableService, url: str) -> None:
    stops = House(tables)
    wrote(stops, take("Mary"))
    with raw(url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
        for name in connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all():
            connection.execute(text(f"DROP TRIGGER {name}"))
        for of_table, column in (("entries", "kind"), ("seats", "color"), ("seats", "initial")):
            connection.execute(text(f"ALTER TABLE {of_table} DROP COLUMN {column}"))
        for table in reversed(Row.metadata.sorted_tables):
            if table.name not in ("tables", "seats", "keys", "entries"):
                table.drop(connection)
    before = everything(url)
    assert [[one.version for one in found] for found in check_tables(url)] == [[1]]
    assert everything(url) == before


def test_a_database_of_another_kind_is_not_looked_at() -> None:
    with pytest.raises(ArgumentError, match="neither"):
        connect("mysql://here/table", read_only=True)
