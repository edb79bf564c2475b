"""Servers are started and stopped here, and streams end with them: each test has an app of its own."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.served import Serve, Served, ServedByItself

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


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that several tests share."""
    server = ServedByItself(tmp_path_factory.mktemp("running"))
    yield server
    status, error = server.end(signal.SIGTERM)
    assert (status, error) == (0, "")  # whatever it was sent, it logged nothing and stopped in order
