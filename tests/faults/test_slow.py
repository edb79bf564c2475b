"""The slow line: all arrives, whatever had to wait, and who has lost the server is told so."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from random import Random

import pytest

from tests.faults.slow import Slow, slow

SOON = 60


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(SOON)
        yield listening


@pytest.fixture
def line(server: socket.socket) -> Iterator[Slow]:
    with slow(server.getsockname()[1], Random(1), 0.001) as one:
        yield one


def test_what_is_said_arrives_either_way_and_waits_while_the_line_is_slow(server: socket.socket, line: Slow) -> None:
    with socket.create_connection(("127.0.0.1", line.port), SOON) as client, server.accept()[0] as there:
        client.sendall(b"quick")
        assert there.recv(16) == b"quick"
        assert line.waited == 0
        line.longest = 0.002
        client.sendall(b"ping")
        assert there.recv(16) == b"ping"
        there.sendall(b"pong")
        assert client.recv(16) == b"pong"
        assert line.waited == 2


def test_who_has_lost_the_server_or_finds_none_is_cut_off(server: socket.socket, line: Slow) -> None:
    with socket.create_connection(("127.0.0.1", line.port), SOON) as client:
        server.accept()[0].close()
        assert client.recv(16) == b""
    server.close()
    with socket.create_connection(("127.0.0.1", line.port), SOON) as client:
        assert client.recv(16) == b""
