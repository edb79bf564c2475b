"""The answers to a command: its moves and acts are in the ledger, or why nothing was entered.

Each but `Opened` has the `snapshot` of the table at the time of the answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games.move import Move
from companion.games.ruling import Rejected
from companion.games.text import Text
from companion.tables.snapshot import Hold, LateCall, Snapshot


@dataclass(frozen=True, slots=True)
class Opened:
    """What the phone of a table's or circle's host is told once, and nobody can look up later.

    `recovery` is the code that makes another phone the host; `seat_keys` are new keys, by the names of the seats.
    """

    code: str
    host_key: str = field(repr=False)
    recovery: str = field(repr=False)
    seat_keys: dict[str, str] = field(repr=False, default_factory=dict)


@dataclass(frozen=True, slots=True)
class Played:
    """All items are on disk, the last one as `version`. `again` is True if an earlier request had entered them."""

    snapshot: Snapshot
    version: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """A rule is against an item of the command. `instead` holds moves that would be legal."""

    rejected: Rejected
    instead: tuple[Move, ...]
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Stale:
    """The table has moved on since the version that the phone showed. `late` is set if the phone lost a race."""

    snapshot: Snapshot
    late: LateCall | None = None


@dataclass(frozen=True, slots=True)
class OnHold:
    """Moves wait until the host has ruled on `hold`."""

    hold: Hold
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Forbidden:
    """This phone may not enter the item; `text` says who may."""

    text: Text
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Reused:
    """An earlier request with the same name had other items."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Unsaved:
    """The database did not take the entries. The phone should try again."""

    snapshot: Snapshot


Answer = Played | Refused | Stale | OnHold | Forbidden | Reused | Unsaved
