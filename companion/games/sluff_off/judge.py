"""The judge of Sluff Off!: each kind of move to its guards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.game import Move
from companion.games.ruling import Counted, Rejected, Ruling
from companion.games.sluff_off import moves, rulebook
from companion.games.sluff_off.play import judge_miss, judge_trick, judge_turn_in
from companion.games.sluff_off.prediction import judge_done, judge_sluffer, judge_steal, judge_take
from companion.games.sluff_off.state import State
from companion.games.sluff_off.table_ruling import judge_ruling

Judge = Callable[[State, Any], Ruling[State]]

JUDGES: dict[type[Move], Judge] = {
    moves.Take: judge_take,
    moves.Steal: judge_steal,
    moves.Sluffer: judge_sluffer,
    moves.Done: judge_done,
    moves.TrickClaim: judge_trick,
    moves.TrickCards: judge_trick,
    moves.TurnIn: judge_turn_in,
    moves.MissTurnIn: judge_miss,
    moves.TokenRuling: judge_ruling,
    moves.PointsRuling: judge_ruling,
}


def judge(state: State, move: Move) -> Ruling[State]:
    """Whether the move stands, and the state after it. Rules: all; game-is-over first."""
    if state.over:
        return Rejected(
            rulebook.GAME_IS_OVER,
            Counted("The only round has been scored.", "All {n} rounds have been scored.", n=state.setup.rounds),
        )
    return JUDGES[type(move)](state, move)
