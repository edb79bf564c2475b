"""What the tables hand out: frozen values, safe to keep and to render from."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from companion.games.game import Header, Move
from companion.games.ruling import Rejected, Text
from companion.games.transcript import Book


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A place at the table. `joined`: a phone plays it; else it is played from the host's."""

    name: str
    scorekeeper: bool
    joined: bool


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Who entered the latest entry that stands (None: a host without a seat), and the one before it."""

    by: str | None
    before: Standing | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """One table at one moment. `stamp` grows with everything that a screen could show."""

    code: str
    table_id: int
    header: Header
    book: Book
    touched: int
    seats: tuple[SeatInfo, ...]
    next_code: str | None
    opened_at: datetime
    standing: Standing | None = field(default=None, repr=False)

    @property
    def version(self) -> int:
        """How many entries the ledger has."""
        return self.book.accepted

    @property
    def stamp(self) -> tuple[int, int]:
        """(version, touched): a later one is greater."""
        return self.version, self.touched

    def seat(self, name: str) -> SeatInfo | None:
        """The seat of that name, if the table has one."""
        return next((seat for seat in self.seats if seat.name == name), None)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who holds a key: a host, a seat, or both (a host who plays)."""

    table_id: int
    code: str
    key_id: int
    seat: str | None
    host: bool
    scorekeeper: bool
    label: str

    @property
    def keeper(self) -> bool:
        """Whether it may enter for everybody."""
        return self.host or self.scorekeeper


@dataclass(frozen=True, slots=True)
class EntryView:
    """One line of the ledger. `by` is the seat that entered it, None for the host without one.

    `undone_by` and `undoes` name versions; an undo itself always stands.
    """

    version: int
    move: Move
    at: datetime
    by: str | None
    label: str
    stands: bool
    undone_by: int | None = None
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table and its keys, which are told this once."""

    code: str
    host_key: str = field(repr=False)
    seat_keys: dict[str, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Played:
    """The moves are in the ledger, the last of them as `version`; `snapshot` is the table now."""

    snapshot: Snapshot
    version: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A rule is against it; nothing was entered. `index` tells which of several moves."""

    rejected: Rejected
    instead: tuple[Move, ...]
    snapshot: Snapshot
    index: int = 0


@dataclass(frozen=True, slots=True)
class Stale:
    """The table has moved on since the version that was seen; nothing was entered."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Not this phone's to enter; `text` says whose."""

    text: Text
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Reused:
    """The request's name was used before, for other moves; nothing was entered."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Unsaved:
    """The disk did not take it; nothing was entered, and trying again is right."""

    snapshot: Snapshot


Answer = Played | Refused | Stale | Forbidden | Reused | Unsaved
