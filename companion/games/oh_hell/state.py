"""A game of Oh Hell: its cards, its house rules, and its state, which is what the moves have said."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property
from typing import Annotated

from msgspec import field
from pydantic import Field

from companion.games.header import Header
from companion.games.move import Strict
from companion.games.oh_hell.rulebook import BOOK
from companion.games.oh_hell.scoring import points
from companion.games.people import Seat, from_left_of, people_of
from companion.games.points import Scored
from companion.games.report import Points, Report
from companion.games.ruling import Rejected
from companion.games.text import Counted, Text

SUITS = {"C": Text("clubs"), "D": Text("diamonds"), "H": Text("hearts"), "S": Text("spades")}
SIGNS = {"C": "\u2663\ufe0e", "D": "\u2666\ufe0e", "H": "\u2665\ufe0e", "S": "\u2660\ufe0e"}
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
DECK = {rank + suit: rank + sign for suit, sign in SIGNS.items() for rank in RANKS}
"""The 52 cards by their names in a transcript ("10H"), each as one writes it."""
LARGEST = 10


class Options(Strict):
    """The house rules of a table. If `most` is None, the number of seats decides."""

    most: Annotated[int, Field(ge=1, le=10)] | None = Field(
        default=None,
        title=Text("How many cards does each seat get in the largest hand?").message,
        description=Text("as many as go round, 10 at most").message,
    )
    screw_the_dealer: bool = Field(
        default=False, title=Text("Must the dealer keep the bids from adding up to the tricks?").message
    )


class State(Scored[Points], frozen=True):
    """The finished hands, and the running one: its `bids`, `tricks` by who took them, and points that are `ruled`."""

    options: Options
    dealer: Seat
    card: str | None = None
    bids: Mapping[str, int] = field(default_factory=dict)
    tricks: tuple[Seat, ...] = ()
    ruled: Mapping[str, int] = field(default_factory=dict)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat gets in each of the hands (rule hands-up-and-down)."""
        most = min(self.options.most or LARGEST, 51 // len(self.seats))
        return (*range(1, most), *range(most, 0, -1))

    @property
    def size(self) -> int:
        """How many cards each seat has got in the running hand."""
        return self.sizes[len(self.sums)]

    @cached_property
    def phase(self) -> str:
        """`turn-up`, `bid`, `trick` or `over`."""
        if len(self.sums) == len(self.sizes):
            return "over"
        if self.card is None:
            return "turn-up"
        return "bid" if len(self.bids) < len(self.seats) else "trick"

    @property
    def in_turn(self) -> tuple[Seat, ...]:
        """The seats from the dealer's left round."""
        return from_left_of(self.seats, self.dealer)

    @cached_property
    def awaited(self) -> Seat | None:
        """Whose bid is awaited; None if anybody may enter what comes next, or the game is over."""
        return next((seat for seat in self.in_turn if seat not in self.bids), None) if self.phase == "bid" else None

    @property
    def leader(self) -> Seat:
        """Who leads the next trick: the last winner, at first the dealer's left."""
        return self.tricks[-1] if self.tricks else self.in_turn[0]

    def points(self) -> Mapping[Seat, Points]:
        """Return what the running hand brings each seat as it stands."""
        bids, tricks, ruled = self.bids, self.tricks, self.ruled
        return {seat: points(bids.get(seat), tricks.count(seat), ruled.get(seat, 0)) for seat in self.seats}

    def next_hand(self) -> State:
        """Return the state with the running hand scored, and the deal with the left of who dealt it."""
        return self.with_sums(self.points(), dealer=self.in_turn[0], card=None, bids={}, tricks=(), ruled={})

    def game_is_over(self) -> Rejected:
        scored = Counted("The only hand has been scored.", "All {n} hands have been scored.", n=len(self.sizes))
        return BOOK.no("game-is-over", scored)

    def memo_key(self) -> Hashable:
        return self.dealer, self.card, *self.bids.items(), self.tricks, len(self.sums)

    def report(self) -> Report:
        """Tell what stands; `holdings` has a seat's bid (0 if it has not bid) and its tricks in the running hand."""
        over, totals = self.phase == "over", self.totals
        winners = tuple(seat for seat in self.seats if over and totals[seat] == max(totals.values()))
        held = {seat: {"bid": self.bids.get(seat, 0), "tricks": self.tricks.count(seat)} for seat in self.seats}
        return self.report_with(winners, held)


def start(header: Header) -> State:
    """Return the state before the first move."""
    return State(Options.model_validate(header.options), Seat(header.dealer), people=people_of(header.seats))
