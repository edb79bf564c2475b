"""A table as it is held in memory: its snapshot, who holds its keys, and which requests it has entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from companion.tables.entry import Entry
from companion.tables.reading import read_on
from companion.tables.snapshot import Actor, Snapshot


class KeyInfo(Struct, frozen=True):
    """A key that is not revoked. `used`: a phone has shown it.

    `seat` is its seat by the name under which it came to the table; None for a host who plays none.
    """

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


class CachedTable(Struct, frozen=True):
    """One table: `keys` by their hash, `requests` by name, each with the version of its first entry.

    `requests` alone is mutable and grows in place, under the table's lock: a tap does not copy an evening's names.
    """

    snapshot: Snapshot
    keys: Mapping[str, KeyInfo]
    requests: dict[str, int] = field(default_factory=dict)

    def actor(self, hashed: str) -> Actor | None:
        """Who holds the key of this hash at this table; None if its seat was taken out of the game."""
        return self._actor(self.keys.get(hashed))

    def holder(self, key_id: int) -> Actor | None:
        """Who holds the key of this number; None if it has ended, or its seat was taken out of the game."""
        return self._actor(self.key(key_id))

    def key(self, key_id: int) -> KeyInfo | None:
        """The key of this number; None if it was revoked. Taking a seat out of the game revokes no key."""
        return next((key for key in self.keys.values() if key.id == key_id), None)

    def held(self, key_id: int) -> str | None:
        """The first name of a key's seat, also while that is out of the game; None if it has none, or has ended."""
        key = self.key(key_id)
        return None if key is None else key.seat

    def first_name(self, seat: str | None) -> str | None:
        """The name by which keys and rows know a seat, whatever it is called now."""
        return None if seat is None else self.snapshot.people.first_name(seat)

    def seat_of(self, names: Sequence[str]) -> str | None:
        """The first name of the seated person who has one of these names, the latest name that fits; None: nobody."""
        people = self.snapshot.people
        return next((people.first_name(name) for name in reversed(names) if people.sits(name)), None)

    def _actor(self, key: KeyInfo | None) -> Actor | None:
        if key is None:
            return None
        here = self.snapshot
        seat = here.people.seated_as(key.seat)
        if seat is None and key.seat is not None and not key.host:
            return None  # until an undo brings the seat back into the game
        scorekeeper = seat is not None and any(row.scorekeeper for row in here.rows if row.name == key.seat)
        return Actor(here.table_id, here.code, key.id, seat, key.host, scorekeeper, key.label, key.seat)

    def replayed(self, entries: Sequence[Entry]) -> CachedTable:
        """The table after its next entries, read from the ledger. Raises BrokenLedger."""
        after = self.snapshot
        for step in read_on(after, entries):
            after = step.after
        return self.after(entries, after)

    def after(self, entries: Sequence[Entry], snapshot: Snapshot) -> CachedTable:
        """The table with these entries, which have made it `snapshot`. Needs the table's lock."""
        self.requests.update({entry.request: entry.version for entry in entries if entry.request is not None})
        return replace(self, snapshot=snapshot)

    def differs(self, rows: CachedTable) -> bool:
        """Whether seats, keys or rights are others than in `rows`."""
        here, there = self.snapshot, rows.snapshot
        return (self.keys, here.rows, here.next_code) != (rows.keys, there.rows, there.next_code)

    def with_rows(self, rows: CachedTable) -> CachedTable:
        """The table with seats, keys and rights as in `rows`, and what its entries have made of it."""
        now = rows.snapshot
        snapshot = replace(self.snapshot, touched=now.touched, rows=now.rows, next_code=now.next_code)
        return replace(rows, snapshot=snapshot, requests=self.requests)
