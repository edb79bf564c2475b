"""What is counted of each seat over a whole game: calls, own bluffs that were caught, cards taken."""

from __future__ import annotations

from companion.games.circle_tally import Tallied, Tally, from_zero
from companion.games.game import Book
from companion.games.text import Text
from companion.games.upheld import claim_of
from tests.old_rooms.popcorn.moves import Honest, Seen
from tests.old_rooms.popcorn.state import State

TALLIES = (
    Tally("right-calls", Text("Calls that were right"), of="calls"),
    Tally("calls"),
    Tally("caught", Text("Own bluffs caught"), of="was-called"),
    Tally("was-called"),
    Tally("taken", Text("Cards taken from the pile")),
)


def tally(book: Book) -> Tallied:
    """By seat. Whether a claim was a bluff is known of those alone that somebody called."""
    state: State = book.state
    counted = from_zero(TALLIES, state.setup.people.everybody)
    for step in book.standing():
        turned = step.state.turned
        if not isinstance(claim_of(step.move), Honest | Seen) or turned is None:
            continue
        seats = step.state.setup.seats
        caller, called, taker = (
            counted[state.setup.people.name_now(seats[seat])]
            for seat in (turned.caller, turned.laid.seat, turned.taker)
        )
        caller.update({"calls": 1, "right-calls": int(not turned.honest)})
        called.update({"was-called": 1, "caught": int(not turned.honest)})
        taker["taken"] += turned.taken
    return {name: counted[name] for name in state.setup.seats}
