"""How much later a phone hears of a move that another process accepted, and one that is behind nginx."""

from __future__ import annotations

import asyncio
import itertools
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests import nginx
from tests.bench.figures import p
from tests.bench.report import Section, Verdict, table
from tests.bench.setting import Setting
from tests.many.house import House, Place, Table, serving
from tests.many.playing import move_after
from tests.many.racing import Line
from tests.postgresql_and_redis import own_postgres, own_redis

TABLES, MOVES, PAUSE_SECONDS = 20, 60, 0.2
MORE_MS = 50.0
HELD = 1_000
WHERE = ("the process that took the move", "the other process", "either process, through nginx with TLS")


@dataclass(slots=True)
class Ear:
    """A phone that only notes when it hears of which version."""

    heard: dict[int, float] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self, place: Place, code: str) -> None:
        """Until cancelled."""
        secure = nginx.trusting() if place.tls else None
        reader, writer = await asyncio.open_connection("127.0.0.1", place.port, ssl=secure, limit=1 << 20)
        writer.write(f"GET /api/tables/{code}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    version = int(line[4:])
                elif line.startswith(b"data: ") and version not in self.heard:
                    self.heard[version] = time.perf_counter()
                    self.news.set()
        finally:
            writer.close()

    async def hears(self, version: int) -> float:
        """When it heard of that version."""
        while version not in self.heard:
            self.news.clear()
            await self.news.wait()
        return self.heard[version]


async def _evening(house: House, table_: Table, seed: int) -> list[list[float]]:
    """Milliseconds from the tap until each of the phones heard, for each move."""
    chance = random.Random(seed)
    one, two = house.places
    ears = [Ear() for _ in WHERE]
    line = await Line.to(one)
    listening = [
        asyncio.create_task(ear.listen(place, table_.code))
        for ear, place in zip(ears, (one, two, house.front), strict=True)
    ]
    await asyncio.gather(*(ear.hears(0) for ear in ears))
    delays = []
    for version in range(MOVES):
        await asyncio.sleep(chance.uniform(0, 2 * PAUSE_SECONDS))
        tapped = time.perf_counter()
        status, _ = await line.post(table_, move_after(version), None, f"tap-{version}")
        assert status == 201
        delays.append([1000 * (await ear.hears(version + 1) - tapped) for ear in ears])
    for task in listening:
        task.cancel()
    line.close()
    return delays


async def _evenings(house: House) -> list[list[float]]:
    tables = [house.open_table() for _ in range(TABLES)]
    found = await asyncio.gather(*(_evening(house, one, seed) for seed, one in enumerate(tables)))
    return [delays for evening in found for delays in evening]


async def _held(house: House) -> float:
    """Bytes that nginx holds for a phone whose stream is open."""
    tables = [house.open_table() for _ in range(HELD // 5)]
    before = house.nginx.memory()
    ears = [Ear() for _ in range(HELD)]
    listening = [
        asyncio.create_task(ear.listen(house.front, at.code))
        for ear, at in zip(ears, itertools.cycle(tables), strict=False)
    ]
    await asyncio.gather(*(ear.hears(0) for ear in ears))
    after = house.nginx.memory()
    for task in listening:
        task.cancel()
    return (after - before) / HELD


@contextmanager
def _house() -> Iterator[House]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(own_postgres(durable=True)).database()
        yield stack.enter_context(serving(folder, database, stack.enter_context(own_redis()).url))


def section(given: Setting) -> Section:
    """Where a phone is, against how soon it hears."""
    with _house() as house:
        columns = list(zip(*asyncio.run(_evenings(house)), strict=True))
        held = asyncio.run(_held(house))
    rows = [
        (where, *(f"{p(found, part):.1f}" for part in (50, 95, 99)))
        for where, found in zip(WHERE, columns, strict=True)
    ]
    more = p(columns[1], 95) - p(columns[0], 95)
    text = (
        f"{TABLES} tables, {TABLES / PAUSE_SECONDS:.0f} moves a second in all, two processes on PostgreSQL and Redis: "
        "milliseconds from the tap until a phone has heard, by where its stream comes from. "
        f"Servers, services and load share the machine. nginx held {held / 1024:.0f} KB a phone for {HELD:,} streams."
    )
    verdict = Verdict("p95 of a phone on the other process, more than on the same", more, "at most", MORE_MS, " ms")
    return Section("Across processes", f"{text}\n\n{table(('', 'p50', 'p95', 'p99'), rows)}", (verdict,))
