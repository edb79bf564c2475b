"""Two processes at one ledger, as the tests have them: what somebody who listens to a table is shown."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from companion.service.service import TableService
from companion.tables.snapshot import Snapshot
from tests.listening import listener_of


@contextlib.contextmanager
def listening(tables: TableService, code: str) -> Iterator[Callable[[], Snapshot]]:
    """Somebody listens to this table here: what a stream would show of it now."""
    with listener_of(tables.pubsub, code):
        tables.get(code)
        yield lambda: last_read(tables, code)


def last_read(tables: TableService, code: str) -> Snapshot:
    """The table as this process last read it, even if it was told of more."""
    return (tables.cache.slot(code).table or tables.cache.get(code)).snapshot


def shown(now: Callable[[], Snapshot], version: int, touched: int = 0) -> Callable[[], bool]:
    return lambda: now().version >= version and now().touched >= touched


def in_memory(tables: TableService) -> list[str]:
    """The tables that the process has in memory, by code: as they stand, and once more if their ledger is, too."""
    kept = tables.cache._kept.values()
    return sorted([slot.code for slot in kept] + [slot.code for slot in kept if slot.history is not None])
