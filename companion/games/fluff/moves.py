"""What can be claimed in Fluff, one small model a kind of move."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import BeforeValidator, Field

from companion.games.game import Enters, Move, SeatName, Strict
from companion.games.move import NotZero, Reason
from companion.games.ruling import Text

WILD = "wild"
_Value = Literal[2, 3, 4, 5, 6]
VALUES: tuple[int, ...] = get_args(_Value)
FACES: tuple[int | str, ...] = (*VALUES, WILD)


def _no_fraction(face: Any) -> Any:
    # A Literal takes 3.0 for 3, even strictly.
    if isinstance(face, float):
        raise ValueError("a face is a whole number")
    return face


# Another number is readable, and refused by the rule `bid`: it teaches what cannot be bid on.
Value = Annotated[_Value | int, BeforeValidator(_no_fraction)]
Face = Annotated[Literal[2, 3, 4, 5, 6, "wild"], BeforeValidator(_no_fraction)]


class Options(Strict):
    """The house rules of a table. A title is the question that a form asks, a description says what is usual."""

    sets: Annotated[int, Field(ge=1, le=3)] = Field(
        default=1,
        title=Text("How many sets of dice are on the table?").message,
        description=Text("1, for up to four; four more people with each further set").message,
    )
    sloppy: bool = Field(default=False, title=Text("Are dice that fall out of a cup lost?").message)


class FirstRoll(Move):
    """How many wilds everybody rolled who rolls for the start."""

    entered_by: ClassVar[Enters] = "anyone"

    move: Literal["first_roll"]
    wilds: dict[SeatName, Annotated[int, Field(ge=0)]]


class Bid(Move):
    """The seat says that at least so many dice show that value, wilds counted with them."""

    move: Literal["bid"]
    seat: SeatName
    quantity: int
    value: Value


class Call(Move):
    """The seat does not believe the standing bid."""

    move: Literal["call"]
    seat: SeatName


class Show(Move):
    """The seat's dice, after a call."""

    patient: ClassVar[bool] = True

    move: Literal["show"]
    seat: SeatName
    dice: list[Face]


class Spill(Move):
    """Sloppy style: dice fell out of the seat's cup."""

    move: Literal["spill"]
    seat: SeatName
    count: Annotated[int, Field(ge=1)]


class DiceRuling(Move):
    """The table gives a seat dice, or takes some away."""

    entered_by: ClassVar[Enters] = "host"

    move: Literal["ruling"]
    seat: SeatName
    dice: Annotated[int, NotZero]
    reason: Reason


MOVES: tuple[type[Move], ...] = (FirstRoll, Bid, Call, Show, Spill, DiceRuling)
