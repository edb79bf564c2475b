"""What the tables hand out: frozen values, safe to keep and to render from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from companion.games.game import Header, Move
from companion.games.ruling import Rejected, Text
from companion.games.transcript import Book
from companion.referee.edits import Line
from companion.tables.acts import Act
from companion.tables.affairs import NOTHING, Affairs, Beaten, Hold


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A place at the table. `joined`: a phone plays it; else it is played from the host's."""

    name: str
    scorekeeper: bool
    joined: bool


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Who entered the latest entry that stands (None: a host without a seat), its id, the one before it, and when."""

    by: str | None
    line: str
    before: Standing | None = field(default=None, repr=False)
    at: datetime | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """One table at one moment. `stamp` grows with everything that a screen could show.

    `version` says how many entries the ledger has: moves, and acts of the referee; `act` is the
    latest entry, where that is an act.
    """

    code: str
    table_id: int
    header: Header
    book: Book
    touched: int
    seats: tuple[SeatInfo, ...]
    next_code: str | None
    opened_at: datetime
    standing: Standing | None = field(default=None, repr=False)
    version: int = 0
    affairs: Affairs = NOTHING
    act: Act | None = None

    @property
    def stamp(self) -> tuple[int, int]:
        """(version, touched): a later one is greater."""
        return self.version, self.touched

    def seat(self, name: str) -> SeatInfo | None:
        """The seat of that name, if the table has one."""
        return next((seat for seat in self.seats if seat.name == name), None)

    @property
    def beaten(self) -> tuple[Beaten, ...]:
        """Who came after the latest move that stands, where that was a race; the first of them first."""
        latest = None if self.standing is None else self.standing.line
        return tuple(one for one in self.affairs.beaten if one.line == latest)

    def entered(self) -> Iterator[Standing]:
        """Who entered what stands, the latest first."""
        standing = self.standing
        while standing is not None:
            yield standing
            standing = standing.before

    def lines(self) -> tuple[Line, ...]:
        """The entries that stand, in the game's order, by their ids."""
        moves = self.book.moves()
        ids = reversed([one.line for one in self.entered()])
        return tuple(Line(name, move) for name, move in zip(ids, moves, strict=True))


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

    `what` is a move of the game, or an act; `before` is the table before it. `undone_by`,
    `changed_by` and `removed_by` name versions, `undoes` the id of a line. An undo or an
    act itself always stands, and so does a changed entry.
    """

    version: int
    what: Move | Act
    at: datetime
    by: str | None
    label: str
    before: Snapshot = field(repr=False)
    undoes: str | None = None
    undone_by: int | None = None
    changed_by: int | None = None
    removed_by: int | None = None

    @property
    def stands(self) -> bool:
        """Whether it is still a part of the game."""
        return self.undone_by is None and self.removed_by is None


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
class OnHold:
    """The table is on hold; nothing was entered, and entries wait until the host has ruled."""

    hold: Hold
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


Answer = Played | Refused | Stale | OnHold | Forbidden | Reused | Unsaved
