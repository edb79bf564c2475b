"""Who comes, who goes: seats that change in a running game. A game says only when they may, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, ClassVar, Generic, Literal, Protocol, TypeVar, get_args

from pydantic import Field

from companion.games.header import as_read
from companion.games.move import Move, NewName, Plain, Question, SeatName
from companion.games.people import People, Seat, renamed
from companion.games.rulebook import Rulebook
from companion.games.ruling import Accepted, Rejected, Ruling
from companion.games.text import Counted, Text


class WithPeople(Protocol):
    """The part of a game's state that matters here."""

    @property
    def people(self) -> People: ...


S = TypeVar("S", bound=WithPeople)

MOST_POINTS = 999


class Join(Move):
    """Somebody takes a seat in the running game: on the left of `after`, or else as the last seat."""

    entered_by = "host"
    question = Question(
        Text("Let somebody join"),
        {"seat": Text("What is the name?"), "after": Text("Next to whom, on the left?")},
        ("late-joiner", "number-of-players", "seat-name"),
    )
    begins: ClassVar[Text | None] = None
    """Completes the sentence `{joined}` with the `{n}` points or dice to begin with; None if there are none."""

    move: Literal["join"]
    seat: NewName
    after: SeatName | None = None

    @property
    def mover(self) -> None:
        """Nobody at the table: the host enters it."""

    @property
    def begins_with(self) -> int | None:
        """What the table gives the newcomer to begin with; None if it is the usual, or there is nothing to give."""
        given: int | None = getattr(self, self.counted) if self.counted else None
        return given

    def label(self) -> Text:
        return Text("Let {name} join", name=self.seat)

    def sentence(self) -> Text:
        return self.sentence_with(self.begins_with)

    def sentence_with(self, begins_with: int | None) -> Text:
        """Return the sentence with the points or dice to begin with; None leaves them out."""
        if self.after is None:
            joined = Text("{name} joined the table", name=self.seat)
        else:
            joined = Text("{name} joined the table, on {other}\u2019s left", name=self.seat, other=self.after)
        if begins_with is None or self.begins is None:
            return joined
        return self.begins.filled({"joined": joined, "n": begins_with})


class JoinWithPoints(Join):
    """The same in a game with points: `points` to begin with; if left out, as many as the last in the ranking has."""

    question = Join.asked().asking(points=Text("How many points to begin with?"))
    begins = Counted("{joined}, with {n} point", "{joined}, with {n} points")
    counted = "points"

    points: Annotated[int, Field(ge=0, le=MOST_POINTS)] | None = None


class Leave(Move):
    """Somebody leaves, and the seat is taken out of the game."""

    entered_by = "host"
    question = Question(Text("Take a player out"), {}, ("leaver", "number-of-players"))

    move: Literal["leave"]
    seat: SeatName

    @property
    def mover(self) -> None:
        """Nobody at the table: the host enters it."""

    def label(self) -> Text:
        return Text("Take {name} out of the game", name=self.seat)

    def sentence(self) -> Text:
        return Text("{name} left the game", name=self.seat)


class Rename(Move):
    """A seat gets another name, and keeps everything else."""

    question = Question(Text("Rename a seat"), {"name": Text("What is the new name?")}, ("seat-name",))
    button = Text("Call {seat} {name} from now on")
    in_ledger = Text("{seat} is called {name} from now on")

    move: Literal["rename"]
    seat: SeatName
    name: NewName


class Reseat(Move):
    """The same people sit in another order from now on: `seats` is clockwise."""

    entered_by = "host"
    question = Question(Text("Change places"), {"seats": Text("Who sits where, clockwise?")}, ("moved-seats",))
    button = Text("Sit in this order: {seats}")
    in_ledger = Text("New order of seats: {seats}")

    move: Literal["reseat"]
    seats: list[SeatName]


SeatMove = Join | Leave | Rename | Reseat
SEAT_MOVES = get_args(SeatMove)


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A change of seats: the people `before` it, and the `people` after it."""

    before: People
    people: People

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The names of the seats after it, clockwise."""
        return self.people.seats

    def heir(self, name: str) -> Seat:
        """Return who has the place of that seat after it: itself or, if it leaves, the next to its left that stays."""
        first = self.before.seats.index(Seat(name))
        around = self.before.seated[first:] + self.before.seated[:first]
        return next(self.people.names[person][-1] for person in around if person in self.people.seated)


