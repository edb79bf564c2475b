"""Here `tables` is the service on a test's own database, not the app's, and `house` one table of it.

`timed` is a service by whose `clock` days pass when a test says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.databases import house, tables
from tests.service.clock import Clock

if TYPE_CHECKING:
    from companion.live.bus import Bus
    from companion.service.service import TableService
    from tests.databases import MakeTables
    from tests.service.following import Pair
    from tests.services import Redis

__all__ = ["house", "tables"]


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


@pytest.fixture(params=["siblings", "redis"])
def pair(request: pytest.FixtureRequest, make_tables: MakeTables) -> Pair:
    """Two processes that hear of each other."""
    from companion.live.redis_bus import RedisBus
    from tests.live.hearing import two_siblings

    buses: tuple[Bus, Bus]
    if request.param == "redis":
        server: Redis = request.getfixturevalue("redis_server")
        buses = RedisBus(server.url), RedisBus(server.url)
    else:
        buses = two_siblings()
    return make_tables(bus=buses[0]), make_tables(bus=buses[1])
