"""Entries that an earlier program has written: they stood then, and today's rules would refuse them."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from companion.tables.entry import ACT, MOVE, Entry
from companion.tables.snapshot import Snapshot
from tests.databases import MakeTables
from tests.service.house import House
from tests.tables.acts import whole

AT = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


def wrote(house: House, *items: object, by: str = "Mary") -> Snapshot:
    """Write entries and return the table with them. A text is stored as it is; other items are stored as JSON."""
    first = latest(house) + 1
    entries = [
        Entry(house.host.table_id, version, text(item), AT, by, house.host.key_id, "old phone", None, kind(item))
        for version, item in enumerate(items, first)
    ]
    assert house.tables.ledger.append(entries).result() == "saved"
    slot = house.tables.cache.slot(house.code)
    slot.announce((first + len(entries) - 1, 0))
    return house.now


def latest(house: House) -> int:
    """Return the version of the ledger's latest entry."""
    return max((entry.version for entry in house.tables.ledger.read(house.host.table_id)), default=0)


def kind(item: object) -> str:
    return ACT if isinstance(item, dict) and "act" in item else MOVE


def text(item: object) -> str:
    return item if isinstance(item, str) else json.dumps(item, separators=(",", ":"))


def read_anew(house: House, make_tables: MakeTables) -> None:
    """Check that the ledger, read from its beginning, makes the same table."""
    assert whole(make_tables().get(house.code)) == whole(house.now)
