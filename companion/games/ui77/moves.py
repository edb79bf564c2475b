"""What can be claimed in Ui77, one small model a kind of move."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from companion.games.game import CardName, Enters, Means, Move, SeatName, Strict
from companion.games.move import NotZero, Reason
from companion.games.ruling import Text

Rounding = Literal["nearest", "down", "up"]

# Written out, so that translators' tools find them.
ROUNDINGS = (Text("nearest"), Text("down"), Text("up"))


Points = Annotated[int, Field(ge=-99, le=99), NotZero]
Count = Annotated[int, Field(ge=0)]


class Options(Strict):
    """The house rules of a table. A title is the question that a form asks."""

    nov_rounding: Rounding = Field(
        default="nearest", title=Text("How is the average rounded when somebody goes Nov?").message
    )


class FaceUp(Move):
    """The three cards turned up, card one (nearest the draw deck) first."""

    entered_by: ClassVar[Enters] = "anyone"

    move: Literal["face_up"]
    cards: list[CardName]


class Swap(Move):
    """The seat puts a card of its hand in the place of one that lies face up."""

    move: Literal["swap"]
    seat: SeatName
    give: CardName
    take: CardName


class Discard(Move):
    """How many cards the seat throws before play."""

    move: Literal["discard"]
    seat: SeatName
    count: Count


class Cut(Move):
    """The seat offered or accepted a cut."""

    move: Literal["cut"]
    seat: SeatName


class TrickClaim(Move):
    """Who took the trick."""

    entered_by: ClassVar[Enters] = "anyone"

    move: Literal["trick"]
    winner: SeatName


class TrickCards(Move):
    """The cards of a trick in the order played. A winner named beside them must be theirs.

    `only_trump`: the leader says that it holds nothing but trump.
    """

    entered_by: ClassVar[Enters] = "anyone"
    marker: ClassVar[str | None] = "cards"

    move: Literal["trick"]
    cards: Annotated[list[CardName], Means("one-a-seat")]
    only_trump: bool = False
    winner: SeatName | None = None


class CountLeft(Move):
    """The hand is over: how many of the seat's remaining cards are of the slough suit."""

    move: Literal["count"]
    seat: SeatName
    slough: Count


class Limit(Move):
    """The score that ends the game, set by the table once all have dealt."""

    entered_by: ClassVar[Enters] = "anyone"

    move: Literal["limit"]
    points: int


class PointsRuling(Move):
    """The table gives a seat points in the running hand."""

    entered_by: ClassVar[Enters] = "host"

    move: Literal["ruling"]
    seat: SeatName
    points: Points
    reason: Reason


MOVES: tuple[type[Move], ...] = (
    FaceUp,
    Swap,
    Discard,
    Cut,
    TrickClaim,
    TrickCards,
    CountLeft,
    Limit,
    PointsRuling,
)
