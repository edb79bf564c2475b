"""Who comes, who goes: seats that change in a running game. A game says only when that may be, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Annotated, Any, ClassVar, Generic, Literal, Protocol, TypeVar, get_args

from pydantic import Field

from companion.games.header import as_read
from companion.games.judge import During
from companion.games.move import Move, NewName, Plain, Question, SeatName
from companion.games.people import People, Seat, Seated
from companion.games.rulebook import SeatRules
from companion.games.ruling import Accepted, Rejected, Ruling
from companion.games.text import Counted, Text


class WithPeople(Protocol):
    """A game's state, as far as this looks at it."""

    @property
    def people(self) -> People: ...


class WithSetup(Protocol):
    """The state of a game that counts seats."""

    @property
    def setup(self) -> Seated: ...


S = TypeVar("S", bound=WithPeople)
N = TypeVar("N", bound=WithSetup)
T = TypeVar("T")
Setup = TypeVar("Setup", bound=Seated)

MOST_POINTS = 999


class Join(Move):
    """Somebody takes a seat in the running game, on the left of `after`; last of all where that is left out."""

    entered_by = "host"
    question = Question(
        Text("Let somebody join"),
        {"seat": Text("What is the name?"), "after": Text("Next to whom, on the left?")},
        ("late-joiner", "number-of-players", "seat-name"),
    )
    begins: ClassVar[Text | None] = None
    """The sentence so far, `{joined}`, with the `{n}` points or dice to begin with; None where nobody is given any."""

    move: Literal["join"]
    seat: NewName
    after: SeatName | None = None

    @property
    def mover(self) -> None:
        """Nobody at the table: its keeper enters it."""

    @property
    def begins_with(self) -> int | None:
        """What the table gives the newcomer to begin with; None where the usual holds, or there is nothing to give."""
        given: int | None = getattr(self, self.counted) if self.counted else None
        return given

    def label(self) -> Text:
        """Who it is."""
        return Text("Let {name} join", name=self.seat)

    def sentence(self) -> Text:
        """Who took a seat, where, and with what where that is said."""
        return self.sentence_with(self.begins_with)

    def sentence_with(self, begins_with: int | None) -> Text:
        """Who took a seat, where, and with how many points or dice to begin with (None: nothing is said of them)."""
        if self.after is None:
            joined = Text("{name} joined the table", name=self.seat)
        else:
            joined = Text("{name} joined the table, on {other}\u2019s left", name=self.seat, other=self.after)
        if begins_with is None or self.begins is None:
            return joined
        return self.begins.filled({"joined": joined, "n": begins_with})


class JoinWithPoints(Join):
    """The same where there are points: `points` are those to begin with, as many as who is last has if left out."""

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
        """Nobody at the table: its keeper enters it."""

    def label(self) -> Text:
        """Who it is."""
        return Text("Take {name} out of the game", name=self.seat)

    def sentence(self) -> Text:
        """Who left."""
        return Text("{name} left the game", name=self.seat)


class Rename(Move):
    """A seat gets another name, and keeps all else."""

    question = Question(Text("Rename a seat"), {"name": Text("What is the new name?")}, ("seat-name",))
    button = Text("Call {seat} {name} from now on")
    in_ledger = Text("{seat} is called {name} from now on")

    move: Literal["rename"]
    seat: SeatName
    name: NewName


