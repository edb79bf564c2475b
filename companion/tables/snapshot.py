"""One table at one moment, as frozen values: its game, its seats, who entered what, and what the referee holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from itertools import islice

from companion.games.findings import Finding
from companion.games.game import Book
from companion.games.header import Header
from companion.games.people import People
from companion.games.text import Text
from companion.referee.edits import StandingMove
from companion.tables.badges import Badge, Worn, badges
from companion.tables.entry import Act, Entry, Propose, PutOnHold

KEPT = 128


@dataclass(frozen=True, slots=True)
class Signature:
    """Who made an entry, when, and as which entry. `seat` is None for a host without one.

    `request` is the name of the request that it came with, maybe with others; None where that has none.
    """

    version: int
    seat: str | None
    key_id: int
    at: datetime
    request: str | None = None

    @classmethod
    def of(cls, entry: Entry) -> Signature:
        """Who made a stored entry."""
        request = None if entry.request is None else entry.request.rpartition("/")[0]
        return cls(entry.version, entry.by, entry.key_id, entry.at, request)


@dataclass(frozen=True, slots=True)
class Hold:
    """The table is on hold since entry `by`."""

    by: Signature
    act: PutOnHold


@dataclass(frozen=True, slots=True)
class Proposal:
    """An amend waits for a second seat."""

    by: Signature
    act: Propose


@dataclass(frozen=True, slots=True)
class Precedent:
    """How the host has ruled on a rule at this table: as which entry, how ("stands", "ruling", "amend"), and why.

    `entry` is the id of the entry that was in dispute, where one was named.
    """

    rule: str
    version: int
    how: str
    reason: str
    entry: str | None = None


@dataclass(frozen=True, slots=True)
class LateCall:
    """A seat was that much too late in a race; `entry_id` is that of the move that came first."""

    entry_id: str
    seat: str
    seconds: float


@dataclass(frozen=True, slots=True)
class RefereeState:
    """Holds, proposals and rulings. `two_people`: an amend needs a second seat; `late_calls`: of the last race."""

    hold: Hold | None = None
    proposal: Proposal | None = None
    two_people: bool = False
    precedents: tuple[Precedent, ...] = ()
    late_calls: tuple[LateCall, ...] = ()

    def ruled(self, rule_id: str) -> tuple[Precedent, ...]:
        """This table's earlier rulings on a rule, the latest first."""
        return tuple(one for one in reversed(self.precedents) if one.rule == rule_id)


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A place at the table. `joined`: it is taken; else it is played from the host's phone.

    `phone`: the phone that has taken it has shown its key at this table; after a rematch it may have yet to come.
    `worn`: the colour and the initial of its person in the table's circle, as they were when the table was opened.
    """

    name: str
    scorekeeper: bool
    joined: bool
    phone: bool = False
    worn: Worn = (None, None)


@dataclass(frozen=True, slots=True, eq=False)
class Provenance:
    """Who entered the latest entry that stands (None: a host without a seat), its id, the one before it, and when.

    The time is None of what a correction has put in: when that was played nobody knows. `request` is the request that
    it came with, as in its signature.
    """

    by: str | None
    entry_id: str
    before: Provenance | None = field(default=None, repr=False)
    at: datetime | None = None
    request: str | None = None


@dataclass(frozen=True, slots=True)
class TookBack:
    """An undo as the latest entry: the move that it took back, as the ledger words it."""

    what: Text


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """One table at one moment. `stamp` grows with everything that a screen could show.

    `version` says how many entries the ledger has: moves, and acts of the referee; `act` is the
    latest entry, where that is an act, or what it took back, where it is an undo. `refused` says why
    today's rules would refuse how it was opened. `rows` are its seats as they are stored,
    under the first name of each, in the order of coming, also of those who have left.
    """

    code: str
    table_id: int
    header: Header
    book: Book
    touched: int
    rows: tuple[SeatInfo, ...]
    next_code: str | None
    opened_at: datetime
    provenance: Provenance | None = field(default=None, repr=False)
    version: int = 0
    referee: RefereeState = RefereeState()
    act: Act | TookBack | None = None
    refused: Text | None = None

    @property
    def stamp(self) -> tuple[int, int]:
        """(version, touched): a later one is greater."""
        return self.version, self.touched

    @property
    def people(self) -> People:
        """All who have had a seat."""
        return self.book.people

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """The seats as they stand now, clockwise, by their names of now."""
        known, people = {row.name: row for row in self.rows}, self.people
        had = [people.names[one] for one in people.seated]
        shown = [(known.get(names[0]) or SeatInfo(names[0], False, False), names[-1]) for names in had]
        return tuple([row if row.name == name else replace(row, name=name) for row, name in shown])

    @property
    def badges(self) -> tuple[Badge, ...]:
        """Everybody's, also of those who have left; whoever was renamed has the initial of the current name."""
        return _badges(self)

    def seat(self, name: str) -> SeatInfo | None:
        """The seat of that name, if the table has one."""
        return next((seat for seat in self.seats if seat.name == name), None)

    @property
    def late_calls(self) -> tuple[LateCall, ...]:
        """Who came after the latest move that stands, where that was a race; the first of them first.

        A correction may have made one of them the first.
        """
        latest = None if self.provenance is None else self.provenance.entry_id
        first = None if self.book.move is None else self.book.move.mover
        return tuple(one for one in self.referee.late_calls if one.entry_id == latest and one.seat != first)

    def entered(self) -> Iterator[Provenance]:
        """Who entered what stands, the latest first."""
        provenance = self.provenance
        while provenance is not None:
            yield provenance
            provenance = provenance.before

    def still_open(self, findings: Sequence[Finding]) -> tuple[tuple[Finding, str], ...]:
        """Of these findings those that no dispute was settled about since, each with the id of the entry that shows it.

        A settled dispute is about all that was found against its rule, unless it names an entry.
        """
        shown_by = self._shown_by({one.after for one in findings})
        known = ((one, shown_by[one.after]) for one in findings)
        return tuple((one, entry) for one, entry in known if not self._settled(one.rule, entry))

    def _shown_by(self, books: AbstractSet[Book]) -> Mapping[Book, str]:
        """The ids of the entries after which these were the book; what was before them is not looked at."""
        standing = zip(self.book.standing(), self.entered(), strict=True)
        return dict(islice(((book, one.entry_id) for book, one in standing if book in books), len(books)))

    def _settled(self, rule: str, entry: str) -> bool:
        since = int(entry.partition(".")[0])
        return any(one.version > since and one.entry in (None, entry) for one in self.referee.ruled(rule))

    def standing_moves(self) -> tuple[StandingMove, ...]:
        """The entries that stand, in the game's order, by their ids."""
        moves = self.book.moves()
        ids = reversed([one.entry_id for one in self.entered()])
        return tuple(StandingMove(name, move) for name, move in zip(ids, moves, strict=True))


