"""Who comes and who goes in Popcorn: while no claim stands; before the first one all cards are dealt again."""

from __future__ import annotations

from dataclasses import replace

from companion.games.ruling import Rejected
from companion.games.seating import Join, Leave, NumberedSeatChanges, Rename, SeatChange, SeatMove
from companion.games.text import Text
from tests.old_rooms.popcorn import rulebook
from tests.old_rooms.popcorn.state import State, deal


def running(state: State) -> Text | None:
    """Why nobody comes or goes at this moment: a claim stands, and who called or was called is a part of it."""
    if state.laid is None:
        return None
    return Text("A claim stands. Seats can change after a call, once the cards have been turned over.")


def changed(state: State, change: SeatChange, move: SeatMove) -> State | Rejected:
    """Rules: late-joiner, leaver, moved-seats, seat-name. No card leaves the game."""
    setup = state.setup
    after = change.seated_in(setup)
    if isinstance(move, Rename):
        return replace(state, setup=after)
    dealer, first = change.place(setup.dealer), change.place(setup.first)
    if setup.first == setup.left_of(setup.dealer):  # as usual, and not because the table has said so
        first = (dealer + 1) % len(change.seats)
    after = replace(after, dealer=dealer, first=first)
    if state.last is None and state.places == deal(setup):
        return State(after, deal(after), first)
    if isinstance(move, Join):
        because = Text("All cards are dealt. Let somebody hand over their seat, or wait for the next game.")
        return Rejected(rulebook.SEAT_RULES.late_joiner, because)
    pile = state.pile + (state.places[setup.seats.index(move.seat)] if isinstance(move, Leave) else 0)
    places = (*change.carried(state.places[:-1], 0), pile)
    return replace(state, setup=after, places=places, turn=change.place(state.turn), turned=None)


SEATS: NumberedSeatChanges[State] = NumberedSeatChanges(
    rulebook.SEAT_RULES,
    bounds=rulebook.BOUNDS,
    running=running,
    usual=lambda state: None,
    changed=changed,
)
