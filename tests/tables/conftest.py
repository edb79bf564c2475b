"""A database made once a session; every test gets a copy of its own."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.tables.database import connect
from companion.tables.migrate import upgrade
from companion.tables.service import Tables
from tests.tables.house import House

MakeTables = Callable[..., Tables]


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("database") / "empty.sqlite3"
    upgrade(f"sqlite:///{file}")
    return file


@pytest.fixture
def url(tmp_path: Path, empty_database: Path) -> str:
    file = tmp_path / "companion.sqlite3"
    shutil.copy(empty_database, file)
    return f"sqlite:///{file}"


@pytest.fixture
def make_tables(url: str) -> Iterator[MakeTables]:
    """As many processes as a test wants, as far as the database can tell."""
    made: list[Tables] = []

    def make(**wishes: Any) -> Tables:
        made.append(Tables(connect(url), **wishes))
        return made[-1]

    yield make
    for tables in made:
        tables.close()


@pytest.fixture
def tables(make_tables: MakeTables) -> Tables:
    return make_tables()


@pytest.fixture
def house(tables: Tables) -> House:
    """A table of three with everybody's keys."""
    return House(tables)
