"""What can be claimed in Fluff: one small model a kind of move, with its words."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field

from companion.games.move import Move, NotZero, Question, Reason, SeatName, TableRuling
from companion.games.text import Counted, Text

WILD = "wild"
_Value = Literal[2, 3, 4, 5, 6]
VALUES: tuple[int, ...] = get_args(_Value)
FACES: tuple[int | str, ...] = (*VALUES, WILD)

# Written out, so that translators' tools find them.
FACE_WORDS = (Text("wild"),)
HOW_MANY = Text("How many dice?")


def _no_fraction(face: Any) -> Any:
    # A Literal takes 3.0 for 3, even strictly.
    if isinstance(face, float):
        raise ValueError("a face is a whole number")
    return face


# Another number is readable, and refused by the rule `bid`: it teaches what cannot be bid on.
Value = Annotated[_Value | int, BeforeValidator(_no_fraction)]
Face = Annotated[Literal[2, 3, 4, 5, 6, "wild"], BeforeValidator(_no_fraction)]


class FirstRoll(Move):
    """How many wilds everybody rolled who rolls for the start."""

    entered_by = "anyone"
    button = Text("Record the roll")
    question = Question(Text("Who starts?"), {"wilds": Text("How many wilds did each roll?")}, ("first-roll",))

    move: Literal["first_roll"]
    wilds: dict[SeatName, Annotated[int, Field(ge=0)]]

    def sentence(self) -> Text:
        """The wilds of each seat."""
        by_seat = tuple(Text("{seat} {n}", seat=name, n=wilds) for name, wilds in self.wilds.items())
        return Text("Wilds rolled for the start: {told}", told=by_seat)


class Bid(Move):
    """The seat says that at least so many dice show that value, wilds counted with them."""

    question = Question(
        Text("Bid"), {"quantity": HOW_MANY, "value": Text("Of which value?")}, ("raise", "bid", "next-opening")
    )
    button = Text("Bid {n} \u00d7 {value}")
    in_ledger = Text("{seat} bid {n} \u00d7 {value}")
    counted = "quantity"

    move: Literal["bid"]
    seat: SeatName
    quantity: int
    value: Value


class Call(Move):
    """The seat does not believe the standing bid."""

    question = Question(Text("Call \u201cFluff!\u201d"), {}, ("call", "settle"))
    button = Text("{seat} calls \u201cFluff!\u201d")
    in_ledger = Text("{seat} called \u201cFluff!\u201d")

    move: Literal["call"]
    seat: SeatName


class Show(Move):
    """The seat's dice after a call, face by face."""

    patient = True
    question = Question(Text("Show the dice"), {"dice": Text("What do they show?")}, ("settle", "last-dice"))

    move: Literal["show"]
    seat: SeatName
    dice: list[Face]

    def sentence(self) -> Text:
        """The dice, one by one."""
        dice = tuple(Text(one) if isinstance(one, str) else Text("{n}", n=one) for one in self.dice)
        return Text("{seat} showed {dice}", seat=self.seat, dice=dice)


class ShowMatching(Move):
    """The seat's dice after a call, told shorter: how many of them count for the bid, wilds with them."""

    patient = True
    marker = "matching"
    question = Question(
        Text("Say how many dice count"), {"matching": Text("How many of them count?")}, ("settle", "last-dice")
    )
    button = Counted("{n} counts", "{n} count")
    counted = "matching"

    move: Literal["show"]
    seat: SeatName
    matching: Annotated[int, Field(ge=0)]

    def sentence(self) -> Text:
        """Say how many of whose dice count for the bid."""
        if not self.matching:
            return Text("None of {seat}\u2019s dice count", seat=self.seat)
        return Counted(
            "{n} of {seat}\u2019s dice counts", "{n} of {seat}\u2019s dice count", seat=self.seat, n=self.matching
        )


class Spill(Move):
    """Sloppy style: dice fell out of the seat's cup, at any time until it has shown them."""

    slip = Text("This is a slip; it costs the dice that fell out, for the rest of the game.")
    question = Question(Text("Spill dice"), {"count": HOW_MANY}, ("spill",))
    button = in_ledger = Counted("{seat} spilled {n} die", "{seat} spilled {n} dice")
    counted = "count"

    move: Literal["spill"]
    seat: SeatName
    count: Annotated[int, Field(ge=1)]


class DiceRuling(TableRuling):
    """The table gives a seat dice, or takes some away."""

    question = Question(
        Text("Give or take dice by a ruling"),
        {"seat": Text("To whom?"), "dice": Text("How many dice, with a minus to take them?")},
        ("table-ruling",),
    )

    move: Literal["ruling"]
    seat: SeatName
    dice: Annotated[int, NotZero]
    reason: Reason

    def sentence(self) -> Text:
        """Say to or from whom the table gave how many dice, and why."""
        params: dict[str, Any] = {"n": abs(self.dice), "seat": self.seat, "reason": self.reason}
        if self.dice > 0:
            return Counted(
                "The table gave {seat} {n} die: {reason}", "The table gave {seat} {n} dice: {reason}", **params
            )
        return Counted(
            "The table took {n} die from {seat}: {reason}", "The table took {n} dice from {seat}: {reason}", **params
        )
