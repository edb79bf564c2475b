"""What can be claimed in Popcorn, one small model a kind of move."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, PrivateAttr

from companion.games.game import Enters, Move, SeatName, Strict
from companion.games.move import Reason
from companion.games.ruling import Text

Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
Direction = Literal["up", "down", "either"]


WAYS: dict[Direction, Text] = {
    "up": Text("up: aces, twos, threes \u2026"),
    "down": Text("down: aces, kings, queens \u2026"),
    "either": Text("one up or one down, as the seat likes"),
}


class Options(Strict):
    """The house rules of a table. A title is the question that a form asks."""

    decks: Annotated[int, Field(ge=1, le=2)] = Field(
        default=1, title=Text("How many decks are in play?").message, description=Text("1").message
    )
    direction: Direction = Field(
        default="up",
        title=Text("Which rank comes next?").message,
        json_schema_extra={"words": {way: text.message for way, text in WAYS.items()}},
    )
    hidden_count: bool = Field(
        default=False, title=Text("May more cards be put down than are said, unseen by the others?").message
    )


class Believing(Options):
    """The same house rules in a book that does not know what was put down unseen; see `seeing.py`."""


class Lived(Move):
    """A move whose effect on a hand may be told, for a book that cannot work it out; it is never written.

    `left` says of a move that has stood whether cards were left in the hand: everybody at the table sees that.
    """

    _left: bool | None = PrivateAttr(default=None)

    @property
    def left(self) -> bool | None:
        """Whether the hand had cards left after it; None where the move is but asked about."""
        return self._left

    def lived(self, left: bool, *without: str) -> Self:
        """The move as one that has stood, without the keys named in `without`."""
        given = self.model_fields_set - {*without}
        values = {key: value for key, value in self if key not in without}
        found = self.model_construct(_fields_set=given, **values)
        found._left = left  # noqa: SLF001 - of its own kind
        return found

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Lived) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash(repr(self.plain()))


class Claim(Lived):
    """The seat puts cards face down and says how many of which rank; `cards`, how many they really are."""

    move: Literal["claim"]
    seat: SeatName
    rank: Rank
    count: int
    cards: int | None = None

    @property
    def put(self) -> int:
        """How many cards lie face down."""
        return self.count if self.cards is None else self.cards


class Call(Move):
    """The seat does not believe the standing claim. Many may shout at once: the first counts."""

    race: ClassVar[bool] = True

    move: Literal["call"]
    seat: SeatName


class Honest(Move):
    """The claimed cards are turned over: it was as said, or not."""

    entered_by: ClassVar[Enters] = "anyone"

    move: Literal["reveal"]
    honest: bool


class Seen(Move):
    """The claimed cards are turned over, rank by rank."""

    entered_by: ClassVar[Enters] = "anyone"
    marker: ClassVar[str | None] = "cards"

    move: Literal["reveal"]
    cards: list[Rank]


class Pass(Move):
    """Nobody calls on a seat's last cards."""

    entered_by: ClassVar[Enters] = "anyone"

    move: Literal["pass"]


class CardRuling(Lived):
    """The table moves cards between two places, each a seat or "pile"."""

    entered_by: ClassVar[Enters] = "host"

    move: Literal["ruling"]
    count: Annotated[int, Field(ge=1)]
    source: Literal["pile"] | SeatName = Field(alias="from")
    target: Literal["pile"] | SeatName = Field(alias="to")
    reason: Reason


MOVES: tuple[type[Move], ...] = (Claim, Call, Honest, Seen, Pass, CardRuling)
