"""The judge of Fluff: each kind of move to its guards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.fluff import moves, rulebook
from companion.games.fluff.bidding import judge_bid, judge_call, judge_show
from companion.games.fluff.rolling import judge_first_roll, judge_ruling, judge_spill
from companion.games.fluff.state import State
from companion.games.game import Move
from companion.games.ruling import Rejected, Ruling, Text

Judge = Callable[[State, Any], Ruling[State]]

JUDGES: dict[type[Move], Judge] = {
    moves.FirstRoll: judge_first_roll,
    moves.Bid: judge_bid,
    moves.Call: judge_call,
    moves.Show: judge_show,
    moves.Spill: judge_spill,
    moves.DiceRuling: judge_ruling,
}


def judge(state: State, move: Move) -> Ruling[State]:
    """Whether the move stands, and the state after it. Rules: all; game-is-over first."""
    if state.over:
        winner = state.setup.seats[state.playing[0]]
        return Rejected(rulebook.GAME_IS_OVER, Text("{seat} alone has dice left.", seat=winner))
    return JUDGES[type(move)](state, move)
