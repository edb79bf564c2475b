"""PostgreSQL and Redis for the tests: servers of their own, from what is installed, that can be stopped and started.

`COMPANION_TEST_POSTGRESQL` names a server to use instead, by a URL whose user may create databases. A test that needs a
service where there is none is skipped, with a line that says what is missing.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest
from psycopg import sql
from sqlalchemy.engine import URL, make_url

from tests.installed_programs import postgres_programs, redis_program

READY_SECONDS = 30
STANDARD = "postgresql://postgres@127.0.0.1:5432/postgres"
# What is written here is thrown away: no need to wait for a disk.
QUICK = ("fsync=off", "full_page_writes=off", "autovacuum=off", "shared_buffers=32MB", "max_connections=200")

OTHERS_GO: LiteralString = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class Service:
    """A server as a child process, at one port of this machine for as long as the tests use it."""

    def __init__(
        self, command: Sequence[str], port: int, answers: Callable[[], bool], log: Path, user: str | None = None
    ) -> None:
        self.port = port
        self._log = log  # a pipe that nobody reads would fill up and stop it
        self.command = [*until_we_end(), *command]
        self._answers = answers
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, or start it again; returns when it answers."""
        self._process = _popen(self.command, self._user, self._log)
        end = time.monotonic() + READY_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > end:
                self.stop(signal.SIGKILL)
                raise RuntimeError(f"{self.command} did not start: {self._log.read_text(errors='replace')}")
            time.sleep(0.02)

    @property
    def pid(self) -> int:
        """The process that was started."""
        assert self._process is not None
        return self._process.pid

    def stop(self, by: int = signal.SIGINT) -> None:
        """Stop it, politely or by SIGKILL; returns when it is gone. Stopping twice does no harm.

        A process of its own that it has for each connection would answer for a moment longer.
        """
        if self._process is not None:
            others = _children(self._process.pid)
            self._process.send_signal(by)
            self._process.wait(READY_SECONDS)
            self._process = None
            deadline = time.monotonic() + READY_SECONDS
            while any(map(_runs, others)) and time.monotonic() < deadline:
                time.sleep(0.005)


class Postgres:
    """A PostgreSQL server: `database()` makes a database on it. `service` is None where it is not of our own."""

    def __init__(self, url: URL, service: Service | None = None) -> None:
        self.url = url.set(drivername="postgresql+psycopg")
        self.service = service
        self._made: list[str] = []

    def database(self, template: str | None = None) -> str:
        """The URL of a new database, empty or a copy of that one (to which nobody may be connected)."""
        name = f"companion_{secrets.token_hex(6)}"
        copied = make_url(template).database if template else "template0"
        with self._admin() as admin:
            names = map(sql.Identifier, (name, str(copied)))
            admin.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {} ENCODING 'UTF8'").format(*names))
        self._made.append(name)
        return self.url.set(database=name).render_as_string(hide_password=False)

    def drop(self, url: str) -> None:
        """Remove a database, whoever is connected to it."""
        name = str(make_url(url).database)
        with self._admin() as admin:
            admin.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))
        self._made.remove(name)

    def empty(self, url: str) -> None:
        """Take all rows out of a database of ours, whoever is connected to it; its tables number from 1 again."""
        plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(plain) as connection:
            connection.execute(OTHERS_GO)
            found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
            names = [sql.Identifier(name) for (name,) in found if name != "alembic_version"]
            connection.execute("ALTER TABLE entries DISABLE TRIGGER USER")
            connection.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY").format(sql.SQL(", ").join(names)))
            connection.execute("ALTER TABLE entries ENABLE TRIGGER USER")

    def run(self, url: str, statement: LiteralString) -> None:
        """Carry out a statement in one of its databases."""
        plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(plain, autocommit=True) as connection:
            connection.execute(statement)

    def close(self) -> None:
        """Leave nothing behind."""
        for name in tuple(self._made):
            self.drop(self.url.set(database=name).render_as_string(hide_password=False))

    def answers(self) -> bool:
        """Whether it takes connections."""
        with contextlib.suppress(psycopg.OperationalError), self._admin():
            return True
        return False

    def _admin(self) -> psycopg.Connection[tuple[object, ...]]:
        plain = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        return psycopg.connect(plain, autocommit=True, connect_timeout=5)


