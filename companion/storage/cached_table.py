"""A table as it is held in memory: its snapshot, who holds its keys, and which requests it has entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.tables.entry import Entry
from companion.tables.reading import read_on
from companion.tables.snapshot import Actor, Snapshot


@dataclass(frozen=True, slots=True)
class KeyInfo:
    """A key that is not revoked. `seat` is None for a host who plays none; `used`: a phone has shown it."""

    id: int
    seat: str | None
    host: bool
    label: str
    used: bool

    @property
    def takes_seat(self) -> bool:
        """Whether its first use takes a seat."""
        return not self.used and self.seat is not None

    @property
    def handed_out(self) -> bool:
        """Whether the host has made it for a phone that has yet to show it."""
        return not self.used and not self.label


@dataclass(frozen=True, slots=True)
class CachedTable:
    """One table: `keys` by their hash, `requests` by name, each with the version of its first entry.

    `requests` alone is mutable and grows in place, under the table's lock: a tap does not copy an evening's names.
    """

    snapshot: Snapshot
    keys: Mapping[str, KeyInfo]
    requests: dict[str, int] = field(default_factory=dict)

    def actor(self, hashed: str) -> Actor | None:
        """Who holds the key of this hash at this table."""
        key = self.keys.get(hashed)
        return None if key is None else self._actor(key)

    def holder(self, key_id: int) -> Actor | None:
        """Who holds the key of this number; None where it has ended."""
        return next((self._actor(key) for key in self.keys.values() if key.id == key_id), None)

    def _actor(self, key: KeyInfo) -> Actor:
        here = self.snapshot
        seat = here.seat(key.seat) if key.seat is not None else None
        rights = seat is not None and seat.scorekeeper
        return Actor(here.table_id, here.code, key.id, key.seat, key.host, rights, key.label)

    def replayed(self, entries: Sequence[Entry]) -> CachedTable:
        """The table after its next entries, read from the ledger. Raises BrokenLedger, Rewind."""
        after = self.snapshot
        for step in read_on(after, entries):
            after = step.after
        return self.after(entries, after)

    def after(self, entries: Sequence[Entry], snapshot: Snapshot) -> CachedTable:
        """The table with these entries, which have made it `snapshot`. Needs the table's lock."""
        self.requests.update({entry.request: entry.version for entry in entries if entry.request is not None})
        return replace(self, snapshot=snapshot)

    def has_become(self, other: CachedTable) -> bool:
        """Whether the other one may be this one later, of as many entries: seats, keys and rights may have changed."""
        here, there = self.snapshot, other.snapshot
        if here.touched == there.touched and here.seats != there.seats:
            return False
        entered = (here.version, self.requests, here.book.moves(), here.referee)
        return here.touched <= there.touched and entered == (
            there.version, other.requests, there.book.moves(), there.referee,
        )  # fmt: skip

    def with_rows(self, rows: CachedTable) -> CachedTable:
        """The table with seats, keys and rights as in `rows`, and what its entries have made of it."""
        now = rows.snapshot
        snapshot = replace(self.snapshot, touched=now.touched, seats=now.seats, next_code=now.next_code)
        return replace(rows, snapshot=snapshot, requests=self.requests)
