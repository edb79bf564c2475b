"""Who comes and who goes in Sluff Off!: between two rounds; each round is played with the cards of its own number."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.seating import Join, JoinWithPoints, Leave, Reseat, SeatChange, SeatChanges, comes_back
from companion.games.sluff_off.rulebook import BOOK, BOUNDS
from companion.games.sluff_off.state import State, deal
from companion.games.text import Text


def running(state: State) -> Text | None:
    """Return why nobody comes or goes at this moment, if a round has begun."""
    fresh = deal(state.people, state.options, state.round.dealer)
    if replace(state.round, points=fresh.points) == fresh:
        return None
    return Text("Round {n} has begun. Seats can change once it has been scored.", n=len(state.sums) + 1)


def changed(state: State, change: SeatChange, move: Join | Leave | Reseat) -> State:
    """Rules: late-joiner, leaver, moved-seats, seat-name. The deal stays with who has it, or goes to the left."""
    starts = state.starts
    if isinstance(move, Join) and not comes_back(state.people, move):
        starts = {**starts, move.seat: SEATS.begins_with(state, move)}
    fresh = deal(change.people, state.options, change.heir(state.round.dealer))
    given = {seat: state.round.points.get(seat, 0) for seat in change.seats}
    return replace(state, people=change.people, round=replace(fresh, points=given), starts=starts)


SEATS: SeatChanges[State] = SeatChanges(
    BOOK,
    bounds=BOUNDS,
    running=running,
    usual=lambda state: max(state.totals.values()),
    changed=changed,
    join=JoinWithPoints,
)