class Redis:
    """A Redis or Valkey server of our own, without a file."""

    def __init__(self, program: str, folder: str) -> None:
        port = free_port()
        bare = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]
        self.service = Service([program, "--port", str(port), *bare], port, self.answers, Path(folder, "log"))
        self.url = f"redis://127.0.0.1:{port}/0"

    def start(self) -> None:
        """Start it again after `stop`, at the same port."""
        self.service.start()

    def stop(self, by: int = signal.SIGINT) -> None:
        """Stop it; all who are connected lose it."""
        self.service.stop(by)

    def answers(self) -> bool:
        """Whether it answers a ping."""
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.service.port), 1) as line:
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
        return False


def _children(pid: int) -> list[int]:
    """The processes that a process has started and that run on; none where the system does not tell."""
    with contextlib.suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
    return []


def _runs(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    return False


PORTS, TRIES = range(12_000, 32_000), 100
GIVEN = set[int]()


def free_port() -> int:
    """A port of this machine that nobody listens on, below those that the system gives to whoever connects.

    No two calls of one process are given the same, though nobody listens there yet.
    """
    for _ in range(TRIES):
        port = secrets.choice(PORTS)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            if port not in GIVEN:
                GIVEN.add(port)
                return port
    raise OSError("no port is free")


@contextlib.contextmanager
def own_postgres(*, durable: bool = False) -> Iterator[Postgres]:
    """A PostgreSQL server of our own, in a folder that goes with it. Skips where PostgreSQL is not installed.

    `durable`: as it comes out of its package, for measuring; else it waits for no disk.
    """
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL's programs are missing")
    with tempfile.TemporaryDirectory(prefix="companion-postgresql-", ignore_cleanup_errors=True) as folder:
        user = _not_root(folder)
        port, data = free_port(), f"{folder}/data"
        made = [str(programs / "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
        log = Path(folder, "log")
        assert _popen([*made, "--locale=C"], user, log).wait() == 0, log.read_text(errors="replace")
        options = ["listen_addresses=127.0.0.1", f"unix_socket_directories={folder}", *(() if durable else QUICK)]
        command = [str(programs / "postgres"), "-D", data, "-p", str(port), *(f"--{option}" for option in options)]
        server = Postgres(make_url(f"postgresql://postgres@127.0.0.1:{port}/postgres"))
        server.service = Service(command, port, server.answers, log, user)
        server.service.start()
        try:
            yield server
        finally:
            server.service.stop()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """One PostgreSQL server for all tests, not to be stopped: the one that is named, our own, or one that runs."""
    named = os.environ.get("COMPANION_TEST_POSTGRESQL")
    if not named and postgres_programs() is not None:
        with own_postgres() as server:
            yield server
        return
    server = Postgres(make_url(named or STANDARD))
    if not named and not server.answers():
        pytest.skip("PostgreSQL is missing")
    yield server
    server.close()


@pytest.fixture
def postgresql(postgres_server: Postgres) -> Iterator[str]:
    """The URL of a new and empty PostgreSQL database."""
    url = postgres_server.database()
    yield url
    postgres_server.drop(url)


@pytest.fixture
def stoppable_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for this test alone: `service.stop()` and `service.start()` are the test's to call."""
    with own_postgres() as server:
        yield server


@contextlib.contextmanager
def own_redis() -> Iterator[Redis]:
    """A Redis or Valkey server of our own, running. Skips where neither is installed."""
    program = redis_program()
    if program is None:
        pytest.skip("Redis is missing")
    with tempfile.TemporaryDirectory(prefix="companion-redis-") as folder:
        server = Redis(program, folder)
        server.start()
        yield server
        server.stop()


@pytest.fixture
def redis_server() -> Iterator[Redis]:
    """A Redis or Valkey server for this test alone, running; the test may stop it and start it again."""
    with own_redis() as server:
        yield server


def postgres_server_answers() -> bool:
    """Whether there is a server that is not of our own making: the one that is named, or one that runs."""
    return bool(os.environ.get("COMPANION_TEST_POSTGRESQL")) or Postgres(make_url(STANDARD)).answers()


def _not_root(folder: str) -> str | None:
    """PostgreSQL will not run as root: the user who does it instead, and gets the folder. None: whoever we are."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    shutil.chown(folder, "postgres")
    return "postgres"


def until_we_end() -> list[str]:
    """Where the system can, the server ends with us even if we are killed."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "INT"] if setpriv else []


def _popen(command: Sequence[str], user: str | None, log: Path) -> subprocess.Popen[bytes]:
    with log.open("ab") as said:
        return subprocess.Popen(
            command, user=user, cwd="/", stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
        )
