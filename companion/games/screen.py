"""What one phone shows of a table, and what may be tapped on it.

Each game has a screen of its own, which its templates in `templates/games/` read. Pure: a screen asks the judge.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from companion.games.draft import Draft, Fields
from companion.games.findings import Finding
from companion.games.game import Book
from companion.games.move import Move, Plain
from companion.games.report import Place, places_by_points
from companion.games.ruling import Action
from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as a screen shows it; a game adds what lies there. `awaited` is True if the table waits for its act."""

    name: str
    awaited: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Gain:
    """What a seat has won in the round that has just been scored: its place now, its points before it and in total."""

    place: int
    name: str
    before: int
    total: int

    @property
    def points(self) -> int:
        return self.total - self.before


@dataclass(frozen=True, slots=True)
class Aside:
    """A line for a phone that waits: what it is about, and each of its seats as (name, in short what of it or None)."""

    about: Text
    seats: tuple[tuple[str, Text | None], ...] = ()


def names_alone(names: Iterable[str]) -> tuple[tuple[str, None], ...]:
    """Return seats for an `Aside` that only names them."""
    return tuple((name, None) for name in names)


S = TypeVar("S")
Seat = TypeVar("Seat", bound=SeatView)


@dataclass(frozen=True)
class Screen(Generic[S, Seat]):
    """A phone's view of a table in state `S`, with its seats as `Seat`.

    `seat` is the name of the seat that the phone plays, if it plays one; a `keeper` enters for everybody. The seats
    `elsewhere` have phones of their own: a keeper is asked for their acts only while it `plays_for` them.
    Templates read it and decide nothing about the game. As it stands here, each move is entered by one tap, and
    nothing irregular comes to light; a game with more to show has a subclass.
    """

    book: Book
    seat: str | None
    keeper: bool
    draft: Draft = field(default_factory=Draft)
    elsewhere: frozenset[str] = frozenset()
    plays_for: str | None = None

    names: ClassVar[tuple[str, ...]] = ("move",)
    """The fields of a move whose values name its action in `actions`."""

    @staticmethod
    def read(_entered: Fields, _book: Book, _seat: str | None, _keeper: bool, /) -> Draft:
        """Return the draft that an address or a form carries, without what makes no sense at this table now."""
        return Draft()

    @staticmethod
    def act(_state: Any, _entered: Fields, /) -> str | None:
        """Return the name of the act that the table waits for; None if every entry that stands ends one."""
        return None

    @property
    def prefilled(self) -> Draft:
        """The draft as its page sends it: what has been tapped, and what the game has filled in for the rest."""
        return self.draft

    # The table.

    @property
    def state(self) -> S:
        state: S = self.book.state
        return state

    @property
    def view(self) -> Any:
        """The table as the templates of this game read it."""
        return self.state

    @property
    def phase(self) -> str:
        return self.book.report().phase

    @cached_property
    def over(self) -> bool:
        return self.book.report().over

    @cached_property
    def winners(self) -> tuple[str, ...]:
        return self.book.report().winners

    @cached_property
    def places(self) -> tuple[Place, ...]:
        return self.book.game.places(self.book)

    @cached_property
    def scored(self) -> tuple[Gain, ...]:
        """What each seat has won in the round that has just ended, best first; empty if that is no news."""
        ended = self._ended
        if ended is None or ended.before is None or ended.seats != self.book.seats:
            return ()
        before, after = ended.before.report().totals, ended.report().totals
        places = places_by_points(after, most_wins=self.book.game.most_wins)
        return tuple(Gain(own.place, own.name, before[own.name], after[own.name]) for own in places)

    @property
    def _ended(self) -> Book | None:
        """The book after the entry that ended a round, if that is news.

        It is news until the next entry. For a seat that waits it is news until its phone makes an entry, or the
        phase changes.
        """
        waits = self.seat is not None and not self.mine
        for past, book in self.book.steps():
            now = book.report()
            if now.over:
                return None
            if len(now.rounds) > len(past.report().rounds):
                return book
            if not waits or past.report().phase != now.phase or self._enters(book.move):
                return None
        return None

    def _enters(self, move: Move | None) -> bool:
        return move is not None and move.mover is not None and self.enters_for(move.mover)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return ()

    @property
    def own(self) -> Seat | None:
        """The seat that this phone plays."""
        return next((seat for seat in self.seats if seat.name == self.seat), None)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What has been done against the rules and not yet been ruled on, the earliest first."""
        return ()

    @property
    def news(self) -> tuple[Text, ...]:
        """The findings of the latest trick, in words."""
        return ()

    # Whose act it is, and what this phone has to do with that.

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats whose act the table waits for; empty if anybody may enter it."""
        return ()

    @property
    def awaited(self) -> Seat | None:
        """The first seat whose act the table waits for."""
        return next((seat for seat in self.seats if seat.name in self.waiting_for[:1]), None)

    @property
    def to_come(self) -> tuple[str, ...]:
        """The seats whose turns come after the one awaited, in order; empty if no order is known."""
        return ()

    @property
    def meanwhile(self) -> tuple[Aside, ...]:
        """What those who wait may want to see: what is still to come, and what came last. Nothing of it is secret."""
        return ()

    @property
    def plays(self) -> bool:
        """True if this phone enters anything at all."""
        return self.keeper or self.seat is not None

    def enters_for(self, name: str) -> bool:
        """Return True if this phone is asked for that seat's acts. Policy decides what a key may enter."""
        return name == self.seat or (self.keeper and (name not in self.elsewhere or name == self.plays_for))

    @cached_property
    def mine(self) -> bool:
        """True if this phone is asked for the act that the table waits for."""
        if self.over or not self.plays:
            return False
        return not self.waiting_for or any(map(self.enters_for, self.waiting_for))

    @property
    def your_turn(self) -> bool:
        """True if the table waits for the act of this phone's own seat."""
        return not self.over and self.seat in self.waiting_for

    @property
    def next_up(self) -> bool:
        """True if the turn of this phone's own seat comes next."""
        return not self.over and self.seat in self.to_come[:1]

    @property
    def left_to_them(self) -> tuple[str, ...]:
        """The awaited seats that a keeper leaves to their own phones, until it plays for one of them."""
        return self.waiting_for if self.keeper and not self.over and not self.mine else ()

    # What this phone may tap.

    @cached_property
    def taps(self) -> tuple[Action, ...]:
        """The choices of this phone's seat; on a keeper's phone, the choices of all seats."""
        asked = None if self.keeper else self.seat
        return self.book.game.choices(self.book.state, asked) if self.plays else ()

    @cached_property
    def actions(self) -> dict[tuple[Any, ...], Action]:
        """The taps by what names their moves: ("take", "red"), ("steal", "red", "Mary"), ("done",)."""
        fields = ((vars(tap.move), tap) for tap in self.taps)
        return {tuple(values[name] for name in self.names if name in values): tap for values, tap in fields}

    def action(self, *plains: Plain) -> Action:
        """Return the action that makes these moves, one after another."""
        return self.book.game.action(self.book.state, *plains)

    @property
    def missing(self) -> Text:
        """What has still to be entered before a move can be claimed."""
        return Text("Nothing has been entered yet.")

    @property
    def turn(self) -> str:
        """The name of what a tap is for; empty if every entry changes that."""
        return ""

    @property
    def likeness(self) -> Hashable:
        """All of the phone that its sheet depends on. Phones of a table with equal ones are asked the same."""
        return self.seat, self.keeper, self.draft, self.elsewhere, self.plays_for


AnyScreen = Screen[Any, Any]


def screen_of(
    book: Book,
    seat: str | None,
    keeper: bool,
    entered: Fields,
    elsewhere: frozenset[str] = frozenset(),
    plays_for: str | None = None,
) -> AnyScreen:
    """Return the screen of a phone; `entered` are the fields of its draft."""
    kind = screen_class(book)
    return kind(book, seat, keeper, kind.read(entered, book, seat, keeper), elsewhere, plays_for)


def screen_class(book: Book) -> type[AnyScreen]:
    kind = book.game.screen or Screen
    assert issubclass(kind, Screen), kind  # noqa: S101 - a room declares a screen
    return kind
