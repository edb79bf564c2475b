"""Who comes and who goes in Ui77: between two hands, also while the table has yet to set the limit."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.ruling import Rejected
from companion.games.seating import Join, JoinWithPoints, Leave, Reseat, SeatChange, SeatChanges, comes_back
from companion.games.text import Text
from companion.games.ui77.rulebook import BOOK, BOUNDS
from companion.games.ui77.state import State, deal


def running(state: State) -> Text | None:
    """Return why nobody comes or goes at this moment: the three cards lie face up."""
    if not state.hand.face:
        return None
    return Text("Hand {n} has begun. Seats can change once it has been scored.", n=len(state.sums) + 1)


def changed(state: State, change: SeatChange, move: Join | Leave | Reseat) -> State | Rejected:
    """Rules: late-joiner, leaver, moved-seats, seat-name. The deal stays with who has it, or goes to the left.

    The limit is set once all who sit there have dealt, so a newcomer deals first; cuts before the deal are kept.
    """
    hand, seats = state.hand, change.seats
    fresh = replace(
        deal(seats, change.heir(hand.dealer)),
        cuts={seat: n for seat, n in hand.cuts.items() if seat in seats},
        ruled={seat: n for seat, n in hand.ruled.items() if seat in seats},
    )
    after = replace(state, people=change.people, hand=fresh, dealt=state.dealt & set(seats))
    if not isinstance(move, Join):
        return after
    if not comes_back(state.people, move):
        after = replace(after, starts={**state.starts, move.seat: SEATS.begins_with(state, move)})
    if not after.over:
        return after
    # A game is over by a hand, and not because somebody sits down.
    points, limit = max(after.totals.values()), state.limit or 0
    because = Text("{points} is above the limit of {limit}.", points=points, limit=limit)
    if comes_back(state.people, move):
        because = Text(
            "{name} left with {points}, which is above the limit of {limit}: coming back would end the game. By "
            "another name they can begin like anybody new.",
            name=move.seat, points=points, limit=limit,
        )  # fmt: skip
    return BOOK.no("late-joiner", because)


SEATS = SeatChanges[State](
    BOOK,
    bounds=BOUNDS,
    running=running,
    usual=lambda state: max(state.totals.values()),
    changed=changed,
    join=JoinWithPoints,
)
