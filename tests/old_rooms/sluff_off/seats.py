"""Who comes and who goes in Sluff Off!: between two rounds; each round is played with the cards of its own number."""

from __future__ import annotations

from dataclasses import replace

from companion.games.seat_points import carried_sums, totals
from companion.games.seating import JoinWithPoints, NumberedSeatChanges, Rename, SeatChange, SeatMove
from companion.games.sluff_off import rulebook
from companion.games.text import Text
from companion.games.tricks import renamed, renamed_revokes
from tests.old_rooms.sluff_off.scoring import Sum
from tests.old_rooms.sluff_off.state import State, deal, sluffer_points

AWAY = Sum((), away=True)


def running(state: State) -> Text | None:
    """Why nobody comes or goes at this moment: a round has begun."""
    fresh = deal(state.setup, state.round.dealer)
    if replace(state.round, points=fresh.points) == fresh:
        return None
    return Text("Round {n} has begun. Seats can change once it has been scored.", n=len(state.sums) + 1)


def changed(state: State, change: SeatChange, move: SeatMove) -> State:
    """Rules: late-joiner, leaver, moved-seats, seat-name. The deal stays with who has it, or goes to the left."""
    setup, round_ = state.setup, state.round
    revokes = renamed_revokes(state.revokes, change.who)
    after = change.seated_in(setup)
    if isinstance(move, Rename):
        voids = renamed(round_.voids, change.who)
        return replace(state, setup=after, round=replace(round_, voids=voids), revokes=revokes)
    points = sluffer_points(setup.options, len(change.seats))
    after = replace(after, dealer=change.place(round_.dealer), sluffer_points=points)
    start = SEATS.begins_with(state, move)
    sums, past = carried_sums(state.sums, state.past, change, setup.people, AWAY, start)
    fresh = replace(deal(after, after.dealer), points=change.carried(round_.points, 0))
    return State(after, fresh, sums, revokes, past)


SEATS: NumberedSeatChanges[State] = NumberedSeatChanges(
    rulebook.SEAT_RULES,
    bounds=rulebook.BOUNDS,
    running=running,
    usual=lambda state: max(totals(state)),
    changed=changed,
    join=JoinWithPoints,
)
