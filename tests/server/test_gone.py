"""PostgreSQL goes while people play, and comes back: a served process, phones, and a stream that says what is so."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import threading
from http.client import HTTPConnection, HTTPException
from queue import Queue
from typing import Self

import pytest

from tests.postgresql_and_redis import Postgres
from tests.server.served import HEADER, WAIT, Serve, Served

TAKE = {"move": "take", "seat": "Chris", "color": "red"}


class Phone:
    """A phone's stream: the versions of the table that it was shown."""

    def __init__(self, server: Served, code: str) -> None:
        self.shown: Queue[int] = Queue()
        self._line: HTTPConnection = server.connect()
        self._line.request("GET", f"/api/tables/{code}/live")
        self._answer = self._line.getresponse()
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        assert self._line.sock is not None
        self._line.sock.shutdown(socket.SHUT_RDWR)
        self._listening.join(WAIT)
        self._answer.close()
        self._line.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError, HTTPException):  # whoever hangs up
            for line in self._answer:
                if line.startswith(b"data: "):
                    self.shown.put(json.loads(line[6:])["version"])


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGKILL], ids=["stopped", "killed"])
def test_nothing_unsaved_is_told_or_shown_and_play_goes_on_at_once(
    stoppable_postgres: Postgres, serve: Serve, by: int
) -> None:
    service = stoppable_postgres.service
    assert service is not None
    server = serve(COMPANION_DATABASE_URL=stoppable_postgres.database())
    opened, other = server.open_table(), server.open_table()
    code, key = opened["code"], opened["keys"]["host"]
    moves = f"/api/tables/{code}/moves"
    assert server.ask("POST", moves, TAKE, key, "first")[0] == 201
    with Phone(server, code) as phone:
        assert phone.shown.get(timeout=WAIT) == 1

        service.stop(by)
        for number in range(6):
            status, said = server.ask("POST", moves, TAKE, key, f"tap-{number % 2}")
            assert (status, "try again" in str(said)) == (503, True)
            status, said = server.ask("GET", f"/api/tables/{code}")
            assert (status, said["version"]) == (200, 1)
        assert server.ask("POST", "/api/tables", HEADER)[0] == 503
        assert phone.shown.empty()

        service.start()
        for _ in range(2):
            assert server.ask("POST", moves, TAKE, key, "tap-0") == (201, {"version": 2})
        assert phone.shown.get(timeout=WAIT) == 2
        status, answer = server.ask("POST", f"/api/tables/{other['code']}/moves", TAKE, other["keys"]["host"])
        assert (status, answer) == (201, {"version": 1})
    assert server.process.poll() is None
