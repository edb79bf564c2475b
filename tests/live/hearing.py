"""Two processes in one loop, for the tests: each is a `TableService` with a bus of its own, on one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from companion.live.bus import Bus, Missed, Received, Stamp
from companion.service.service import TableService

T = TypeVar("T")
LONGEST = 20.0
run = asyncio.to_thread


async def until(true: Callable[[], bool]) -> None:
    """Wait for something that has to come by itself."""
    async with asyncio.timeout(LONGEST):
        while not true():
            await asyncio.sleep(0.002)


@asynccontextmanager
async def started(*processes: TableService) -> AsyncIterator[None]:
    """They hear of each other meanwhile."""
    for tables in processes:
        await tables.follower.start()
    try:
        yield
    finally:
        for tables in processes:
            await tables.follower.stop()


class Faulty(Bus):
    """A bus that says it is sure and carries nothing: what was told lies in `told`."""

    alone = False
    reliable = True

    def __init__(self) -> None:
        self.told: list[tuple[str, Stamp]] = []

    async def start(self, received: Received, missed: Missed) -> None:
        self.heard, self.missed = received, missed

    def publish(self, code: str, stamp: Stamp) -> None:
        self.told.append((code, stamp))


def in_loop(test: Callable[..., Awaitable[T]], *arguments: object) -> T:
    """Run a test's coroutine to its end."""

    async def whole() -> T:
        return await test(*arguments)

    return asyncio.run(whole())
