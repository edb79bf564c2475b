"""What is counted of each seat over a whole game: dice lost, calls, own bids that were called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.book import Book
from companion.games.fluff.state import MOST_DICE, Settled, State
from companion.games.tally import Tallied, Tally
from companion.games.text import Text

TALLIES = (
    Tally("dice-lost", Text("Dice lost")),
    Tally("right-calls", Text("Calls that were right"), of="calls"),
    Tally("calls"),
    Tally("held", Text("Own bids called that held"), of="was-called"),
    Tally("was-called"),
)


def tally(book: Book) -> Tallied:
    """By seat. A die that a ruling gave back is not lost, nor is a call counted that the end of the game left open."""
    state: State = book.state
    counted = {
        name: Counter({one.name: 0 for one in TALLIES} | {"dice-lost": MOST_DICE - left})
        for name, left in zip(state.setup.seats, state.dice, strict=True)
    }
    for settled in _settled(book):
        caller, bidder = state.setup.seats[settled.call.seat], state.setup.seats[settled.bid.seat]
        right = settled.loser == settled.bid.seat
        counted[caller].update({"calls": 1, "right-calls": int(right)})
        counted[bidder].update({"was-called": 1, "held": int(not right)})
    return counted


def _settled(book: Book) -> Iterator[Settled]:
    """How each round ended."""
    for step in book.standing():
        assert step.before is not None  # noqa: S101 - the opening book is not among the standing ones
        settled: Settled | None = step.state.settled
        if settled is not None and settled is not step.before.state.settled:
            yield settled
