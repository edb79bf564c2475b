"""What can be claimed in Popcorn: one small model a kind of move, with its words."""

from __future__ import annotations

from typing import Annotated, Literal, Self, get_args

from pydantic import Field, PrivateAttr

from companion.games.move import Move, Question, Reason, SeatName, Strict, TableRuling
from companion.games.text import Counted, Text
from tests.old_rooms.popcorn.house_rules import MOST_DECKS, SUITS

Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
RANKS: tuple[str, ...] = get_args(Rank)


def rank_after(rank: str, steps: int) -> str:
    """The rank so many steps up; aces follow kings."""
    return RANKS[(RANKS.index(rank) + steps) % len(RANKS)]


# By rank: so many of it, its plural, and its plural where it begins a sentence; written out for translators' tools.
_WORDS: dict[str, tuple[Text, Text, Text]] = {
    "A": (Counted("{n} ace", "{n} aces", n=1), Text("aces"), Text("Aces")),
    "2": (Counted("{n} two", "{n} twos", n=1), Text("twos"), Text("Twos")),
    "3": (Counted("{n} three", "{n} threes", n=1), Text("threes"), Text("Threes")),
    "4": (Counted("{n} four", "{n} fours", n=1), Text("fours"), Text("Fours")),
    "5": (Counted("{n} five", "{n} fives", n=1), Text("fives"), Text("Fives")),
    "6": (Counted("{n} six", "{n} sixes", n=1), Text("sixes"), Text("Sixes")),
    "7": (Counted("{n} seven", "{n} sevens", n=1), Text("sevens"), Text("Sevens")),
    "8": (Counted("{n} eight", "{n} eights", n=1), Text("eights"), Text("Eights")),
    "9": (Counted("{n} nine", "{n} nines", n=1), Text("nines"), Text("Nines")),
    "10": (Counted("{n} ten", "{n} tens", n=1), Text("tens"), Text("Tens")),
    "J": (Counted("{n} jack", "{n} jacks", n=1), Text("jacks"), Text("Jacks")),
    "Q": (Counted("{n} queen", "{n} queens", n=1), Text("queens"), Text("Queens")),
    "K": (Counted("{n} king", "{n} kings", n=1), Text("kings"), Text("Kings")),
}


def counted(rank: str, n: int) -> Text:
    """So many of a rank: "2 sevens"."""
    found = _WORDS[rank][0]
    return Counted(found.message, found.plural, n=n)


def rank_words(rank: str, *, capital: bool = False) -> Text:
    """A rank as a plural word: "sevens", "Sevens" where it begins a sentence."""
    return _WORDS[rank][1 + capital]


class Observed(Move):
    """A move whose effect on a hand may be known from watching, for a book that cannot work it out; never written.

    `left` says of a move that stands whether cards were left in the hand: everybody at the table sees that.
    """

    _left: bool | None = PrivateAttr(default=None)

    @property
    def left(self) -> bool | None:
        """Whether the hand had cards left after it; None where the move is only asked about."""
        return self._left

    def observed(self, left: bool, *without: str) -> Self:
        """The move as one that stands, without the keys named in `without`."""
        given = self.model_fields_set - {*without}
        values = {key: value for key, value in self if key not in without}
        found = self.model_construct(_fields_set=given, **values)
        found._left = left
        return found

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Observed) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash(repr(self.plain()))


class Claim(Observed):
    """The seat puts cards face down and says how many of which rank; `cards`, how many they really are."""

    question = Question(
        Text("Claim"),
        {
            "rank": Text("Which rank?"),
            "count": Text("How many are said?"),
            "cards": Text("How many are really put down?"),
        },
        ("claim", "rank-due", "next-seat"),
    )

    move: Literal["claim"]
    seat: SeatName
    rank: Rank
    count: int
    cards: int | None = None

    @property
    def put(self) -> int:
        """How many cards lie face down."""
        return self.count if self.cards is None else self.cards

    def label(self) -> Text:
        """What is said."""
        return Text("Claim {cards}", cards=counted(self.rank, self.count))

    def sentence(self) -> Text:
        """Who says what."""
        return Text("{seat} says: {cards}", seat=self.seat, cards=counted(self.rank, self.count))


class Call(Move):
    """The seat does not believe the standing claim. Many may shout at once: the first counts."""

    race = True
    question = Question(Text("Call \u201cPopcorn!\u201d"), {}, ("call",))
    button = in_ledger = Text("{seat} calls \u201cPopcorn!\u201d")

    move: Literal["call"]
    seat: SeatName


class Honest(Move):
    """The claimed cards are turned over: it was as said, or not."""

    entered_by = "anyone"
    question = Question(Text("Turn the cards over"), {"honest": Text("Was it honest?")}, ("reveal", "last-cards"))

    move: Literal["reveal"]
    honest: bool

    def label(self) -> Text:
        """What came to light."""
        return Text("It was honest") if self.honest else Text("It was a bluff")

    def sentence(self) -> Text:
        """What came to light."""
        return Text("The claim was honest") if self.honest else Text("The claim was a bluff")


class ClaimFacts(Strict):
    """What a question about cards has to tell of the claim, where none is called."""

    rank: Rank
    count: Annotated[int, Field(ge=1, le=SUITS * MOST_DECKS)]


class Seen(Move):
    """The claimed cards are turned over, rank by rank."""

    entered_by = "anyone"
    marker = "cards"
    button = Text("Turn the cards over")
    in_ledger = Text("The cards were turned over: {cards}")
    question = Question(
        Text("Who takes the pile with these cards?"),
        {
            "cards": Text("Which ranks lie there?"),
            "rank": Text("Which rank was said?"),
            "count": Text("How many were said?"),
        },
        ("reveal", "last-cards"),
        ClaimFacts,
    )

    move: Literal["reveal"]
    cards: list[Rank]


class Pass(Move):
    """Nobody calls on a seat's last cards."""

    entered_by = "anyone"
    button = Text("Nobody calls")
    question = Question(Text("Let the last cards pass"), {}, ("last-cards",))
    in_ledger = Text("Nobody calls, and the last cards pass")

    move: Literal["pass"]


class CardRuling(TableRuling, Observed):
    """The table moves cards between two places, each a seat or "pile"."""

    question = Question(
        Text("Move cards by a ruling"), {"from": Text("From where?"), "to": Text("To where?")}, ("table-ruling",)
    )

    move: Literal["ruling"]
    count: Annotated[int, Field(ge=1)]
    source: Literal["pile"] | SeatName = Field(alias="from")
    target: Literal["pile"] | SeatName = Field(alias="to")
    reason: Reason

    def sentence(self) -> Text:
        """What was moved, from where to where, and why."""
        return Text(
            "The table moved {cards} from {source} to {target}: {reason}",
            cards=Counted("{n} card", "{n} cards", n=self.count),
            source=_place(self.source),
            target=_place(self.target),
            reason=self.reason,
        )


def _place(name: str) -> str | Text:
    return Text("the pile") if name == "pile" else name
