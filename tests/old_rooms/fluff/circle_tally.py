"""What is counted of each seat over a whole game: dice lost, calls, own bids that were called."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.circle_tally import Tallied, Tally, from_zero
from companion.games.game import Book
from companion.games.seating import SEAT_MOVES
from companion.games.text import Text
from companion.games.upheld import claim_of
from tests.old_rooms.fluff.state import Settled, State

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
    people = state.setup.people
    counted = from_zero(TALLIES, people.everybody)
    for name, dice in _lost(book):
        counted[name].update({"dice-lost": dice})
    for seats, settled in _settled(book):
        caller, bidder = people.name_now(seats[settled.call.seat]), people.name_now(seats[settled.bid.seat])
        right = settled.loser == settled.bid.seat
        counted[caller].update({"calls": 1, "right-calls": int(right)})
        counted[bidder].update({"was-called": 1, "held": int(not right)})
    return {name: counted[name] for name in state.setup.seats}


def _lost(book: Book) -> Iterator[tuple[str, int]]:
    """How many dice the moves have cost each seat, by its name of today; dice come and go with a seat at no cost."""
    people = book.people
    for before, after in book.steps():
        if not isinstance(claim_of(after.move), SEAT_MOVES):
            for name, had, has in zip(after.seats, before.state.dice, after.state.dice, strict=True):
                yield people.name_now(name), had - has


def _settled(book: Book) -> Iterator[tuple[tuple[str, ...], Settled]]:
    """How each round ended, with the seats of then."""
    for before, after in book.steps():
        settled: Settled | None = after.state.settled
        if settled is not None and settled is not before.state.settled:
            yield after.seats, settled
