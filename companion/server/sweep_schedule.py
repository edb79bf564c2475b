"""The sweep: now and then, deletes the tables that nobody has used for longer than the operator keeps them."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from datetime import timedelta

from companion.service.service import TableService
from companion.tables.errors import Unavailable

EVERY_SECONDS = 3600.0
log = logging.getLogger("table_companion.sweep")


async def sweep_for_ever(tables: TableService, days: int | None, every: float = EVERY_SECONDS) -> None:
    """Sweep once an hour. Any number of processes may: each table is deleted once, and those that play on are not.

    Time counts as it has passed: a table is not older for a clock that was behind and has been put right.
    """
    began = _behind()
    while True:
        await asyncio.sleep(every * random.uniform(0.5, 1))  # noqa: S311 - so that not all processes do it at once
        try:
            await asyncio.to_thread(sweep, tables, days, timedelta(seconds=max(0.0, began - _behind())))
        except Unavailable:
            continue  # the next one finds them
        except Exception:
            log.exception("the tables that nobody uses could not be deleted")


def _behind() -> float:
    """How many seconds the clock, which may be put right, is behind one that only counts, asleep or awake."""
    counted = time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()
    return counted - time.time()


def sweep(tables: TableService, days: int | None, put_forward: timedelta = timedelta()) -> None:
    """Delete what is due, and what an earlier deletion could not yet remove from the write-ahead log.

    By so much as the clock was `put_forward` since this process began, tables may look older than they are.
    """
    if days is not None:
        while tables.deletion.sweep(timedelta(days=days) + put_forward):
            pass
    if tables.database.unwiped:
        tables.database.wipe()
