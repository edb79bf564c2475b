"""What can be claimed in Oh Hell: one small model a kind of move, with its words beside it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from companion.games import tricks
from companion.games.move import CardName, Move, Question, SeatName, Strict
from companion.games.text import Counted, Text

SUITS = {"C": Text("clubs"), "D": Text("diamonds"), "H": Text("hearts"), "S": Text("spades")}
SIGNS = {"C": "\u2663\ufe0e", "D": "\u2666\ufe0e", "H": "\u2665\ufe0e", "S": "\u2660\ufe0e"}
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
DECK = {rank + suit: rank + sign for suit, sign in SIGNS.items() for rank in RANKS}
"""The 52 cards by their names in a transcript ("10H"), each as one writes it."""


class Options(Strict):
    """The house rules of a table. `most` is None where the number of seats decides."""

    most: Annotated[int, Field(ge=1, le=10)] | None = Field(
        default=None,
        title=Text("How many cards does each seat get in the largest hand?").message,
        description=Text("as many as go round, 10 at most").message,
    )
    screw_the_dealer: bool = Field(
        default=False, title=Text("Must the dealer keep the bids from adding up to the tricks?").message
    )


class TurnUp(Move):
    """The card turned up once the hand is dealt."""

    entered_by = "anyone"
    question = Question(Text("Turn up a card"), {"card": Text("Which one?")}, ("turned-up-card", "trick-winner"))

    move: Literal["turn_up"]
    card: CardName

    def sentence(self) -> Text:
        """Which card."""
        return Text("{card} was turned up", card=DECK.get(self.card, self.card))


class Bid(Move):
    """How many tricks the seat says that it will take."""

    question = Question(
        Text("Bid"), {"tricks": Text("How many tricks?")}, ("bid-range", "bid-in-turn", "screw-the-dealer")
    )
    button = Text("Bid {n}")
    in_ledger = Counted("{seat} bid {n} trick", "{seat} bid {n} tricks")
    counted = "tricks"

    move: Literal["bid"]
    seat: SeatName
    tricks: Annotated[int, Field(ge=0)]


class TrickClaim(tricks.WinnerClaim):
    """Who took the trick."""

    question = Question(Text("Record a trick"), {"winner": Text("Who took it?")}, ("trick-winner",))


class PointsRuling(tricks.PointsRuling):
    """The table gives a seat points in the running hand."""
