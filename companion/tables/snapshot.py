"""One table at one moment, as frozen values: its game, its seats, who entered what, and what the referee holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from companion.games.findings import Finding
from companion.games.game import Book
from companion.games.header import Header
from companion.games.people import People
from companion.games.text import Text
from companion.referee.edits import StandingMove
from companion.tables.badges import Badge, CircleBadge, badges
from companion.tables.entry import Act, Amend, Entry, Propose, PutOnHold


class Signature(Struct, frozen=True):
    """Who made an entry, when, and with which version. `seat` is None for a host without one.

    `request` is the name of the request that the entry came with, alone or with others; None if it had no name.
    """

    version: int
    seat: str | None
    key_id: int
    at: datetime
    request: str | None = None

    @classmethod
    def of(cls, entry: Entry) -> Signature:
        request = None if entry.request is None else entry.request.rpartition("/")[0]
        return cls(entry.version, entry.by, entry.key_id, entry.at, request)


class Hold(Struct, frozen=True):
    """The table is on hold since the entry that `by` signs."""

    by: Signature
    act: PutOnHold


class Proposal(Struct, frozen=True):
    """An amend that waits for a second seat."""

    by: Signature
    act: Propose

    @property
    def amend(self) -> Amend:
        """The amend that carries it out."""
        return self.act.confirmed(self.by.version)


class Precedent(Struct, frozen=True):
    """A ruling of the host on a rule at this table: the entry's version, how ("stands", "ruling", "amend"), and why.

    `entry` is the id of the disputed entry, if the hold named one.
    """

    rule: str
    version: int
    how: str
    reason: str
    entry: str | None = None


class LateCall(Struct, frozen=True):
    """A seat lost a race by this many seconds; `entry_id` is the id of the move that came first."""

    entry_id: str
    seat: str
    seconds: float


class RefereeState(Struct, frozen=True):
    """What the referee holds. `two_people` is True if an amend needs a second seat.

    `late_calls` are those of the last race, also if moves have followed.
    """

    hold: Hold | None = None
    proposal: Proposal | None = None
    two_people: bool = False
    precedents: tuple[Precedent, ...] = ()
    late_calls: tuple[LateCall, ...] = ()

    def rulings_on(self, rule_id: str) -> tuple[Precedent, ...]:
        """Return this table's rulings on a rule, the latest first."""
        return tuple(precedent for precedent in reversed(self.precedents) if precedent.rule == rule_id)


class SeatInfo(Struct, frozen=True):
    """A place at the table. `joined` is True if a phone has taken it; if not, it is played from the host's phone.

    `phone` is True if the phone that has taken it has shown its key here. After a rematch it may not have come yet.
    `circle_badge` is how its person was told apart in the table's circle when the table was opened.
    """

    name: str
    scorekeeper: bool
    joined: bool
    phone: bool = False
    circle_badge: CircleBadge = (None, None)


class Provenance(Struct, frozen=True, eq=False):
    """Where an entry that stands comes from; `before` says the same of the entry that stands before it.

    `by` is the seat that entered it, None for a host without one. `at` is when; None for a move that a correction
    inserted, since nobody knows when it was played. `request` is the name of its request, as in its signature.
    """

    by: str | None
    entry_id: str
    before: Provenance | None = None
    at: datetime | None = None
    request: str | None = None

    def __repr__(self) -> str:
        return f"Provenance({self.entry_id!r}, by {self.by!r})"  # and not all that stand before it


class TookBack(Struct, frozen=True):
    """The latest entry is an undo. `what` is the sentence of the move that it took back."""

    what: Text


KEPT = 512


@lru_cache(KEPT)
def _seats(rows: tuple[SeatInfo, ...], people: People) -> tuple[SeatInfo, ...]:
    known = {row.name: row for row in rows}
    seats = []
    for first_name, name in zip(people.first_names, people.seats, strict=True):
        row = known.get(first_name) or SeatInfo(name, scorekeeper=False, joined=False)
        seats.append(row if row.name == name else replace(row, name=name))
    return tuple(seats)


@lru_cache(KEPT)
def _badges(rows: tuple[SeatInfo, ...], people: People) -> tuple[Badge, ...]:
    in_circle, known = [], {row.name: row.circle_badge for row in rows}
    for names in people.names:  # if somebody was renamed, the initial is that of the current name
        color, initial = known.get(names[0], (None, None))
        in_circle.append((color, initial if names[-1] == names[0] else None))
    return badges(people.everybody, tuple(in_circle))


_ENTRY_IDS: dict[Book, str] = {}
"""The ids of entries that have led to books which are asked about at each change, see `Snapshot.still_open`."""


