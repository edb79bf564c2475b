"""What can be claimed in Sluff Off!, one small model a kind of move."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from companion.games.game import CardName, Enters, Means, Move, SeatName, Strict
from companion.games.move import NotZero, Reason
from companion.games.ruling import Text
from companion.games.sluff_off.score import BOX

Color = Literal["red", "blue", "green", "orange", "purple"]
Token = Literal["red", "blue", "green", "orange", "purple", "white", "black"]


Points = Annotated[int, Field(ge=-99, le=99), NotZero]


class Options(Strict):
    """The house rules of a table. `supply` names only the colours whose count differs from the box.

    `sluffer_points` and `rounds` are None where the number of seats decides. A title is the question that a
    form asks; a description says what None means.
    """

    supply: dict[Token, Annotated[int, Field(ge=0, le=30)]] = Field(
        default_factory=dict,
        title=Text("How many tokens of each colour are in your box?").message,
        json_schema_extra={"counts": dict(BOX)},
    )
    sluffer_points: Annotated[int, Field(ge=0, le=20)] | None = Field(
        default=None,
        title=Text("What does the Sluffer cost before black tokens are counted?").message,
        description=Text("4, with three seats 5").message,
    )
    rounds: Annotated[int, Field(ge=1, le=20)] | None = Field(
        default=None, title=Text("How many rounds are played?").message, description=Text("one a seat").message
    )
    white_with_match: bool = Field(
        default=True, title=Text("May white be turned in by who also holds a matching colour?").message
    )
    steal_unpaid: bool = Field(
        default=False, title=Text("May a token be stolen when no white one is left to pay for it?").message
    )
    trump_any_time: bool = Field(
        default=False, title=Text("May blue be played by who could follow the led colour?").message
    )


class Take(Move):
    """In its prediction, the seat takes a token from the centre."""

    move: Literal["take"]
    seat: SeatName
    color: Token


class Steal(Move):
    """In its prediction, the seat takes a token from another seat, who gets a white one."""

    move: Literal["steal"]
    seat: SeatName
    color: Token
    holder: SeatName = Field(alias="from")


class Sluffer(Move):
    """The seat takes the Sluffer instead of predicting."""

    move: Literal["sluffer"]
    seat: SeatName


class Done(Move):
    """The seat's prediction is complete."""

    move: Literal["done"]
    seat: SeatName


class TrickClaim(Move):
    """Who took the trick, the colour it was led in, and the colour that won it."""

    entered_by: ClassVar[Enters] = "anyone"

    move: Literal["trick"]
    winner: SeatName
    led: Color
    won_with: Color


class TrickCards(Move):
    """The cards of a trick in the order played; what else is claimed must agree with them."""

    entered_by: ClassVar[Enters] = "anyone"
    marker: ClassVar[str | None] = "cards"

    move: Literal["trick"]
    cards: Annotated[list[CardName], Means("one-a-seat")]
    winner: SeatName | None = None
    led: Color | None = None
    won_with: Color | None = None


class TurnIn(Move):
    """The trick's winner puts a token back in the centre."""

    move: Literal["turn_in"]
    seat: SeatName
    color: Token


class MissTurnIn(Move):
    """The trick's winner led on without turning in."""

    move: Literal["miss_turn_in"]
    seat: SeatName


class TokenRuling(Move):
    """The table moves tokens between two places, each a seat or "centre"."""

    entered_by: ClassVar[Enters] = "host"

    move: Literal["ruling"]
    color: Token
    count: Annotated[int, Field(ge=1)]
    source: Literal["centre"] | SeatName = Field(alias="from")
    target: Literal["centre"] | SeatName = Field(alias="to")
    reason: Reason


class PointsRuling(Move):
    """The table gives a seat points in the running round."""

    entered_by: ClassVar[Enters] = "host"
    marker: ClassVar[str | None] = "points"

    move: Literal["ruling"]
    seat: SeatName
    points: Points
    reason: Reason


MOVES: tuple[type[Move], ...] = (
    Take,
    Steal,
    Sluffer,
    Done,
    TrickClaim,
    TrickCards,
    TurnIn,
    MissTurnIn,
    TokenRuling,
    PointsRuling,
)
