"""Two processes of the companion on one PostgreSQL and one Redis, and Debian's nginx before them."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests import nginx
from tests.postgresql_and_redis import free_port, until_we_end

CHECKOUT = Path(__file__).parents[2]
SEATS = ["Chris", "Mary", "Katie", "Cory", "Carly"]
HEADER = {"transcript": 1, "game": "sluff-off", "seats": SEATS}
WAIT = 60
READY_SECONDS = 300  # a busy machine takes more than a minute to start two processes


@dataclass(frozen=True, slots=True)
class Place:
    """Where to ask: a process itself, or all of them through nginx."""

    port: int
    tls: bool = False

    def connect(self) -> http.client.HTTPConnection:
        """A new connection."""
        if self.tls:
            return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=WAIT, context=nginx.trusting())
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, Any]]:
        """Status and JSON of one request on a connection of its own; `key="..."` shows a key."""
        key = headers.pop("key", "")
        sent = {
            "Content-Type": "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        sent |= {"Authorization": f"Bearer {key}"} if key else {}
        with contextlib.closing(self.connect()) as line:
            line.request(method, path, None if body is None else json.dumps(body), sent)
            answer = line.getresponse()
            said = answer.read()
            return answer.status, json.loads(said) if answer.headers.get_content_type() == "application/json" else {}


class Process:
    """One `companion serve` on a port that stays its own when it is started again.

    `program` is the module that is run as the companion.
    """

    def __init__(
        self, port: int, log: Path, environ: Mapping[str, str], *options: str, program: str = "companion"
    ) -> None:
        self.place, self._program = Place(port), program
        self._log, self._environ, self._options = log, environ, options
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it; `ready` waits until it answers."""
        command = ["serve", "--host", "127.0.0.1", "--port", str(self.place.port), *self._options]
        env = {**os.environ, **self._environ}
        with self._log.open("ab") as said:
            whole = [*until_we_end(), sys.executable, "-m", self._program, *command]
            self._process = subprocess.Popen(whole, cwd=CHECKOUT, env=env, stdout=said, stderr=said, text=True)

    @property
    def pid(self) -> int:
        """The process that was started; of several that serve together, their parent."""
        assert self._process is not None
        return self._process.pid

    def ready(self) -> None:
        """Return when it answers."""
        assert self._process is not None
        end = time.monotonic() + READY_SECONDS
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.place.ask("GET", "/")[0] == 200:
                    return
            assert self._process.poll() is None, self.said()
            assert time.monotonic() < end, self.said()
            time.sleep(0.05)

    def end(self, by: signal.Signals = signal.SIGKILL) -> int:
        """End it, as a power cut does or politely; its status. Nothing to end is no harm."""
        if self._process is None:
            return 0
        self._process.send_signal(by)
        return self._process.wait(WAIT)

    def said(self) -> str:
        """What it wrote down so far."""
        return self._log.read_text(errors="replace")


@dataclass(frozen=True, slots=True)
class Table:
    """An open table of five, and how to play at it."""

    code: str
    keys: dict[str, Any] = field(repr=False)

    @property
    def path(self) -> str:
        """Its address in the API."""
        return f"/api/tables/{self.code}"

    def play(self, place: Place, move: object, **headers: str) -> tuple[int, dict[str, Any]]:
        """Enter a move for anybody, as its host."""
        return place.ask("POST", f"{self.path}/moves", move, key=self.keys["host"], **headers)

    def see(self, place: Place) -> dict[str, Any]:
        """The table as that place tells it."""
        status, now = place.ask("GET", self.path)
        assert status == 200, now
        return now


class House:
    """Two processes and what is before them. `front` is where phones go; `places` are the processes themselves."""

    def __init__(self, folder: Path, database: str, redis: str) -> None:
        ports = [free_port(), free_port()]
        (folder / "nginx").mkdir()
        (folder / "secret_key").write_text("the key that both processes of these tests share")
        self.nginx = nginx.Front(folder / "nginx", ports)
        self.front = Place(self.nginx.port, tls=True)
        shared = {
            "COMPANION_PUBLIC_URL": self.nginx.url,
            "COMPANION_DATABASE_URL": database,
            "COMPANION_REDIS_URL": redis,
            "COMPANION_SECRET_KEY_FILE": str(folder / "secret_key"),
            "COMPANION_TRUSTED_PROXIES": "1",
            "COMPANION_OPEN_LIMIT": "100000/minute",
        }
        self.processes = [
            Process(port, folder / f"{name}.log", {**shared, "COMPANION_INSTANCE": str(folder / name)})
            for name, port in zip(("one", "two"), ports, strict=True)
        ]

    @property
    def places(self) -> list[Place]:
        """The processes themselves, without nginx."""
        return [process.place for process in self.processes]

    def start(self) -> None:
        """Start both at once, on a database that neither has seen."""
        for process in self.processes:
            process.start()
        for process in self.processes:
            process.ready()

    def open_table(self) -> Table:
        """A new table of five."""
        status, opened = self.front.ask("POST", "/api/tables", HEADER)
        assert status == 201, opened
        return Table(opened["code"], opened["keys"])

    def close(self) -> None:
        """End all; that nothing went wrong unnoticed is part of every test."""
        for process in self.processes:
            process.end(signal.SIGTERM)
        self.nginx.close()
        for process in self.processes:
            assert "Traceback" not in process.said(), process.said()


@contextlib.contextmanager
def serving(folder: Path, database: str, redis: str) -> Iterator[House]:
    """Two processes that answer, until the block is left."""
    house = House(folder, database, redis)
    try:
        house.start()
        yield house
    finally:
        house.close()