class Snapshot(Struct, frozen=True, eq=False, dict=True):
    """One table at one moment.

    `version` is the number of entries in the ledger, moves and acts. `touched` counts the changes that are no entries:
    of keys, rights, and the next table. `rows` are the seats as they are stored, in the order in which their people
    came, each under its person's first name; they include those who have left. `act` is the latest entry if that is an
    act, or what it took back if it is an undo. `refused` says why today's rules would refuse how the table was opened.
    """

    code: str
    table_id: int
    header: Header
    book: Book
    touched: int
    rows: tuple[SeatInfo, ...]
    next_code: str | None
    opened_at: datetime
    provenance: Provenance | None = None
    version: int = 0
    referee: RefereeState = RefereeState()
    act: Act | TookBack | None = None
    refused: Text | None = None

    @property
    def stamp(self) -> tuple[int, int]:
        """A pair that grows with every change that a screen could show: (version, touched)."""
        return self.version, self.touched

    @property
    def people(self) -> People:
        """All who have had a seat."""
        return self.book.people

    @cached_property
    def seats(self) -> tuple[SeatInfo, ...]:
        """The seats clockwise, each under its current name."""
        return _seats(self.rows, self.people)

    @cached_property
    def badges(self) -> tuple[Badge, ...]:
        """The badges of all people, including those who have left."""
        return _badges(self.rows, self.people)

    def seat(self, name: str) -> SeatInfo | None:
        """Return the seat of that name, or None if the table has none."""
        return next((seat for seat in self.seats if seat.name == name), None)

    @cached_property
    def late_calls(self) -> tuple[LateCall, ...]:
        """The calls that came too late for the latest move that stands, in their order; empty if it was no race.

        If a correction has given the move to one of these seats, that seat is no longer late.
        """
        latest = None if self.provenance is None else self.provenance.entry_id
        first = None if self.book.move is None else self.book.move.mover
        return tuple(call for call in self.referee.late_calls if call.entry_id == latest and call.seat != first)

    def entered(self) -> Iterator[Provenance]:
        """Yield the provenance of each entry that stands, the latest first."""
        provenance = self.provenance
        while provenance is not None:
            yield provenance
            provenance = provenance.before

    def still_open(self, findings: Sequence[Finding]) -> tuple[tuple[Finding, str], ...]:
        """Return the findings that no later ruling has settled, each with the id of the entry that shows it.

        A ruling settles the earlier findings against its rule: all of them, or those of the entry that its hold named.
        """
        ids = self._entry_ids({finding.after for finding in findings})
        shown = tuple((finding, ids[finding.after]) for finding in findings)
        if not self.referee.precedents:
            return shown

        def is_settled(rule: str, entry_id: str) -> bool:
            version = int(entry_id.partition(".")[0])
            rulings = self.referee.rulings_on(rule)
            return any(ruling.version > version and ruling.entry in (None, entry_id) for ruling in rulings)

        return tuple((finding, entry_id) for finding, entry_id in shown if not is_settled(finding.rule, entry_id))

    def _entry_ids(self, books: set[Book]) -> dict[Book, str]:
        """Return the ids of the entries that have led to these books. It looks no further back than it has to."""
        ids = {book: _ENTRY_IDS[book] for book in books if book in _ENTRY_IDS}
        standing = zip(self.book.standing(), self.entered(), strict=True)
        unknown = ((book, entered.entry_id) for book, entered in standing if book in books and book not in ids)
        new = dict(islice(unknown, len(books) - len(ids)))
        if len(_ENTRY_IDS) > KEPT:
            _ENTRY_IDS.clear()
        _ENTRY_IDS.update(new)
        return ids | new

    def standing_moves(self) -> tuple[StandingMove, ...]:
        """Return the moves that stand, in order, with the ids of their entries."""
        ids = reversed([entered.entry_id for entered in self.entered()])
        return tuple(StandingMove(entry_id, move) for entry_id, move in zip(ids, self.book.moves(), strict=True))


class Actor(Struct, frozen=True):
    """A phone with a key: the host's, a seat's, or both (a host who plays).

    `known_as` is the name by which the key knows its seat, whatever the seat is called now.
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
        """Return this phone with its seat as it is now: renamed, or None if it was taken out of the game."""
        if self.known_as is None:
            return self
        seat = snapshot.people.seated_as(self.known_as)
        if seat == self.seat:
            return self
        return replace(self, seat=seat, scorekeeper=self.scorekeeper and seat is not None)

    @property
    def keeper(self) -> bool:
        """True if it may enter for everybody."""
        return self.host or self.scorekeeper
