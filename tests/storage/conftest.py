"""Here `tables` is the service on a test's own database, not the app's, and `house` one table of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.databases import house, tables

if TYPE_CHECKING:
    from tests.postgresql_and_redis import Postgres

__all__ = ["house", "tables"]


@pytest.fixture
def shaped_postgresql(postgres_server: Postgres, empty_postgresql: str) -> Iterator[str]:
    """A database that nobody uses again: here tests do to its shape what nobody may."""
    url = postgres_server.database(empty_postgresql)
    yield url
    postgres_server.drop(url)
