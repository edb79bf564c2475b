"""How a round ends: how many dice a wrong call or bid costs, and who opens the next."""

from __future__ import annotations

from dataclasses import replace

from tests.old_rooms.fluff.state import Settled, State

OUT_OF_TURN = 2
"""Dice that a wrong call out of turn costs; whatever else is wrong costs one."""


def price(state: State, seat: int) -> int:
    """How many dice a wrong call by this seat would cost it now (rule settle): no more than it has."""
    return _lost(state, seat, in_turn=seat == state.turn)


def _lost(state: State, seat: int, *, in_turn: bool) -> int:
    return min(1 if in_turn else OUT_OF_TURN, state.dice[seat])


def settled(state: State) -> State:
    """The state once all have shown: who was wrong loses dice, if it has any, and opens the next round.

    A game that is over settles nothing any more (rule last-dice).
    """
    bid, call = state.bid, state.call
    if state.over or bid is None or call is None or state.unshown:
        return state
    count = sum(one.count for one in state.shown)
    honest = count >= bid.quantity
    loser = call.seat if honest else bid.seat
    lost = _lost(state, loser, in_turn=call.in_turn or not honest)
    shown = tuple(sorted(state.shown, key=lambda one: one.seat))
    ended = Settled(bid, call, shown, count, loser, lost)
    after = replace(state, round=state.round + 1, bid=None, call=None, shown=(), turn=loser, settled=ended)
    return after.with_dice(loser, state.dice[loser] - lost)
