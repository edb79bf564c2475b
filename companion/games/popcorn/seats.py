"""Who comes and who goes in Popcorn: while no claim stands; before the first one all cards are dealt again."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.people import left_of
from companion.games.popcorn.rulebook import BOOK, BOUNDS
from companion.games.popcorn.state import PILE, State, dealt
from companion.games.ruling import Rejected
from companion.games.seating import Join, Leave, Reseat, SeatChange, SeatChanges
from companion.games.text import Text


def running(state: State) -> Text | None:
    """Return why nobody comes or goes now: a claim stands, and whoever called or was called is a part of it."""
    if state.laid is None:
        return None
    return Text("A claim stands. Seats can change after a call, once the cards have been turned over.")


def changed(state: State, change: SeatChange, move: Join | Leave | Reseat) -> State | Rejected:
    """Rules: late-joiner, leaver, moved-seats, seat-name. No card leaves the game."""
    seats, dealer, first = change.seats, change.heir(state.dealer), change.heir(state.first)
    if state.first == left_of(state.seats, state.dealer):  # as usual, and not because the table has said so
        first = left_of(seats, dealer)
    after = replace(state, people=change.people, dealer=dealer, first=first, turned=None)
    if state.last is None and state.cards == dealt(state.seats, state.dealer, state.options):
        return replace(after, cards=dealt(seats, dealer, state.options), turn=first)
    if isinstance(move, Join):
        because = Text("All cards are dealt. Let somebody hand over their seat, or wait for the next game.")
        return BOOK.no("late-joiner", because)
    cards: dict[str, int] = {seat: state.cards[seat] for seat in seats}
    cards[PILE] = state.pile + (state.cards[move.seat] if isinstance(move, Leave) else 0)
    return replace(after, cards=cards, turn=change.heir(state.turn))


SEATS: SeatChanges[State] = SeatChanges(
    BOOK,
    bounds=BOUNDS,
    running=running,
    usual=lambda _: None,  # whoever comes is dealt cards
    changed=changed,
)
