"""The judge of Ui77: each kind of move to its guards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.game import Move
from companion.games.ruling import Rejected, Ruling, Text
from companion.games.ui77 import moves, rulebook
from companion.games.ui77.after_play import judge_count, judge_cut, judge_limit, judge_ruling
from companion.games.ui77.before_play import judge_discard, judge_face_up, judge_swap
from companion.games.ui77.play import judge_trick
from companion.games.ui77.state import State

Judge = Callable[[State, Any], Ruling[State]]

JUDGES: dict[type[Move], Judge] = {
    moves.FaceUp: judge_face_up,
    moves.Swap: judge_swap,
    moves.Discard: judge_discard,
    moves.Cut: judge_cut,
    moves.TrickClaim: judge_trick,
    moves.TrickCards: judge_trick,
    moves.CountLeft: judge_count,
    moves.Limit: judge_limit,
    moves.PointsRuling: judge_ruling,
}


def judge(state: State, move: Move) -> Ruling[State]:
    """Whether the move stands, and the state after it. Rules: all; game-is-over first."""
    if state.over:
        totals = state.totals
        seat, most = state.setup.seats[totals.index(max(totals))], max(totals)
        return Rejected(
            rulebook.GAME_IS_OVER,
            Text("{seat} has {points}, and the limit is {limit}.", seat=seat, points=most, limit=state.limit or 0),
        )
    return JUDGES[type(move)](state, move)
