"""A database made once a session; every test gets a copy of its own: SQLite's, and with the mark `BOTH` each kind's.

A copy in PostgreSQL is emptied after the test, and the next one's: to make and to drop one costs more than most tests.

A pytest plugin, for the folders whose tests use the service or the database without the app.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from companion.service.service import TableService
    from tests.postgresql_and_redis import Postgres
    from tests.service.house import House

MakeTables = Callable[..., "TableService"]
BOTH = pytest.mark.both_databases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What is marked as `BOTH` and needs a database runs on SQLite and on PostgreSQL."""
    if "kind" in metafunc.fixturenames and metafunc.definition.get_closest_marker("both_databases"):
        metafunc.parametrize("kind", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture(scope="session")
def empty_postgresql(postgres_server: Postgres) -> str:
    from companion.storage.migrate import upgrade

    url = postgres_server.database()
    upgrade(url)
    return url


@pytest.fixture(scope="session")
def emptied() -> list[str]:
    """PostgreSQL databases in today's shape that nobody has anything in."""
    return []


@pytest.fixture
def shaped_postgresql(postgres_server: Postgres, empty_postgresql: str, emptied: list[str]) -> Iterator[str]:
    """One of them, for a test that leaves its shape as it is."""
    url = emptied.pop() if emptied else postgres_server.database(empty_postgresql)
    yield url
    postgres_server.empty(url)
    emptied.append(url)


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    """Which database the test is about: SQLite, unless it is parametrised."""
    return str(getattr(request, "param", "sqlite"))


@pytest.fixture
def url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if kind == "sqlite":
        file = tmp_path / "companion.sqlite3"
        shutil.copy(request.getfixturevalue("empty_database"), file)
        yield f"sqlite:///{file}"
    else:
        yield request.getfixturevalue("shaped_postgresql")


@pytest.fixture
def make_elsewhere() -> Iterator[Callable[..., TableService]]:
    """Processes at the database of a URL."""
    from companion.service.service import build_service
    from companion.storage.database import connect

    made: list[TableService] = []

    def make(url: str, **wishes: Any) -> TableService:
        made.append(build_service(connect(url), **wishes))
        return made[-1]

    yield make
    for tables in made:
        tables.close()


@pytest.fixture
def make_tables(url: str, make_elsewhere: Callable[..., TableService]) -> MakeTables:
    """As many processes as a test wants, as far as the database can tell."""
    return partial(make_elsewhere, url)


@pytest.fixture
def tables(make_tables: MakeTables) -> TableService:
    return make_tables()


@pytest.fixture
def house(tables: TableService) -> House:
    """A table of three with everybody's keys."""
    from tests.service.house import House

    return House(tables)
