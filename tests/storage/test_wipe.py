"""What is deleted from an SQLite database is gone from its file, and from the log beside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from companion.service import deletion
from companion.service.service import TableService
from companion.storage.database import connect
from companion.tables.errors import NoSuchTable
from tests.service.circle import Evenings
from tests.service.house import RARE, House, an_evening, take


def test_not_in_the_file_and_not_in_its_log(tables: TableService, url: str) -> None:
    file = Path(make_url(url).database or "")
    houses = [House(tables), an_evening(tables), House(tables)]
    assert RARE[0].encode() in b"".join(path.read_bytes() for path in files(file))
    for house in houses:
        house.play_all(*[take(house.now.header.seats[0]), {"move": "undo"}] * 20)
    deletion.delete(tables, houses[1].host)
    left = b"".join(path.read_bytes() for path in files(file))
    assert not tables.database.unwiped
    for name in (*RARE, houses[1].code):
        assert name.encode() not in left
    assert b"Katie" in left


def test_nothing_of_a_circle_nor_of_whom_it_forgets(tables: TableService, url: str) -> None:
    file = Path(make_url(url).database or "")
    home = Evenings(tables)
    home.circles.rename(home.host, "Zanzibarians")
    home.plays(*RARE)
    preset = home.circles.keep_preset(home.host, "Yttriferous", "sluff-off", {"rounds": 1})
    kept = home.circles.keep_preset(home.host, "Wolframite", "sluff-off", {"rounds": 1})
    home.circles.rename_person(home.host, home.called(RARE[0]), "Umbrageous")
    assert found(file, "Zanzibarians", "Yttriferous", "Wolframite", "Umbrageous", *RARE) == 7
    home.circles.drop_preset(home.host, preset)
    home.circles.forget(home.host, home.called("Umbrageous"))
    assert found(file, "Yttriferous", "Umbrageous") == 0
    assert kept != preset
    deletion.delete_circle(tables, home.host, with_tables=True)
    assert found(file, "Zanzibarians", "Wolframite", home.circle.code, *RARE) == 0


def found(file: Path, *words: str) -> int:
    """How many of these stand in the database's files."""
    content = b"".join(path.read_bytes() for path in files(file))
    return sum(word.encode() in content for word in words)


@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
def test_postgresql_has_no_log_of_ours_to_empty(tables: TableService) -> None:
    tables.database.wipe()
    assert not tables.database.unwiped


def test_a_process_that_was_killed_before_it_could_leaves_it_to_the_next(tables: TableService, url: str) -> None:
    tables.database.wipe()
    after = connect(url)
    assert after.unwiped
    after.close()


def files(file: Path) -> Iterator[Path]:
    return file.parent.glob(f"{file.name}*")


def test_a_log_that_cannot_be_emptied_now_is_emptied_later(tables: TableService) -> None:
    house = House(tables)
    event.listen(tables.database.engine, "before_cursor_execute", disk_error)
    deletion.delete(tables, house.host)  # it is deleted, and nobody is told that it is not
    event.remove(tables.database.engine, "before_cursor_execute", disk_error)
    assert tables.database.unwiped
    with pytest.raises(NoSuchTable):
        tables.get(house.code)
    tables.database.wipe()
    assert not tables.database.unwiped


def disk_error(*call: Any) -> None:
    if "wal_checkpoint" in call[2]:
        raise OperationalError(call[2], None, sqlite3.OperationalError("disk I/O error"))


def test_whoever_reads_meanwhile_delays_the_log_alone_until_something_else_is_saved(tables: TableService) -> None:
    house, other = House(tables), House(tables)
    with tables.database.reading_repeatably() as reader:
        reader.exec_driver_sql("SELECT count(*) FROM entries").scalar_one()
        deletion.delete(tables, house.host)
        other.play_all(take(other.now.header.seats[0]))
        assert tables.database.unwiped
    other.play_all({"move": "undo"})
    assert not tables.database.unwiped
