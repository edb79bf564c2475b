"""What can be claimed in Ui77: one small model a kind of move, with its words beside it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from companion.games import tricks
from companion.games.move import CardName, Means, Move, Question, SeatName, Strict
from companion.games.text import Counted, Text
from tests.old_rooms.ui77.cards import shown

Count = Annotated[int, Field(ge=0)]


class FaceUp(Move):
    """The three cards turned up, card one (nearest the draw deck) first."""

    entered_by = "anyone"
    button = Text("Turn up these cards")
    question = Question(
        Text("Turn up three cards"),
        {"cards": Text("Which three, card one first?")},
        ("face-up", "hand-table", "card-in-deck"),
    )

    move: Literal["face_up"]
    cards: list[CardName]

    def sentence(self) -> Text:
        """All three cards."""
        return Text("Face up: {cards}", cards=tuple(shown(name) for name in self.cards))


class Swap(Move):
    """The seat puts a card of its hand in the place of one that lies face up."""

    question = Question(
        Text("Swap a card"),
        {"give": Text("Which card from the hand?"), "take": Text("For which one on the table?")},
        ("swap", "hand-table"),
    )

    move: Literal["swap"]
    seat: SeatName
    give: CardName
    take: CardName

    def label(self) -> Text:
        """Both cards."""
        return Text("Swap {give} for {take}", give=shown(self.give), take=shown(self.take))

    def sentence(self) -> Text:
        """Who swapped which cards."""
        give, take = shown(self.give), shown(self.take)
        return Text("{seat} swapped {give} for {take}", seat=self.seat, give=give, take=take)


class Discard(Move):
    """How many cards the seat throws before play."""

    question = Question(Text("Throw cards"), {"count": Text("How many do you throw?")}, ("discard-limit", "hand-table"))
    button = Text("Throw {n}")
    counted = "count"

    move: Literal["discard"]
    seat: SeatName
    count: Count

    def sentence(self) -> Text:
        """Who threw how many."""
        if not self.count:
            return Text("{seat} threw no card", seat=self.seat)
        return Counted("{seat} threw {n} card", "{seat} threw {n} cards", seat=self.seat, n=self.count)


class Cut(Move):
    """The seat offered or accepted a cut."""

    slip = Text("This is a slip; it costs a point, added when the hand is scored.")
    button = Text("A cut: a point")
    question = Question(Text("Offer or accept a cut"), {}, ("cut",))
    in_ledger = Text("{seat} offered or accepted a cut")

    move: Literal["cut"]
    seat: SeatName


class TrickClaim(tricks.WinnerClaim):
    """Who took the trick. `trump`: whether anybody played a trump in it; left out where that is not known."""

    question = Question(
        Text("Record a trick"),
        {"winner": Text("Who took it?"), "trump": Text("Was a trump played in it?")},
        ("trick-winner", "trump-broken", "draw", "hand-over"),
    )

    trump: bool | None = None

    def sentence(self) -> Text:
        """Who took it, and what is known of trump."""
        if self.trump is None:
            return super().sentence()
        if self.trump:
            return Text("{winner} won a trick in which trump was played", winner=self.winner)
        return Text("{winner} won a trick without a trump in it", winner=self.winner)


class HandFacts(Strict):
    """What a question about cards has to tell of the hand, where none is being played."""

    trump: Literal["clubs", "diamonds", "hearts", "spades"]
    counts: bool


class TrickCards(Move):
    """The cards of a trick in the order played. A winner named beside them must be theirs.

    `only_trump`: the leader says that it holds nothing but trump.
    """

    entered_by = "anyone"
    marker = "cards"
    question = Question(
        Text("Who takes this trick?"),
        {
            "cards": Text("The cards, the leader\u2019s first"),
            "only_trump": Text("Does the leader hold only trump?"),
            "winner": Text("Who says they won?"),
            "trump": Text("Which suit is trump?"),
            "counts": Text("Is trump in effect?"),
        },
        ("trick-winner", "trump-broken", "follow-suit", "one-card-each"),
        HandFacts,
    )

    move: Literal["trick"]
    cards: Annotated[list[CardName], Means("one-a-seat")]
    only_trump: bool = False
    winner: SeatName | None = None

    @property
    def vouched(self) -> bool:
        """That the leader holds nothing but trump, only the leader knows."""
        return self.only_trump

    def label(self) -> Text:
        """With what the leader says beside it."""
        return Text("Record trick: the leader holds only trump") if self.only_trump else Text("Record trick")

    def sentence(self) -> Text:
        """All cards, the leader's first."""
        return Text("Trick by its cards: {cards}", cards=tuple(shown(name) for name in self.cards))


class CountLeft(Move):
    """The hand is over: how many of the seat's remaining cards are of the slough suit."""

    question = Question(
        Text("Count the cards left"),
        {"slough": Text("How many of them are of the slough suit?")},
        ("score", "hand-over"),
    )
    button = Counted("{n} of the slough suit", "{n} of the slough suit")
    in_ledger = Counted("{seat} has {n} of the slough suit left", "{seat} has {n} of the slough suit left")
    counted = "slough"

    move: Literal["count"]
    seat: SeatName
    slough: Count


class Limit(Move):
    """The score that ends the game, set by the table once all have dealt."""

    entered_by = "anyone"
    question = Question(
        Text("Set the limit"), {"points": Text("Which score ends the game?")}, ("limit", "end-of-game", "go-nov")
    )
    button = Text("Play to {points}")
    in_ledger = Text("The table plays to {points}")

    move: Literal["limit"]
    points: int


class PointsRuling(tricks.PointsRuling):
    """The table gives a seat points in the running hand."""
