"""What no phone brings to a server: an entry that an earlier program took."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from companion.live.bus import SilentBus
from companion.service.service import build_service
from companion.storage.database import connect
from companion.tables.entry import Entry, stored
from tests.faults.fault import need


def written_earlier(url: str, code: str, key: str, refused: dict[str, Any]) -> int:
    """Write an entry that today's rules refuse at the end of a table's ledger, as who has this key; its version."""
    tables = build_service(connect(url), bus=SilentBus())
    try:
        here, actor = tables.find(code), tables.membership.actor(code, key)
        assert actor is not None
        entry = Entry(
            here.table_id, here.version + 1, stored(refused), datetime.now(UTC), None, actor.key_id, "old phone", None
        )
        need(tables.ledger.append([entry]) == "saved", code)
        return entry.version
    finally:
        tables.close()
