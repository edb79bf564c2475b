"""How a round of Fluff ends: how many dice a wrong call or bid costs, and who opens the next round."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.fluff.state import Settled, State
from companion.games.people import Seat

OUT_OF_TURN = 2
"""Dice that a wrong call out of turn costs; whatever else is wrong costs one."""


def price(state: State, seat: Seat) -> int:
    """Return how many dice a wrong call by this seat would cost it now (rule settle)."""
    return _lost(state, seat, in_turn=seat == state.turn)


def _lost(state: State, seat: Seat, *, in_turn: bool) -> int:
    return min(1 if in_turn else OUT_OF_TURN, state.dice[seat])


def once_all_have_shown(state: State) -> State:
    """Settle the call if nobody is left to show: who was wrong loses dice, if it has any, and opens the next round.

    A game that is over settles nothing any more (rule last-dice).
    """
    bid, call = state.bid, state.call
    if bid is None or call is None or state.phase == "over" or state.unshown:
        return state
    count = sum(shown.count for shown in state.shown)
    honest = count >= bid.quantity
    loser = call.seat if honest else bid.seat
    lost = _lost(state, loser, in_turn=call.in_turn or not honest)
    settled = Settled(bid, call, count, loser, lost)
    return lost_by(loser, lost, replace(state, settled=settled))


def lost_by(seat: Seat, dice: int, state: State) -> State:
    """Return the state once a round has cost the seat these dice: it opens the next one (rule next-opening)."""
    after = replace(state, round=state.round + 1, bid=None, raised=(), call=None, shown=(), turn=seat)
    return after.with_dice(seat, state.dice[seat] - dice)
