"""How a round ends, and the results: what a wrong call or bid costs, who has won, how many dice each has."""

from __future__ import annotations

from dataclasses import replace

from companion.games.fluff.state import Settled, State
from companion.games.report import Report, ScoreSheet

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


def report(state: State) -> Report:
    """The report of a state; this game has no points. Source: TRANSCRIPTS, fluff."""
    return Report(
        phase=state.phase,
        over=state.over,
        rounds=(),
        totals={},
        winners=state.setup.names(state.playing) if state.over else (),
        irregularities=(),
        holdings=dict(zip(state.setup.seats, state.dice, strict=True)),
    )


def sheet(state: State) -> ScoreSheet:
    """A sheet without points: nobody knows how many rounds there will be."""
    return ScoreSheet(number=state.round, planned=None, running={}, finished=())
