"""What one phone finds in front of it: what it may tap, and a move that it has half told.

Each game has a desk of its own, which its templates in `templates/games/` read. Pure: a desk asks the judge.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from companion.games.ruling import Rejected, Text

if TYPE_CHECKING:
    from companion.games.game import Choice
    from companion.games.transcript import Book

Plain = dict[str, Any]


class Fields(Protocol):
    """Form fields, or the query of an address: several values may stand under one key."""

    def getlist(self, key: str, /) -> list[str]:
        """All values."""


class NoFields:
    """Nothing has been told."""

    def getlist(self, key: str, /) -> list[str]:  # noqa: ARG002 - there are none
        """None at all."""
        return []


@dataclass(frozen=True, slots=True)
class Offer:
    """One tap: the moves that it makes together, and what the judge says of them."""

    moves: tuple[Plain, ...]
    rejected: Rejected | None = None

    @classmethod
    def of(cls, choice: Choice) -> Offer:
        """A choice of the game as a tap of one move."""
        return cls((choice.move.plain(),), choice.rejected)

    @property
    def value(self) -> str:
        """The moves as a button carries them."""
        return json.dumps(self.moves[0] if len(self.moves) == 1 else list(self.moves))

    @property
    def legal(self) -> bool:
        """Whether the judge would let it stand."""
        return self.rejected is None

    @property
    def last(self) -> Plain:
        """The move that the tap ends with."""
        return self.moves[-1]


@dataclass(frozen=True)
class Desk:
    """A phone's place at a table. `seat` is the one it plays (None: none), a `keeper` enters for everybody.

    As it stands here no move is told in parts, and nothing irregular comes to light: a game has a desk of its own
    for what its templates want to know.
    """

    book: Book
    seat: str | None
    keeper: bool

    @property
    def over(self) -> bool:
        """Whether the game is."""
        return self.book.report().over

    @property
    def taps(self) -> tuple[Offer, ...]:
        """What this phone may tap: its seat's choices, a keeper's everybody's, each with its ruling."""
        game, state = self.book.game, self.book.state
        asked = None if self.keeper else self.seat
        choices = game.choices(state, asked) if self.keeper or self.seat else ()
        return tuple(Offer.of(choice) for choice in choices)

    @property
    def half_told(self) -> bool:
        """Whether the phone has told a part of a move; such a page is nobody else's."""
        return bool(self.query)

    @property
    def query(self) -> str:
        """What has been told, as the query of an address."""
        return ""

    @property
    def lasting(self) -> str:
        """What of it goes on after a move, a way of telling say, as a query."""
        return ""

    @property
    def missing(self) -> Text:
        """What has still to be told before a move can be claimed."""
        return Text("Nothing has been told yet.")

    @property
    def found(self) -> tuple[Text, ...]:
        """Irregularities that the latest entry has brought to light."""
        return ()
