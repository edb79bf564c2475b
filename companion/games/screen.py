"""What one phone finds in front of it, and what it may tap (`Action`).

Each game has a screen of its own, which its templates in `templates/games/` read. Pure: a screen asks the judge.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from companion.games.draft import Draft, Fields
from companion.games.findings import Finding
from companion.games.game import Book
from companion.games.move import Move, Plain
from companion.games.report import Place, places_by_points
from companion.games.ruling import Choice, Rejected
from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class Action:
    """One tap: the moves that it makes together, and what the judge says of them."""

    moves: tuple[Plain, ...]
    rejected: Rejected | None = None

    @classmethod
    def of(cls, choice: Choice) -> Action:
        """A choice of the game as a tap of one move."""
        return cls((choice.move.plain(),), choice.rejected)

    @classmethod
    def at(cls, book: Book, *moves: Plain) -> Action:
        """A tap that makes these moves, each after the one before it."""
        ruling = book.play(*moves)
        return cls(moves, ruling if isinstance(ruling, Rejected) else None)

    @property
    def value(self) -> str:
        """The moves as a button carries them."""
        return json.dumps(self.moves[0] if len(self.moves) == 1 else list(self.moves))

    def __hash__(self) -> int:
        """Equal taps draw the same button: a template may keep it."""
        return hash((self.value, self.legal))

    @property
    def legal(self) -> bool:
        """Whether the judge would let it stand."""
        return self.rejected is None

    @property
    def last(self) -> Plain:
        """The move that the tap ends with."""
        return self.moves[-1]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as a screen shows it; a game adds what lies there. `awaited`: the table waits for its act."""

    name: str
    awaited: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Gain:
    """What a round that has just been scored has brought a seat: its place now, its points `before` and after."""

    place: int
    name: str
    before: int
    total: int

    @property
    def points(self) -> int:
        """The points of the round."""
        return self.total - self.before


@dataclass(frozen=True, slots=True)
class Aside:
    """A line for a phone that waits: `about` what, and what of which seats, each as (name, in short or None)."""

    about: Text
    seats: tuple[tuple[str, Text | None], ...] = ()


def names_alone(names: Iterable[str]) -> tuple[tuple[str, None], ...]:
    """Seats of which nothing is said but that they are these."""
    return tuple((name, None) for name in names)


S = TypeVar("S")
Seat = TypeVar("Seat", bound=SeatView)


