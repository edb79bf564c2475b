"""One server process and two, on PostgreSQL and Redis: how many moves they accept, and at what cost."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.bench.load import Load, load
from tests.bench.served import Server, companion
from tests.postgresql_and_redis import own_postgres, own_redis

TABLES = 40
AHEAD = 40
MOST, MOST_PAGES = 3000, 800
"""Fewer moves a second are made than these, by programs and by pages: so many are kept in reserve."""


@dataclass(frozen=True, slots=True)
class Scale:
    """One run. Times in milliseconds: from the tap to the last phone, and processor time a move of all servers
    together, of PostgreSQL and of the load."""

    per_second: float
    p50: float
    p95: float
    servers: float
    database: float
    load: float


@dataclass(frozen=True, slots=True)
class Services:
    """What the processes share: settings with the addresses of an empty database and of Redis;
    PostgreSQL's process and version."""

    settings: Mapping[str, str]
    postmaster: int
    version: str


@contextmanager
def services() -> Iterator[Services]:
    """PostgreSQL and Redis of our own. Skips (pytest's exception) where they are not installed."""
    with own_postgres(durable=True) as postgres, own_redis() as redis:
        url = postgres.database()
        with psycopg.connect(url.replace("+psycopg", "")) as line:
            postmaster, version = _parent(line.info.backend_pid), line.info.parameter_status("server_version")
        settings = {"COMPANION_DATABASE_URL": url, "COMPANION_REDIS_URL": redis.url}
        yield Services(settings, postmaster, f"PostgreSQL {version}")


def scale(
    root: Path, instance: Path, shared: Services, processes: int, *, spread: bool, pages: bool, seconds: int
) -> Scale:
    """Moves a second with so many processes; `spread`: a table's phones are on all of them, else on one.

    `pages`: the phones hold pages and tap by them.
    """
    kind = "tap" if pages else "companion"
    with ExitStack() as stack:
        servers = [
            stack.enter_context(companion(root, instance, core=None, **shared.settings)) for _ in range(processes)
        ]
        made = stack.enter_context(load(kind, ",".join(server.url for server in servers), core=None))
        made.ask("settings", spread=spread)
        made.ask("open", tables=TABLES, reserve=(MOST_PAGES if pages else MOST) * seconds)
        made.ask("ahead", most=AHEAD // 10 if pages else AHEAD)
        return _run(servers, made, shared.postmaster, seconds)


def _run(servers: list[Server], made: Load, postmaster: int, seconds: int) -> Scale:
    before = sum(server.cpu() for server in servers), _cpu_of_family(postmaster)
    found = made.ask("closed", seconds=seconds)
    spent = sum(server.cpu() for server in servers) - before[0], _cpu_of_family(postmaster) - before[1]
    moves = found["moves"] / 1000
    load_seconds = found["load"] * found["seconds"]
    return Scale(
        found["moves"] / found["seconds"],
        found["p50"],
        found["p95"],
        spent[0] / moves,
        spent[1] / moves,
        load_seconds / moves,
    )


def _cpu_of_family(parent: int) -> float:
    """Seconds of processor time of a process, its children and theirs, those of its own that have ended included."""
    stats = [(int(stat.parent.name), _fields(stat)[1:2]) for stat in Path("/proc").glob("[0-9]*/stat")]
    children = {pid for pid, parents in stats if parents == [str(parent)]}
    family = [parent, *children, *(pid for pid, parents in stats if parents and int(parents[0]) in children)]
    ended = sum(map(int, _fields(Path(f"/proc/{parent}/stat"))[13:15])) / os.sysconf("SC_CLK_TCK")
    return ended + sum(Server("", pid, 0).cpu() for pid in family)


def _parent(pid: int) -> int:
    return int(_fields(Path(f"/proc/{pid}/stat"))[1])


def _fields(stat: Path) -> list[str]:
    """What the system tells of a process, from its state on; nothing where it has ended."""
    try:
        return stat.read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return []
