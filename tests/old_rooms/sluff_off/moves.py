"""What can be claimed in Sluff Off!: one small model a kind of move, with its words beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from companion.games import tricks
from companion.games.move import CardName, Means, Move, Plain, Question, Reason, SeatName, Strict, TableRuling
from companion.games.sluff_off.edition import WORDS
from companion.games.text import Counted, Text
from tests.old_rooms.sluff_off.house_rules import Token

Color = Literal["red", "blue", "green", "orange", "purple", "yellow"]
COLOR = Text("Which colour?")
A_TRICK: Mapping[str, Text] = {
    "red": Text("a red trick"),
    "blue": Text("a blue trick"),
    "green": Text("a green trick"),
    "orange": Text("an orange trick"),
    "purple": Text("a purple trick"),
    "yellow": Text("a yellow trick"),
}
"""By the colour led: the trick, with the article that the colour asks for."""
PREDICTING = ("prediction-order", "no-white-or-black-in-prediction")
TURNING_IN = ("turn-in-is-owed", "turn-in-by-winner")


class Take(Move):
    """In its prediction, the seat takes a token from the centre."""

    question = Question(Text("Take a {token}", **WORDS), {"color": COLOR}, ("take-from-centre", *PREDICTING))
    button = Text("Take {color}")
    in_ledger = Text("{seat} took {color} from the centre")

    move: Literal["take"]
    seat: SeatName
    color: Token


class Steal(Move):
    """In its prediction, the seat takes a token from another seat, who gets a white one."""

    question = Question(
        Text("Steal"),
        {"color": COLOR, "from": Text("From whom?")},
        ("steal-only-when-centre-empty", "steal-needs-holder", "steal-pays-white", *PREDICTING),
    )
    button = Text("Steal {color} from {holder}")
    in_ledger = Text("{seat} took {color} from {holder}")

    move: Literal["steal"]
    seat: SeatName
    color: Token
    holder: SeatName = Field(alias="from")


class Sluffer(Move):
    """The seat takes the Sluffer instead of predicting."""

    question = Question(
        Text("Take {the_role}", **WORDS), {}, ("sluffer-instead-of-tokens", "one-sluffer", "prediction-order")
    )
    in_ledger = Text("{seat} took {the_role}", **WORDS)

    move: Literal["sluffer"]
    seat: SeatName


class Done(Move):
    """The seat's prediction is complete."""

    button = Text("Done")
    question = Question(Text("Finish the prediction"), {}, ("prediction-order",))
    in_ledger = Text("{seat} finished the prediction")

    move: Literal["done"]
    seat: SeatName


class TrickClaim(Move):
    """Who took the trick, the colour it was led in, and the colour that won it."""

    entered_by = "anyone"
    question = Question(
        Text("Record a trick"),
        {
            "winner": Text("Who took it?"),
            "led": Text("Which colour was led?"),
            "won_with": Text("Which colour won?"),
        },
        ("winning-color", "turn-in-before-next-trick"),
    )

    move: Literal["trick"]
    winner: SeatName
    led: Color
    won_with: Color

    def label(self) -> Text:
        """ "Mary took it: led red, won with blue"."""
        if self.led == self.won_with:
            return Text("{winner} took it: led {led}", winner=self.winner, led=Text(self.led))
        won = Text(self.won_with)
        return Text("{winner} took it: led {led}, won with {won}", winner=self.winner, led=Text(self.led), won=won)

    def sentence(self) -> Text:
        """Who won it."""
        return trick_won(self.winner, self.led, self.won_with)


def trick_claim(winner: str, led: str, won_with: str) -> Plain:
    """A `TrickClaim` as JSON has it."""
    return {"move": "trick", "winner": winner, "led": led, "won_with": won_with}


def trick_won(winner: str, led: str, won_with: str) -> Text:
    """Who won a trick, the colour it was led in, and the colour that won where that is another."""
    if led == won_with:
        return Text("{winner} won {trick}", winner=winner, trick=A_TRICK[led])
    return Text("{winner} won {trick} with {won}", winner=winner, trick=A_TRICK[led], won=Text(won_with))


def card_words(name: str) -> Text | str:
    """A card in words ("blue 7"), or what was typed where that names none."""
    color, _, rank = name.partition(" ")
    return Text("{color} {rank}", color=Text(color), rank=rank) if color in A_TRICK else name


class TrickCards(Move):
    """The cards of a trick in the order played; what else is claimed must agree with them."""

    entered_by = "anyone"
    marker = "cards"
    button = Text("Record trick")
    question = Question(
        Text("Who takes this trick?"),
        {
            "cards": Text("The cards, the leader\u2019s first"),
            "winner": Text("Who says they won?"),
            "led": Text("Which colour do they say was led?"),
            "won_with": Text("Which colour do they say won?"),
        },
        ("result-matches-cards", "one-card-each", "follow-suit"),
    )

    move: Literal["trick"]
    cards: Annotated[list[CardName], Means("one-a-seat")]
    winner: SeatName | None = None
    led: Color | None = None
    won_with: Color | None = None

    def sentence(self) -> Text:
        """All cards, the leader's first."""
        return Text("Trick by its cards: {cards}", cards=tuple(map(card_words, self.cards)))


class TrickFacts(Strict):
    """What a question about a turn-in has to tell of its trick, where none is waiting for one."""

    led: Color
    won_with: Color


class TurnIn(Move):
    """The trick's winner puts a token back in the centre."""

    question = Question(
        Text("Turn in"),
        {"color": COLOR, "led": Text("Which colour was led?"), "won_with": Text("Which colour won?")},
        ("turn-in-fits-trick", "white-is-wild", "white-with-match", *TURNING_IN),
        TrickFacts,
    )
    button = Text("Turn in {color}")
    in_ledger = Text("{seat} turned in {color}")

    move: Literal["turn_in"]
    seat: SeatName
    color: Token


class MissTurnIn(Move):
    """The trick's winner led on without turning in."""

    slip = Text(
        "This is a slip; the {token} you keep counts in the end: 2 points, or 4 if it is white.",
        **WORDS,
    )
    button = Text("Forgot to turn in")
    question = Question(Text("Forget to turn in"), {}, ("missed-turn-in", *TURNING_IN))
    in_ledger = Text("{seat} forgot to turn in")

    move: Literal["miss_turn_in"]
    seat: SeatName


class TokenRuling(TableRuling):
    """The table moves tokens between two places, each a seat or "centre"."""

    question = Question(
        Text("Move {tokens} by a ruling", **WORDS),
        {"color": COLOR, "from": Text("From where?"), "to": Text("To where?")},
        ("table-ruling",),
    )

    move: Literal["ruling"]
    color: Token
    count: Annotated[int, Field(ge=1)]
    source: Literal["centre"] | SeatName = Field(alias="from")
    target: Literal["centre"] | SeatName = Field(alias="to")
    reason: Reason

    @property
    def names(self) -> frozenset[str]:
        """Both places."""
        return frozenset((self.source, self.target))

    def sentence(self) -> Text:
        """How many of which, from where to where, and why."""
        return Counted(
            "The table moved {n} {color} from {source} to {target}: {reason}",
            "The table moved {n} {color} from {source} to {target}: {reason}",
            n=self.count,
            color=Text(self.color),
            source=_place(self.source),
            target=_place(self.target),
            reason=self.reason,
        )


def _place(name: str) -> str | Text:
    return Text("the centre") if name == "centre" else name


class PointsRuling(tricks.PointsRuling):
    """The table gives a seat points in the running round."""

    marker = "points"
