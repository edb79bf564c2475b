"""The answers to a command: its moves and acts are in the ledger, or why nothing was entered.

Each but `Opened` carries `snapshot`, the table as it is when the answer is given.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games.move import Move
from companion.games.ruling import Rejected
from companion.games.text import Text
from companion.tables.snapshot import Hold, LateCall, Snapshot


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table and its keys, which are told this once: `seat_keys` by the seat's name.

    `recovery` is the code that gives the host's right to another phone.
    """

    code: str
    host_key: str = field(repr=False)
    seat_keys: dict[str, str] = field(repr=False)
    recovery: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Played:
    """All of it is on disk, the last entry as `version`; `again`: it was already, and was only sent once more."""

    snapshot: Snapshot
    version: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """A rule is against an item of the command; `instead` holds moves that would be legal."""

    rejected: Rejected
    instead: tuple[Move, ...]
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Stale:
    """The table has moved on since the version that the phone showed. `late`: by how much, where it lost a race."""

    snapshot: Snapshot
    late: LateCall | None = None


@dataclass(frozen=True, slots=True)
class OnHold:
    """Entries wait until the host has ruled on `hold`."""

    hold: Hold
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Not this phone's to enter; `text` says whose."""

    text: Text
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Reused:
    """The request's name was used before, for other moves."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Unsaved:
    """The database did not take it; trying again is right."""

    snapshot: Snapshot


Answer = Played | Refused | Stale | OnHold | Forbidden | Reused | Unsaved