@lru_cache(KEPT)
def _badges(snapshot: Snapshot) -> tuple[Badge, ...]:
    """Cached, since a page asks for them at every name."""
    rows, people = {row.name: row.worn for row in snapshot.rows}, snapshot.people
    worn = ((had[-1] == had[0], rows.get(had[0], (None, None))) for had in people.names)
    return badges(people.everybody, tuple((color, initial if same else None) for same, (color, initial) in worn))


@dataclass(frozen=True, slots=True)
class Actor:
    """Who holds a key: a host, a seat, or both (a host who plays).

    `known_as` is the name by which the key knows its seat, whatever the seat is called.
    """

    table_id: int
    code: str
    key_id: int
    seat: str | None
    host: bool
    scorekeeper: bool
    label: str
    known_as: str | None = None

    def at(self, snapshot: Snapshot) -> Actor:
        """The same phone at this table, where its seat may have been renamed or taken out, by an undo for one."""
        if self.known_as is None:
            return self
        seat = snapshot.people.seated_as(self.known_as)
        return (
            self if seat == self.seat else replace(self, seat=seat, scorekeeper=self.scorekeeper and seat is not None)
        )

    @property
    def keeper(self) -> bool:
        """Whether it may enter for everybody."""
        return self.host or self.scorekeeper
