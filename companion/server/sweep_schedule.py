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
    """Sweep once an hour. Any number of processes may: each checks a table's age again in the transaction.

    A clock that was behind and has been set since makes no table older: its jump is added to `days`.
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
    """How many seconds the wall clock is behind the boot clock, which nobody sets, and which counts while asleep."""
    counted = time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()
    return counted - time.time()


def sweep(tables: TableService, days: int | None, put_forward: timedelta = timedelta()) -> None:
    """Delete what is due, and what an earlier deletion could not yet remove from the write-ahead log.

    `put_forward` is by how much the clock was set forward since this process began: tables look older by that.
    """
    if days is not None:
        while tables.deletion.sweep(timedelta(days=days) + put_forward):
            pass
    if tables.database.unwiped:
        tables.database.wipe()
