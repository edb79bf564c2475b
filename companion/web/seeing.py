"""The one place where a table comes from before it is shown: as the phone that asks may know it."""

from __future__ import annotations

from companion.tables.seeing import seen_by
from companion.tables.values import EntryView, Snapshot
from companion.web.identity import Viewer, tables, who


def for_phone(snapshot: Snapshot, viewer: Viewer | None = None) -> Snapshot:
    """The table as who asks may know it; `viewer` says who that is, where the cookie does not."""
    return seen_by(snapshot, (viewer or who(snapshot.code)).actor)


def for_everybody(snapshot: Snapshot) -> Snapshot:
    """The table as everybody may know it, whoever asks: for what others look at, too."""
    return seen_by(snapshot, None)


def table_for_phone(code: str, viewer: Viewer | None = None) -> Snapshot:
    """The table of this code as who asks may know it. Raises NoSuchTable."""
    return for_phone(tables().find(code), viewer)


def entries_of(code: str) -> tuple[EntryView, ...]:
    """The ledger, oldest first. What an entry itself says and does not show is for `describe` to keep."""
    return tables().entries(code)


def table_before(code: str, version: int) -> Snapshot:
    """The table as it was with that many entries, as who asks may know it."""
    return for_phone(tables().entries(code)[version].before)
