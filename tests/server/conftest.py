"""Servers are started and stopped here, and streams end with them: each test has an app of its own."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.served import Serve, Served

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.own_app)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts servers on one and the same instance folder."""
    started: list[Served] = []

    def start(*arguments: str, **environ: str) -> Served:
        started.append(Served(tmp_path / "instance", *arguments, **environ))
        return started[-1]

    yield start
    for server in started:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)
        for pipe in (server.process.stdout, server.process.stderr):
            assert pipe is not None
            pipe.close()
