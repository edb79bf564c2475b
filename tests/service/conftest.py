"""Here `tables` is the service on a test's own database, not the app's, and `house` one table of it.

`timed` is a service by whose `clock` days pass when a test says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.databases import house, tables
from tests.service.clock import Clock
from tests.service.house import House

if TYPE_CHECKING:
    from companion.service.service import TableService
    from tests.databases import MakeTables

__all__ = ["house", "tables"]


@pytest.fixture
def bare(tables: TableService) -> House:
    """A table as the screens open it: the host alone has a key."""
    return House(tables, keys_for_seats=False)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(make_tables: MakeTables, clock: Clock) -> TableService:
    return make_tables(clock=clock)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks come at once."""
    monkeypatch.setattr("companion.service.follower.LOOK_SECONDS", 0.02)
