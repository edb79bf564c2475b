"""The moves of Oh Hell: the form and the words of each, when it may come, what is against it, what it brings about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec.structs import replace
from pydantic import Field

from companion.games import tricks
from companion.games.move import CardName, Plain, Question, SeatName
from companion.games.oh_hell.rulebook import BOOK
from companion.games.oh_hell.state import DECK, State
from companion.games.ruled_move import RuledMove
from companion.games.ruling import Rejected
from companion.games.text import Counted, Text

no = BOOK.no


class HandMove(RuledMove):
    """A move in a hand. What the table waits for is the same whatever came too early or too late."""

    def not_now(self, state: State) -> Rejected:
        if state.phase == "turn-up":
            return no("not-now", Text("The card that names the trump has yet to be turned up."))
        if state.phase == "bid":
            return no("not-now", Text("{seat} has yet to bid.", seat=str(state.awaited)))
        return no("not-now", Text("Trick {n} is being played.", n=len(state.tricks) + 1))


class TurnUp(HandMove):
    """The card turned up once the hand is dealt."""

    entered_by = "anyone"
    question = Question(Text("Turn up a card"), {"card": Text("Which one?")}, ("turned-up-card", "trick-winner"))
    during = ("turn-up",)

    move: Literal["turn_up"]
    card: CardName

    def sentence(self) -> Text:
        return Text("{card} was turned up", card=DECK.get(self.card, self.card))

    def refused(self, state: State) -> Rejected | None:
        if self.card in DECK:
            return None
        return no("turned-up-card", Text("The deck has no card {card}.", card=self.card))

    def after(self, state: State) -> State:
        return replace(state, card=self.card) if self.card in DECK else state


class Bid(HandMove):
    """How many tricks the seat says that it will take."""

    question = Question(
        Text("Bid"), {"tricks": Text("How many tricks?")}, ("bid-range", "bid-in-turn", "screw-the-dealer")
    )
    button = Text("Bid {n}")
    in_ledger = Counted("{seat} bid {n} trick", "{seat} bid {n} tricks")
    counted = "tricks"
    during = ("bid",)

    move: Literal["bid"]
    seat: SeatName
    tricks: Annotated[int, Field(ge=0)]

    def refused(self, state: State) -> Rejected | None:
        n, bids = state.size, sum(state.bids.values()) + self.tricks
        if self.seat != state.awaited:
            return no("bid-in-turn", Text("It is {seat}\u2019s turn to bid.", seat=str(state.awaited)))
        if self.tricks > n:
            return no("bid-range", Counted("The hand has {n} trick.", "The hand has {n} tricks.", n=n))
        if state.options.screw_the_dealer and self.seat == state.dealer and bids == n:
            because = Text("With {bid} the bids add up to {n}, as many as there are tricks.", bid=self.tricks, n=n)
            return no("screw-the-dealer", because)
        return None

    def after(self, state: State) -> State:
        bids = {**state.bids, self.seat: min(self.tricks, state.size)}
        return state if state.card is None else replace(state, bids=bids)

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        if seat in (None, state.awaited):
            yield from ({"move": "bid", "seat": state.awaited, "tricks": n} for n in range(state.size + 1))


class TrickClaim(HandMove, tricks.WinnerClaim):
    """Who took the trick: any seat may have, because hands are hidden. The last trick of a hand scores it."""

    question = Question(Text("Record a trick"), {"winner": Text("Who took it?")}, ("trick-winner",))
    during = ("trick",)

    def after(self, state: State) -> State:
        if state.phase != "trick":
            return state
        after = replace(state, tricks=(*state.tricks, self.winner))
        return after.next_hand() if len(after.tricks) == state.size else after

    @classmethod
    def offered(cls, state: State, seat: str | None) -> Iterator[Plain]:
        yield from ({"move": "trick", "winner": name} for name in state.people.seats)


class PointsRuling(HandMove, tricks.PointsRuling):
    """The table gives a seat points in the running hand."""

    def after(self, state: State) -> State:
        return replace(state, ruled={**state.ruled, self.seat: state.ruled.get(self.seat, 0) + self.points})