@dataclass(frozen=True)
class Screen(Generic[S, Seat]):
    """A phone's view of a table in state `S`, with its seats as `Seat`.

    `seat` is the name of the seat that the phone plays (None: none), a `keeper` enters for everybody. The seats
    `elsewhere` have phones of their own: their acts are asked of a keeper only while it `plays_for` them.
    Templates read it and decide nothing about the game. As it stands here no move is told in parts, and nothing
    irregular comes to light: a game has a screen of its own for what its templates want to know.
    """

    book: Book
    seat: str | None
    keeper: bool
    draft: Draft = field(default_factory=Draft)
    elsewhere: frozenset[str] = frozenset()
    plays_for: str | None = None

    names: ClassVar[tuple[str, ...]] = ("move",)
    """The keys of a move whose values name its action in `actions`."""

    @staticmethod
    def read(_entered: Fields, _book: Book, _seat: str | None, _keeper: bool, /) -> Draft:
        """The draft that an address or a form carries; what makes no sense at this table now is left out."""
        return Draft()

    @staticmethod
    def act(_state: Any, _entered: Fields, /) -> str | None:
        """Names the act that a move half entered would belong to; None: every entry that stands ends one."""
        return None

    @property
    def prefilled(self) -> Draft:
        """The draft as its page sends it: with what a game has filled in where nothing has been tapped."""
        return self.draft

    # The table.

    @property
    def state(self) -> S:
        """The state of the game."""
        state: S = self.book.state
        return state

    @property
    def view(self) -> Any:
        """What lies on the table, as the templates of this game read it."""
        return self.state

    @property
    def phase(self) -> str:
        """The running phase; `over` once the game is."""
        return self.book.report().phase

    @cached_property
    def over(self) -> bool:
        """Whether the game is."""
        return self.book.report().over

    @cached_property
    def winners(self) -> tuple[str, ...]:
        """Who has won, once the game is over."""
        return self.book.report().winners

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All seats in order of their places, within a place in seat order; a game without points says its own."""
        return places_by_points(self.book.report().totals, most_wins=self.book.game.most_wins)

    @cached_property
    def scored(self) -> tuple[Gain, ...]:
        """What the round that has just ended brought each seat, who is ahead first; else nothing."""
        ended = self._ended
        if ended is None or ended.before is None or ended.seats != self.book.seats:
            return ()
        before, after = ended.before.report().totals, ended.report().totals
        places = places_by_points(after, most_wins=self.book.game.most_wins)
        return tuple(Gain(own.place, own.name, before[own.name], after[own.name]) for own in places)

    @property
    def _ended(self) -> Book | None:
        """The book after the entry that ended a round, where that is news.

        It is until the next entry; for a seat that waits, until its phone was asked for one or the phase is another.
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
        """The seats as this game shows them."""
        return ()

    @property
    def own(self) -> Seat | None:
        """The seat that this phone plays."""
        return next((seat for seat in self.seats if seat.name == self.seat), None)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was done against the rules and no ruling in the book is about, the earliest first."""
        return ()

    @property
    def found(self) -> tuple[Text, ...]:
        """Those of the findings that are news, in words."""
        return ()

    # Whose act it is, and what this phone has to do with that.

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats whose act the table waits for; none where anybody may enter it."""
        return ()

    @property
    def awaited(self) -> Seat | None:
        """The first seat whose act the table waits for."""
        return next((seat for seat in self.seats if seat.name in self.waiting_for[:1]), None)

    @property
    def to_come(self) -> tuple[str, ...]:
        """The seats whose turns come after the one awaited, in order; none where no order is known."""
        return ()

    @property
    def meanwhile(self) -> tuple[Aside, ...]:
        """What is worth seeing for those who wait: what is still to come, and what was last. Nothing that is secret."""
        return ()

    @property
    def plays(self) -> bool:
        """Whether this phone enters anything at all."""
        return self.keeper or self.seat is not None

    def enters_for(self, name: str) -> bool:
        """Whether this phone is asked for that seat's acts. What a key may enter is another matter (policy)."""
        return name == self.seat or (self.keeper and (name not in self.elsewhere or name == self.plays_for))

    @cached_property
    def mine(self) -> bool:
        """Whether this phone is asked for the act that the table waits for."""
        if self.over or not self.plays:
            return False
        return not self.waiting_for or any(map(self.enters_for, self.waiting_for))

    @property
    def your_turn(self) -> bool:
        """Whether the table waits for the act of this phone's own seat."""
        return not self.over and self.seat in self.waiting_for

    @property
    def next_up(self) -> bool:
        """Whether this phone's own seat comes after the one that the table waits for."""
        return not self.over and self.seat in self.to_come[:1]

    @property
    def left_to_them(self) -> tuple[str, ...]:
        """The seats awaited that a keeper leaves to their own phones, until it is told to play for one."""
        return self.waiting_for if self.keeper and not self.over and not self.mine else ()

    # What this phone may tap.

    @property
    def taps(self) -> tuple[Action, ...]:
        """What this phone may tap: its seat's choices, a keeper's everybody's, each with its ruling."""
        asked = None if self.keeper else self.seat
        choices = self.book.game.choices(self.book.state, asked) if self.plays else ()
        return tuple(Action.of(choice) for choice in choices)

    @cached_property
    def actions(self) -> dict[tuple[Any, ...], Action]:
        """The taps by what their moves name: ("take", "red"), ("steal", "red", "Mary"), ("done",)."""
        return {tuple(tap.last[key] for key in self.names if key in tap.last): tap for tap in self.taps}

    def action(self, *moves: Plain) -> Action:
        """A tap that makes these moves, each after the one before it."""
        return Action.at(self.book, *moves)

    @property
    def missing(self) -> Text:
        """What has still to be entered before a move can be claimed."""
        return Text("Nothing has been entered yet.")

    @property
    def turn(self) -> str:
        """Names what a tap is for; empty where every entry changes that."""
        return ""

    @property
    def likeness(self) -> Hashable:
        """What this phone's own sheet shows of the phone: phones of a table with an equal one are asked the same."""
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
    """What a phone finds before it, with what `entered` holds of a move."""
    kind = screen_class(book)
    return kind(book, seat, keeper, kind.read(entered, book, seat, keeper), elsewhere, plays_for)


def screen_class(book: Book) -> type[AnyScreen]:
    """The class of the screens of the book's game."""
    kind = book.game.screen or Screen
    assert issubclass(kind, Screen), kind  # noqa: S101 - a room declares a screen
    return kind
