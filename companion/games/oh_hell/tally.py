"""What is counted of each seat over a whole game: how many of its bids it took exactly."""

from __future__ import annotations

from collections import Counter

from companion.games.book import Book
from companion.games.oh_hell.moves import TrickClaim
from companion.games.oh_hell.state import State
from companion.games.tally import Tallied, Tally
from companion.games.text import Text

TALLIES = (Tally("exact", Text("Exact bids"), of="bids"), Tally("bids"))


def tally(book: Book) -> Tallied:
    """By seat, over all finished hands."""
    state: State = book.state
    exact = Counter[str]()
    for step in book.standing():
        assert step.before is not None  # noqa: S101 - the opening book is not among the standing ones
        before: State = step.before.state
        if isinstance(step.move, TrickClaim) and len(step.state.finished) > len(before.finished):
            took = Counter((*before.tricks, step.move.winner))
            exact.update(state.people.name_now(name) for name, bid in before.bid.items() if took[name] == bid)
    bids = {name: sum(name in hand for hand in state.finished) for name in state.seats}
    return {name: {"exact": exact[name], "bids": bids[name]} for name in state.seats}
