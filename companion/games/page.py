"""What a table's page shows of a game (`Page`): one value for all phones, from which its parts are drawn.

Each game has a subclass, and beside it the functions that draw its parts. Pure: a page asks the judge, and holds no rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from companion.games.findings import Finding
from companion.games.game import Book
from companion.games.markup import BadgeView
from companion.games.move import Plain
from companion.games.part import Draw, Group, Part, Sheet, Wait
from companion.games.report import Place, places_by_points
from companion.games.ruling import Action
from companion.games.text import Text

S = TypeVar("S")


class Fields(Protocol):
    """Form fields: several values may stand under one key."""

    def getlist(self, key: str, /) -> list[str]: ...


ANYBODY = "seat keeper"
"""The marks of all phones that play."""


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
class RoundEnd:
    """A round that has just been scored. `number` counts rounds from 1.

    `seen_by` are the people to whom it is no news any more, for they have entered something since.
    """

    number: int
    gains: tuple[Gain, ...]
    fresh: bool
    seen_by: tuple[int, ...]


@dataclass(frozen=True)
class Page(Generic[S]):
    """A table of a game as its page shows it.

    `badges` has each person's badge by current name; the seats `elsewhere` have phones of their own. `late` are the
    seats that lost a race for the latest move, each with the seconds by which it was later.
    """

    book: Book
    code: str
    badges: Mapping[str, BadgeView]
    elsewhere: frozenset[str] = frozenset()
    late: tuple[tuple[str, float], ...] = ()

    # What stands above, what lies on the table, what is asked. Every game has these.

    @property
    def look(self) -> str:
        """Classes of the whole page in this phase."""
        return ""

    @property
    def eyebrow(self) -> tuple[Text, ...]:
        return ()

    @property
    def headline(self) -> Text:
        raise NotImplementedError

    @property
    def lying(self) -> tuple[Part | Group, ...]:
        return ()

    @property
    def ask(self) -> Sheet | None:
        """What is asked; None if nothing is, because the game is over."""
        return None

    @property
    def wait(self) -> Wait | None:
        """What the phones show that are not asked; None if all are."""
        return None

    @property
    def tools(self) -> tuple[Draw, tuple[Any, ...]] | None:
        """What draws a game's own buttons beside the question, and from what."""
        return None

    @property
    def beside(self) -> tuple[Part, ...]:
        """Parts that stand in the sheet under the question, and are told apart from it."""
        return ()

    @property
    def on_board(self) -> tuple[Part | Group, ...]:
        """What lies on the table, as the board shows it to the room."""
        return self.lying

    @property
    def mark(self) -> str | None:
        """The name of the act that the table waits for; None if every entry ends one."""
        return None

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats whose act the table waits for; empty if anybody may enter it."""
        return ()

    @property
    def to_come(self) -> tuple[str, ...]:
        """The seats whose turns come after the one awaited, in order; empty if no order is known."""
        return ()

    @property
    def over_heading(self) -> tuple[Text, Text | None]:
        """What stands over the podium of a game that is over, and a hint."""
        raise NotImplementedError

    def told(self, fields: Fields) -> tuple[Plain, ...] | Text:
        """Make the moves that a form tells by its fields, or say what is still missing.

        Most buttons carry their moves. A game whose moves are told in several steps composes them here.
        """
        return Text("Nothing has been entered yet.")

    # The same for all games.

    @property
    def state(self) -> S:
        state: S = self.book.state
        return state

    @cached_property
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

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What has been done against the rules and not yet been ruled on, the earliest first."""
        return ()

    @property
    def news(self) -> tuple[Text, ...]:
        """The findings of the latest trick, in words."""
        return ()

    @property
    def ruling_open(self) -> bool:
        """True if a keeper may rule for the table now."""
        return False

    @cached_property
    def round_end(self) -> RoundEnd | None:
        """The round that has just been scored, until the phase changes; None if that is no news."""
        if not self.book.report().rounds:
            return None
        seen: list[int] = []
        fresh = True
        for past, book in self.book.steps():
            now = book.report()
            if now.over:
                return None
            if len(now.rounds) > len(past.report().rounds):
                return (
                    RoundEnd(len(now.rounds), self._gains(past, book), fresh, tuple(seen))
                    if book.seats == self.book.seats
                    else None
                )
            if past.report().phase != now.phase:
                return None
            fresh = False
            mover = None if book.move is None or book.move.mover is None else book.people.person(book.move.mover)
            if mover is not None:  # who had no seat has none now
                seen.append(mover)
        return None

    def _gains(self, past: Book, book: Book) -> tuple[Gain, ...]:
        before, after = past.report().totals, book.report().totals
        places = places_by_points(after, most_wins=book.game.most_wins)
        return tuple(Gain(own.place, own.name, before[own.name], after[own.name]) for own in places)

    # Marks, badges, actions.

    def number(self, name: str) -> int:
        """Return the number by which a person's phone is marked."""
        return self._numbers[name]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        people = self.book.people
        return {name: number for number, names in enumerate(people.names) for name in names}

    def asked(self, *names: str) -> str:
        """Return the marks of the phones that are asked for the acts of these seats.

        A keeper's phone is asked for a seat that has no phone of its own, and for others while it plays for them.
        """
        marks = [str(self.number(name)) for name in names]
        return " ".join([*marks, "keeper" if any(name not in self.elsewhere for name in names) else "played"])

    def badge(self, name: str) -> BadgeView:
        return self.badges[name]

    def action(self, *plains: Plain) -> Action:
        """Return the action that makes these moves, one after another."""
        return self.book.game.action(self.book.state, *plains)

    def legal(self, *plains: Plain) -> bool:
        return self.action(*plains).legal

    def actions(self, *names: str, seat: str | None = None) -> dict[tuple[Any, ...], Action]:
        """Return what may be offered (to `seat`, or to anybody) by the values of these fields of the moves."""
        offered = ((vars(tap.move), tap) for tap in self.book.game.choices(self.book.state, seat))
        return {tuple(values[name] for name in names if name in values): tap for values, tap in offered}


AnyPage = Page[Any]


def names_alone(names: Iterable[str]) -> tuple[tuple[str, None], ...]:
    """Return seats for an aside of `Wait` that only names them."""
    return tuple((name, None) for name in names)
