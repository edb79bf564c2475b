"""Two processes of the real program behind nginx, on PostgreSQL and Redis of the tests' own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import nginx
from tests.browser.conftest import browser_type_launch_args
from tests.many.house import House, serving
from tests.postgresql_and_redis import Redis

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of them go through nginx, which needs a certificate."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.needs("nginx", "openssl"))


@pytest.fixture
def house(tmp_path: Path, postgresql: str, redis_server: Redis) -> Iterator[House]:
    """Both serve one empty database. Skips where nginx, PostgreSQL or Redis is not installed."""
    nginx.program()
    with serving(tmp_path, postgresql, redis_server.url) as house:
        yield house


__all__ = ["browser_type_launch_args", "house"]
