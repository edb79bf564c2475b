"""Who comes and who goes in Ui77: between two hands, also while the table has yet to set the limit."""

from __future__ import annotations

from dataclasses import replace

from companion.games.ruling import Rejected
from companion.games.seat_points import carried_sums, totals
from companion.games.seating import Join, JoinWithPoints, NumberedSeatChanges, Rename, SeatChange, SeatMove, comes_back
from companion.games.text import Text
from companion.games.tricks import renamed, renamed_revokes
from tests.old_rooms.ui77 import rulebook
from tests.old_rooms.ui77.scoring import Sum
from tests.old_rooms.ui77.state import State, deal

AWAY = Sum(0, 0, away=True)


def running(state: State) -> Text | None:
    """Why nobody comes or goes at this moment: the three cards lie face up."""
    if not state.hand.face:
        return None
    return Text("Hand {n} has begun. Seats can change once it has been scored.", n=len(state.sums) + 1)


def changed(state: State, change: SeatChange, move: SeatMove) -> State | Rejected:
    """Rules: late-joiner, leaver, moved-seats, seat-name. The deal stays with who has it, or goes to the left.

    The limit is set once all who sit there have dealt, so a newcomer deals first; cuts before the deal are kept.
    """
    setup, hand = state.setup, state.hand
    revokes = renamed_revokes(state.revokes, change.who)
    after = change.seated_in(setup)
    if isinstance(move, Rename):
        voids = renamed(hand.voids, change.who)
        return replace(state, setup=after, hand=replace(hand, voids=voids), revokes=revokes)
    dealer = change.place(hand.dealer)
    dealt = frozenset(seat for seat, old in enumerate(change.was) if old in state.dealt)
    after = replace(after, dealer=dealer, dealt=dealt, since=len(state.sums))
    sums, past = carried_sums(state.sums, state.past, change, setup.people, AWAY, SEATS.begins_with(state, move))
    fresh = deal(after, dealer)
    fresh = replace(fresh, cuts=change.carried(hand.cuts, 0), ruled=change.carried(hand.ruled, 0))
    found = State(after, fresh, sums, state.limit, revokes, past)
    return _above_the_limit(state, found, move) if found.over and isinstance(move, Join) else found


def _above_the_limit(before: State, after: State, move: Join) -> Rejected:
    """Why nobody sits down with so many points: the game would be over by it, and not by a hand."""
    points, limit = max(totals(after)), before.limit or 0
    because = Text("{points} is above the limit of {limit}.", points=points, limit=limit)
    if comes_back(before.setup.people, move):
        because = Text(
            "{name} left with {points}, which is above the limit of {limit}: coming back would end the game. By "
            "another name they can begin like anybody new.",
            name=move.seat, points=points, limit=limit,
        )  # fmt: skip
    return Rejected(rulebook.SEAT_RULES.late_joiner, because)


SEATS: NumberedSeatChanges[State] = NumberedSeatChanges(
    rulebook.SEAT_RULES,
    bounds=rulebook.BOUNDS,
    running=running,
    usual=lambda state: max(totals(state)),
    changed=changed,
    join=JoinWithPoints,
)
