"""Every table played through today's rules, from the database as it lies there, of any shape, and nothing touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import ArgumentError

from companion.games.transcript import read_opening_header
from companion.service.service import TableService
from companion.storage import upgrade_check
from companion.storage.database import connect_read_only
from companion.storage.schema import CIRCLE_GAMES, CIRCLE_KEYS, CIRCLE_SEATS, CIRCLES, PEOPLE, PERSON_NAMES, PRESETS
from companion.storage.upgrade_check import NoDatabase, after_an_upgrade, check_tables
from companion.tables.errors import Unavailable
from tests.databases import BOTH
from tests.service.house import SEATS, House, take
from tests.storage.raw import everything, meddle, raw
from tests.tables.earlier import wrote


@BOTH
def test_each_table_that_would_stop_is_named_and_nothing_is_touched(tables: TableService, url: str) -> None:
    good, stops, gap, header = House(tables), House(tables), House(tables), House(tables)
    good.play_all(take("Chris"))
    stops.play_all(take("Chris"))
    wrote(stops, take("Mary"), take("Mary"))
    gap.play_all(take("Chris"))
    meddle(url, "UPDATE entries SET version = 3 WHERE table_id = :id", id=gap.host.table_id)
    plain = {**header.now.header.plain, "options": {"rounds": 99}}
    meddle(url, "UPDATE tables SET header = :it WHERE id = :id", it=json.dumps(plain), id=header.host.table_id)
    before = everything(url)
    found = list(check_tables(url))
    assert everything(url) == before
    named = {one.code: (one.version, one.rule) for one in found if one is not None}
    assert len(found) == 4
    assert named == {stops.code: (2, "prediction-order"), gap.code: (1, None), header.code: (0, None)}
    said = next(one.because.put() for one in found if one is not None and one.code == stops.code)
    assert said.startswith("It is Chris\u2019s turn to predict.")


def test_tables_are_looked_at_in_pages(tables: TableService, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upgrade_check, "AT_ONCE", 2)
    for _ in range(5):
        House(tables)
    assert list(check_tables(url)) == [None] * 5
    assert list(check_tables(url, 3)) == [None] * 3


@BOTH
def test_what_is_only_looked_at_cannot_be_changed(tables: TableService, url: str) -> None:
    House(tables)
    database = connect_read_only(url)
    with pytest.raises(Unavailable), database.reading() as connection:
        connection.execute(text("UPDATE tables SET touched = 9"))
    database.close()


def test_a_database_that_is_none_is_not_made(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/nothing/here.sqlite3"
    for ask in (lambda: list(check_tables(url)), lambda: after_an_upgrade(url)):
        with pytest.raises(NoDatabase):
            ask()
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
        for table, column in (("entries", "kind"), ("seats", "color"), ("seats", "initial")):
            connection.execute(text(f"ALTER TABLE {table} DROP COLUMN {column}"))
        for made in (PRESETS, CIRCLE_SEATS, CIRCLE_GAMES, CIRCLE_KEYS, PERSON_NAMES, PEOPLE, CIRCLES):
            made.drop(connection)
    before = everything(url)
    assert [one.version for one in check_tables(url) if one is not None] == [1]
    assert everything(url) == before


def old(tables: TableService) -> House:
    """A table from before editions were numbered."""
    return House(tables)


def today(tables: TableService) -> House:
    plain = {"transcript": 1, "game": "sluff-off", "seats": list(SEATS)}
    return House(tables, on=read_opening_header(plain))


@BOTH
def test_a_server_hears_of_other_rules_from_the_latest_table(tables: TableService, url: str) -> None:
    assert after_an_upgrade(url) is None
    stops = old(tables)
    wrote(stops, take("Mary"))
    old(tables)
    found = after_an_upgrade(url)
    assert found is not None
    assert (found.before, found.looked_at) == (None, 2)
    assert [(one.code, one.version) for one in found.stops] == [(stops.code, 1)]
    today(tables)
    assert after_an_upgrade(url) is None


@pytest.mark.parametrize(
    ("header", "before"), [("{", None), ("[]", None), ('{"rules": "x"}', None), ('{"rules": 0}', 0)]
)
def test_any_header_tells_its_edition_or_none(tables: TableService, url: str, header: str, before: int | None) -> None:
    today(tables)
    meddle(url, "UPDATE tables SET header = :header", header=header)
    found = after_an_upgrade(url)
    assert found is not None
    assert (found.before, len(found.stops)) == (before, 1)


def test_where_the_rules_are_the_same_no_ledger_is_read(
    tables: TableService, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    today(tables)
    monkeypatch.setattr(upgrade_check, "read_on", None)
    assert after_an_upgrade(url) is None


def test_a_database_of_another_kind_is_not_looked_at() -> None:
    with pytest.raises(ArgumentError, match="neither"):
        connect_read_only("mysql://here/table")