@dataclass(frozen=True)
class SeatChanges(Generic[S]):
    """How the seats of a game change while it runs.

    - `bounds` are the fewest and the most seats, or a function from a state to them.
    - `running` says why seats cannot change at this moment, and until when (None: they can).
    - `usual` is what a newcomer begins with if the table does not say (None: newcomers are given nothing).
    - `changed` returns the state after a change other than a rename, or the rejection by a rule of the game's own.
    - `join` is the game's own kind of `Join`.
    """

    rulebook: Rulebook
    bounds: tuple[int, int] | Callable[[S], tuple[int, int]]
    running: Callable[[S], Text | None]
    usual: Callable[[S], int | None]
    changed: Callable[[S, SeatChange, Join | Leave | Reseat], S | Rejected]
    join: type[Join] = Join

    @property
    def moves(self) -> tuple[type[Move], ...]:
        return (self.join, Leave, Rename, Reseat)

    def judge(self, state: S, move: SeatMove) -> Ruling[S]:
        """Rules: late-joiner, leaver, moved-seats (not in a round), number-of-players, seat-name."""
        for guard in (self.not_now, self._not_so_many, self._not_that_name, self._not_those_points):
            if rejected := guard(state, move):
                return rejected
        people = state.people
        after = _after(people, move)
        if after is None:
            return self.rulebook.no("moved-seats", Text("Each player is named once: {seats}.", seats=people.seats))
        if isinstance(move, Rename):
            return Accepted(renamed(state, move.seat, move.name))
        result = self.changed(state, SeatChange(people, after), move)
        return result if isinstance(result, Rejected) else Accepted(result)

    def not_now(self, state: S, move: SeatMove) -> Rejected | None:
        """Reject a change that has to wait; a rename never does."""
        if isinstance(move, Rename) or (because := self.running(state)) is None:
            return None
        if isinstance(move, Join):
            return self.rulebook.no("late-joiner", because)
        if isinstance(move, Leave):
            return self.rulebook.no("leaver", because)
        return self.rulebook.no("moved-seats", because)

    def _not_so_many(self, state: S, move: SeatMove) -> Rejected | None:
        fewest, most = self.bounds(state) if callable(self.bounds) else self.bounds
        seats = len(state.people.seated) + isinstance(move, Join) - isinstance(move, Leave)
        if fewest <= seats <= most or isinstance(move, Rename | Reseat):
            return None
        outside = Text(
            "{n} at the table would be outside {fewest} to {most} players.", n=seats, fewest=fewest, most=most
        )
        return self.rulebook.no("number-of-players", outside)

    def _not_that_name(self, state: S, move: SeatMove) -> Rejected | None:
        """Reject a name that belongs to somebody else. Somebody who left may come back under their last name."""
        people, renames = state.people, None
        if isinstance(move, Rename):
            wanted, renames = move.name, people.person(move.seat)
            if wanted == move.seat:
                return self.rulebook.no("seat-name", Text("{seat} is called that already.", seat=wanted))
        elif isinstance(move, Join):
            wanted = move.seat
            if comes_back(people, move) and not people.sits(wanted):
                last = people.name_now(wanted)
                return None if wanted == last else self._taken(wanted, last)
        else:
            return None
        reads = as_read(wanted)
        for person, names in enumerate(people.names):
            if person != renames and any(as_read(name) == reads for name in names):
                return self._taken(wanted, names[-1])
        return None

    def _taken(self, name: str, owner: str) -> Rejected:
        if name == owner:
            return self.rulebook.no("seat-name", Text("\u201c{name}\u201d is taken at this table.", name=name))
        other = Text("At this table \u201c{name}\u201d is or was {other}.", name=name, other=owner)
        return self.rulebook.no("seat-name", other)

    def _not_those_points(self, state: S, move: SeatMove) -> Rejected | None:
        if not isinstance(move, JoinWithPoints) or move.points is None or not comes_back(state.people, move):
            return None
        own = Text("{name} left with points of their own, and comes back with them.", name=move.seat)
        return self.rulebook.no("late-joiner", own)

    def begins_with(self, state: S, move: SeatMove) -> int:
        """Return what a newcomer begins with: what the table says, else the usual."""
        given = move.begins_with if isinstance(move, Join) else None
        return (self.usual(state) or 0) if given is None else given

    def tell(self, move: SeatMove, before: S | None) -> Text:
        """Return the ledger's sentence; with the state before the change, also what a newcomer begins with."""
        if before is None or not isinstance(move, Join):
            return move.sentence()
        if isinstance(move, JoinWithPoints) and comes_back(before.people, move):
            return Text("{joined}, with the points from before", joined=move.sentence())
        return move.sentence_with(self.begins_with(before, move))


def _after(people: People, move: SeatMove) -> People | None:
    """Return the people after the change; None for an order that leaves somebody out."""
    match move:
        case Join():
            seats = people.seats
            return people.joined(move.seat, len(seats) if move.after is None else seats.index(move.after) + 1)
        case Leave():
            return people.without(move.seat)
        case Rename():
            return people.renamed(move.seat, move.name)
    seats = tuple(move.seats)
    return people.reseated(seats) if sorted(seats) == sorted(people.seats) else None


def names_given(*moves: Iterable[Plain]) -> Iterator[str]:
    """Yield the names that these moves, as JSON, give to seats."""
    for plain in chain(*moves):
        name = plain.get({"join": "seat", "rename": "name"}.get(str(plain.get("move")), ""))
        if isinstance(name, str):
            yield name.strip()


def comes_back(people: People, move: Join) -> bool:
    """Return True if somebody who has left takes a seat again."""
    return people.person(move.seat) is not None
