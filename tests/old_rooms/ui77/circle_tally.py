"""What is counted of each seat over a whole game: tricks, cuts, Go Novs."""

from __future__ import annotations

from companion.games.circle_tally import Tallied, Tally
from companion.games.game import Book
from companion.games.text import Text
from tests.old_rooms.ui77.state import State

TALLIES = (
    Tally("met", Text("Hands with just the tricks to win"), of="hands"),
    Tally("hands"),
    Tally("tricks", Text("Tricks taken")),
    Tally("cuts", Text("Cuts")),
    Tally("go-nov", Text("Go Novs")),
)


def tally(book: Book) -> Tallied:
    """By seat, over all finished hands."""
    state: State = book.state
    played = (tuple(own for own in sums if not own.away) for sums in zip(*state.sums, strict=True))
    return {
        name: {
            "met": sum(own.tricks == own.target for own in sums),
            "hands": len(sums),
            "tricks": sum(own.tricks for own in sums),
            "cuts": sum(own.cuts for own in sums),
            "go-nov": sum(own.nov is not None for own in sums),
        }
        for name, sums in zip(state.setup.seats, played, strict=True)
    }
