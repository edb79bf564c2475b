"""One server process and two, on PostgreSQL and Redis."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.bench.contenders import MEMORY, PAGES
from tests.bench.load import load
from tests.bench.results import Row, Wanted
from tests.bench.served import companion
from tests.bench.tapping import reserve
from tests.postgresql_and_redis import own_postgres, own_redis

TABLES, AHEAD = 40, 40


@dataclass(frozen=True, slots=True)
class Scale:
    """Taps a second, and what a core each would let the servers make, if nothing else were to be done there."""

    per_second: float
    possible: float

    @property
    def said(self) -> str:
        return f"{self.per_second:,.0f} / {self.possible:,.0f}"


def measure(processes: int, instance: Path, settings: dict[str, str], seconds: int) -> Scale:
    """Let pages tap in a closed loop, all phones of a table at one of the processes, as nginx leads them."""
    with ExitStack() as stack:
        servers = [stack.enter_context(companion(instance, core=None, **settings)) for _ in range(processes)]
        urls = ",".join(server.url for server in servers)
        made = stack.enter_context(load(PAGES.kind, urls, core=None))
        made.ask("open", tables=TABLES)
        reserve(made, AHEAD, seconds)
        before = sum(server.cpu() for server in servers)
        found = made.ask("closed", seconds=seconds)
        spent = sum(server.cpu() for server in servers) - before
    return Scale(found["moves"] / found["seconds"], processes * found["moves"] / spent)


def _peer(seconds: int) -> Scale:
    with MEMORY.under_load() as (server, made):
        made.ask("open", tables=TABLES)
        reserve(made, AHEAD, seconds)
        before = server.cpu()
        found = made.ask("closed", seconds=seconds)
        return Scale(found["moves"] / found["seconds"], found["moves"] / (server.cpu() - before))


def rows(seconds: int) -> list[Row]:
    with own_postgres(durable=True) as postgres, own_redis() as redis, tempfile.TemporaryDirectory() as folder:
        settings = {"COMPANION_DATABASE_URL": postgres.database(), "COMPANION_REDIS_URL": redis.url}
        one, two = (measure(processes, Path(folder), settings, 2 * seconds) for processes in (1, 2))
    alone = _peer(2 * seconds)
    what = "by pages on PostgreSQL and Redis: taps a second / what the servers' cores could make"
    wanted = (Wanted(two.possible / one.possible, "at least", 1.7, "of one"),)
    return [
        Row(f"one process, {what}", (one.said, f"{alone.said}, no database")),
        Row(f"two processes, {what}", (two.said, "one process only"), wanted),
    ]
