"""`companion serve` as a process of its own, what is said to it, and streams that listen to it."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests import program

SEATS = ["Chris", "Mary", "Katie"]
HEADER = {"transcript": 1, "game": "sluff-off", "seats": SEATS}
UNDO = {"move": "undo"}
WAIT = 60


class Served:
    """One `companion serve` process on a free port of this machine alone."""

    @staticmethod
    def begin(command: list[str], env: dict[str, str]) -> subprocess.Popen[str]:
        """Start it."""
        pipe = subprocess.PIPE
        return program.started(*program.COMPANION, *command, env=env, stdout=pipe, stderr=pipe)

    def __init__(self, instance: Path, *arguments: str, **environ: str) -> None:
        command = ["serve", "--host", "127.0.0.1", "--port", "0", *arguments]
        env = {
            **os.environ,
            "COMPANION_INSTANCE": str(instance),
            "PYTHONIOENCODING": "utf-8",
            # One that is killed leaves something behind. In a test's own folder the name of a socket would be too long.
            "TMPDIR": str(instance.parents[1]),
            **environ,
        }
        self.process = self.begin(command, env)
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if "Ctrl+C" in line:
                break
        found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        assert found, said + self.process.communicate(timeout=WAIT)[1]
        self.said, self.port = said, int(found[1])

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)

    def ask(
        self, method: str, path: str, body: object = None, key: str = "", name: str = ""
    ) -> tuple[int, dict[str, Any]]:
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {key}"} if key else {}
        headers |= {"Idempotency-Key": name} if name else {}
        connection = self.connect()
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def open_table(self) -> dict[str, Any]:
        status, opened = self.ask("POST", "/api/tables", HEADER)
        assert status == 201, opened
        return opened

    def send(self, raw: bytes) -> bytes:
        """What comes back for these very bytes, until the server hangs up."""
        with socket.create_connection(("127.0.0.1", self.port), WAIT) as line:
            line.sendall(raw)
            line.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: line.recv(65536), b""))

    def end(self, how: signal.Signals) -> tuple[int, str]:
        """Signal the process; its status, and what it said on standard error."""
        self.process.send_signal(how)
        error = self.process.communicate(timeout=WAIT)[1]
        return self.process.wait(), error


Serve = Callable[..., Served]


def take(color: str) -> dict[str, str]:
    return {"move": "take", "seat": "Chris", "color": color}


class Stream:
    """A phone that listens to a table."""

    def __init__(self, server: Served, code: str) -> None:
        self.connection = server.connect()
        self.connection.request("GET", f"/api/tables/{code}/live")
        self.answer = self.connection.getresponse()

    def state(self) -> dict[str, Any]:
        """The next state that is told; beats are passed over."""
        while True:
            lines: dict[str, str] = {}
            while line := self.answer.readline().decode().strip():
                key, _, value = line.partition(":")
                lines[key] = value.strip()
            assert lines, "the stream ended"
            if lines.get("event") == "table":
                return dict(json.loads(lines["data"]))

    def rest(self) -> bytes:
        """All that still comes until the stream ends."""
        return self.answer.read()

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


def request(head: str, body: bytes = b"") -> bytes:
    return head.replace("\n", "\r\n").encode("latin-1") + b"\r\n\r\n" + body


POST = "POST /api/tables HTTP/1.1\nHost: localhost\nConnection: close\nContent-Type: application/json"
BAD_CHUNK = f"{POST}\nTransfer-Encoding: chunked"
SHORT = f"{POST}\nContent-Length: 500"


def talk(server: Served, raw: bytes) -> bytes:
    """What comes back until the server hangs up, of its own accord."""
    with socket.create_connection(("127.0.0.1", server.port), WAIT) as line:
        line.sendall(raw)
        return b"".join(iter(lambda: line.recv(65536), b""))


def serve_in_vain(instance: Path, *arguments: object) -> str:
    """What `companion serve` says on standard error where it cannot serve."""
    environ = {**os.environ, "COMPANION_INSTANCE": str(instance)}
    ended = program.run("serve", "--host", "127.0.0.1", *map(str, arguments), env=environ, timeout=WAIT)
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    return ended.stderr