class Reseat(Move):
    """The same people sit in another order from now on: `seats`, clockwise."""

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
    """What becomes of the seats: `before`, and all `people` after it.

    `was` has for each seat after it the number that it had before, None for who comes.
    """

    before: tuple[str, ...]
    people: People
    was: tuple[int | None, ...]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The names of the seats after it, clockwise."""
        return self.people.seats

    @property
    def who(self) -> Mapping[str, str]:
        """By its name before, what each seat that stays is called after it."""
        return {self.before[old]: name for old, name in zip(self.was, self.seats, strict=True) if old is not None}

    def carried(self, values: Sequence[T], new: T) -> tuple[T, ...]:
        """What each seat had, in the new order; `new` for who comes."""
        return tuple(new if old is None else values[old] for old in self.was)

    def seated_in(self, setup: Setup) -> Setup:
        """The part of the state that says who sits where, after it."""
        return replace(setup, seats=self.seats, changed=self.people)

    def heir(self, name: str) -> Seat:
        """Return who has the place of that seat after it: itself or, if it leaves, the next to its left that stays."""
        return self.people.seats[self.place(self.before.index(name))]

    def place(self, seat: int) -> int:
        """Where the seat of that number sits now; of one that leaves, the next to its left that stays."""
        around = ((seat + step) % len(self.before) for step in range(len(self.before)))
        return next(self.was.index(old) for old in around if old in self.was)


@dataclass(frozen=True)
class SeatChanges(Generic[S]):
    """How the seats of a game change while it runs.

    `bounds` are the fewest and the most seats, or a function that tells them of a state; `running` says why seats stay
    as they are at this moment and until when (None: they may change). `usual` is what a newcomer begins with where the
    table says nothing (None: nothing is given). `changed` gives the state after a change, or the rejection by what is
    the game's own. `join` is the game's kind of it.
    """

    rules: SeatRules
    bounds: tuple[int, int] | Callable[[S], tuple[int, int]]
    running: Callable[[S], Text | None]
    usual: Callable[[S], int | None]
    changed: Callable[[S, SeatChange, SeatMove], S | Rejected]
    join: type[Join] = Join

    @property
    def moves(self) -> tuple[type[Move], ...]:
        """The kinds of move, for the game's list of them."""
        return (self.join, Leave, Rename, Reseat)

    @property
    def kinds(self) -> Mapping[type[Move], During[Any, Any]]:
        """The guards of each kind, for the game's judge."""
        return dict.fromkeys(self.moves, During[Any, Any](self.judge))

    def seats(self, state: S) -> tuple[str, ...]:
        """The names of those who sit there now, clockwise."""
        return self.people(state).seats

    def people(self, state: S) -> People:
        """All who have had a seat."""
        return state.people

    def judge(self, state: S, move: SeatMove) -> Ruling[S]:
        """Rules: late-joiner, leaver, moved-seats (not in a round), number-of-players, seat-name."""
        for guard in (self.not_now, self._not_so_many, self._not_that_name, self._not_those_points):
            if rejected := guard(state, move):
                return rejected
        people = self.people(state)
        after = _after(people, move)
        if after is None:
            return Rejected(self.rules.moved_seats, Text("Each player is named once: {seats}.", seats=people.seats))
        known = {person: number for number, person in enumerate(people.seated)}
        change = SeatChange(people.seats, after, tuple(known.get(person) for person in after.seated))
        found = self.changed(state, change, move)
        return found if isinstance(found, Rejected) else Accepted(found)

    def not_now(self, state: S, move: SeatMove) -> Rejected | None:
        """Why this kind of change has to wait, a name's never."""
        if isinstance(move, Rename) or (because := self.running(state)) is None:
            return None
        rule = self.rules.moved_seats
        if isinstance(move, Join | Leave):
            rule = self.rules.late_joiner if isinstance(move, Join) else self.rules.leaver
        return Rejected(rule, because)

    def _not_so_many(self, state: S, move: SeatMove) -> Rejected | None:
        fewest, most = self.bounds(state) if callable(self.bounds) else self.bounds
        seats = len(self.people(state).seated) + isinstance(move, Join) - isinstance(move, Leave)
        if fewest <= seats <= most or isinstance(move, Rename | Reseat):
            return None
        because = Text(
            "{n} at the table would be outside {fewest} to {most} players.", n=seats, fewest=fewest, most=most
        )
        return Rejected(self.rules.number_of_players, because)

    def _not_that_name(self, state: S, move: SeatMove) -> Rejected | None:
        """A name is one person's for good; who left may come back under theirs."""
        people, own = self.people(state), None
        if isinstance(move, Rename):
            wanted, own = move.name, people.person(move.seat)
            if wanted == move.seat:
                return Rejected(self.rules.seat_name, Text("{seat} is called that already.", seat=wanted))
        elif isinstance(move, Join):
            wanted = move.seat
            if comes_back(people, move) and not people.sits(wanted):
                now = people.name_now(wanted)
                return None if wanted == now else self._used(wanted, now)
        else:
            return None
        reads = as_read(wanted)
        for number, names in enumerate(people.names):
            if number != own and any(as_read(name) == reads for name in names):
                return self._used(wanted, names[-1])
        return None

    def _not_those_points(self, state: S, move: SeatMove) -> Rejected | None:
        if not isinstance(move, JoinWithPoints) or move.points is None or not comes_back(self.people(state), move):
            return None
        because = Text("{name} left with points of their own, and comes back with them.", name=move.seat)
        return Rejected(self.rules.late_joiner, because)

    def begins_with(self, state: S, move: SeatMove) -> int:
        """What a newcomer begins with: what the table says, else the usual."""
        said = move.begins_with if isinstance(move, Join) else None
        return (self.usual(state) or 0) if said is None else said

    def tell(self, move: SeatMove, before: S | None) -> Text:
        """The change as a sentence; with the state before it, also what a newcomer begins with."""
        if before is None or not isinstance(move, Join):
            return move.sentence()
        if isinstance(move, JoinWithPoints) and comes_back(self.people(before), move):
            return Text("{joined}, with the points from before", joined=move.sentence())
        return move.sentence_with(self.begins_with(before, move))

    def _used(self, name: str, owner: str) -> Rejected:
        if name == owner:
            because = Text("\u201c{name}\u201d is taken at this table.", name=name)
        else:
            because = Text("At this table \u201c{name}\u201d is or was {other}.", name=name, other=owner)
        return Rejected(self.rules.seat_name, because)


class NumberedSeatChanges(SeatChanges[Any], Generic[N]):
    """The same for a game whose states count seats."""

    def seats(self, state: N) -> tuple[str, ...]:
        return state.setup.seats

    def people(self, state: N) -> People:
        return state.setup.people


def _after(people: People, move: SeatMove) -> People | None:
    """All people after the change; None for an order that leaves somebody out."""
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
    """The names that these moves, as JSON has them, give to seats."""
    for plain in chain(*moves):
        name = plain.get({"join": "seat", "rename": "name"}.get(str(plain.get("move")), ""))
        if isinstance(name, str):
            yield name.strip()


def comes_back(people: People, move: Join) -> bool:
    """Whether it is somebody who has left that takes a seat again."""
    return people.person(move.seat) is not None
