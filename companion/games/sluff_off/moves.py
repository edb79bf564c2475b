"""What can be claimed in Sluff Off!: one small model a kind of move, with its words beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field, ValidationInfo, field_validator

from companion.games import tricks
from companion.games.move import CardName, Enters, Means, Move, Question, Reason, SeatName, Strict, TableRuling
from companion.games.sluff_off.edition import EDITIONS, WORDS, Edition
from companion.games.text import Counted, Text

# Of every box; a table takes those of its own, see `SluffOff.parse`.
Color = Literal["red", "blue", "green", "orange", "purple", "yellow"]
Token = Literal["red", "blue", "green", "orange", "purple", "yellow", "white", "black"]


ASKS: Mapping[str, Text] = {
    "edition": Text("Which box lies on the table?"),
    "supply": Text("How many {tokens} of each colour are in your box?", **WORDS),
    "sluffer_points": Text("How many points does {the_role} cost, before black {tokens} are taken off?", **WORDS),
    "rounds": Text("How many rounds are played?"),
    "white_with_match": Text("May you turn in white when you also hold a matching colour?"),
    "steal_unpaid": Text("May you steal a {token} when no white one is left to pay for it?", **WORDS),
    "tie_break": Text("What decides between equal totals?"),
    "trump_any_time": Text("May you play {trump} when you could follow the led colour?", **WORDS),
}
"""The question for each house rule."""
TieBreak = Literal["share", "fewest_black", "most_zero_rounds"]
TIE_BREAKS: Mapping[TieBreak, Text] = {
    "share": Text("nothing: they share the place"),
    "fewest_black": Text("the fewest black ones over all rounds"),
    "most_zero_rounds": Text("the most rounds without a point"),
}
"""What decides between equal totals; what is equal in that, too, is shared."""
USUAL: Mapping[str, Text] = {
    "sluffer_points": Text("{points_usually}", **WORDS),
    "rounds": Text("{rounds_usually}", **WORDS),
}
"""What holds for a house rule that is left to box and number of seats."""


class Options(Strict):
    """The house rules of a table. `supply` names only the colours whose count differs from the box.

    `sluffer_points` and `rounds` are None where box and number of seats decide.
    """

    edition: Literal["sluff-off", "wizard-extreme", "sieben-siegel"] = Field(
        default="sluff-off",
        title=ASKS["edition"].put(),
        json_schema_extra={"words": {slug: one.title.message for slug, one in EDITIONS.items()}},
    )
    supply: dict[Token, Annotated[int, Field(ge=0, le=30)]] = Field(default_factory=dict, title=ASKS["supply"].put())
    sluffer_points: Annotated[int, Field(ge=0, le=20)] | None = Field(
        default=None, title=ASKS["sluffer_points"].put(), description=USUAL["sluffer_points"].put()
    )
    rounds: Annotated[int, Field(ge=1, le=20)] | None = Field(
        default=None, title=ASKS["rounds"].put(), description=USUAL["rounds"].put()
    )
    white_with_match: bool = Field(default=True, title=ASKS["white_with_match"].put())
    steal_unpaid: bool = Field(default=False, title=ASKS["steal_unpaid"].put())
    trump_any_time: bool = Field(default=False, title=ASKS["trump_any_time"].put())
    tie_break: TieBreak = Field(
        default="share",
        title=ASKS["tie_break"].put(),
        json_schema_extra={"words": {way: text.message for way, text in TIE_BREAKS.items()}},
    )

    @property
    def box(self) -> Edition:
        """The box on the table."""
        return EDITIONS[self.edition]

    @field_validator("supply")
    @classmethod
    def _of_this_box(cls, supply: dict[Token, int], told: ValidationInfo) -> dict[Token, int]:
        edition = EDITIONS.get(told.data.get("edition", ""))
        if edition is not None and (strange := supply.keys() - edition.box.keys()):
            raise ValueError(f"the box holds no {min(strange)} token")
        return supply


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

    move: Literal["take"]
    seat: SeatName
    color: Token

    def label(self) -> Text:
        """ "Take red"."""
        return Text("Take {color}", color=Text(self.color))

    def sentence(self) -> Text:
        """Who took what."""
        return Text("{seat} took {color} from the centre", seat=self.seat, color=Text(self.color))


class Steal(Move):
    """In its prediction, the seat takes a token from another seat, who gets a white one."""

    question = Question(
        Text("Steal"),
        {"color": COLOR, "from": Text("From whom?")},
        ("steal-only-when-centre-empty", "steal-needs-holder", "steal-pays-white", *PREDICTING),
    )

    move: Literal["steal"]
    seat: SeatName
    color: Token
    holder: SeatName = Field(alias="from")

    def label(self) -> Text:
        """ "Steal blue from Mary"."""
        return Text("Steal {color} from {holder}", color=Text(self.color), holder=self.holder)

    def sentence(self) -> Text:
        """Who took what from whom."""
        return Text("{seat} took {color} from {holder}", seat=self.seat, color=Text(self.color), holder=self.holder)


class Sluffer(Move):
    """The seat takes the Sluffer instead of predicting."""

    question = Question(
        Text("Take {the_role}", **WORDS), {}, ("sluffer-instead-of-tokens", "one-sluffer", "prediction-order")
    )

    move: Literal["sluffer"]
    seat: SeatName

    def sentence(self) -> Text:
        """Who took it."""
        return Text("{seat} took {the_role}", seat=self.seat, **WORDS)


class Done(Move):
    """The seat's prediction is complete."""

    question = Question(Text("Finish the prediction"), {}, ("prediction-order",))

    move: Literal["done"]
    seat: SeatName

    def label(self) -> Text:
        """Shorter than the question."""
        return Text("Done")

    def sentence(self) -> Text:
        """Whose prediction it was."""
        return Text("{seat} finished the prediction", seat=self.seat)


class TrickClaim(Move):
    """Who took the trick, the colour it was led in, and the colour that won it."""

    entered_by: ClassVar[Enters] = "anyone"
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

    entered_by: ClassVar[Enters] = "anyone"
    marker: ClassVar[str | None] = "cards"
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

    def label(self) -> Text:
        """Whatever the cards."""
        return Text("Record trick")

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

    move: Literal["turn_in"]
    seat: SeatName
    color: Token

    def label(self) -> Text:
        """ "Turn in white"."""
        return Text("Turn in {color}", color=Text(self.color))

    def sentence(self) -> Text:
        """Who turned in what."""
        return Text("{seat} turned in {color}", seat=self.seat, color=Text(self.color))


class MissTurnIn(Move):
    """The trick's winner led on without turning in."""

    slip = Text(
        "This is a slip; the {token} you keep counts in the end: 2 points, or 4 if it is white.",
        **WORDS,
    )
    question = Question(Text("Forget to turn in"), {}, ("missed-turn-in", *TURNING_IN))

    move: Literal["miss_turn_in"]
    seat: SeatName

    def label(self) -> Text:
        """As it is said afterwards."""
        return Text("Forgot to turn in")

    def sentence(self) -> Text:
        """Who did."""
        return Text("{seat} forgot to turn in", seat=self.seat)


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

    marker: ClassVar[str | None] = "points"


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
