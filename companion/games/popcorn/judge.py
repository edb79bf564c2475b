"""The judge of Popcorn: each kind of move to its guards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.game import Move
from companion.games.popcorn import moves, rulebook
from companion.games.popcorn.claiming import judge_call, judge_claim, unreadable
from companion.games.popcorn.revealing import judge_honest, judge_pass, judge_seen
from companion.games.popcorn.state import State
from companion.games.popcorn.table_ruling import judge_ruling
from companion.games.ruling import Rejected, Ruling, Text

Judge = Callable[[State, Any], Ruling[State]]

JUDGES: dict[type[Move], Judge] = {
    moves.Claim: judge_claim,
    moves.Call: judge_call,
    moves.Honest: judge_honest,
    moves.Seen: judge_seen,
    moves.Pass: judge_pass,
    moves.CardRuling: judge_ruling,
}


def judge(state: State, move: Move) -> Ruling[State]:
    """Whether the move stands, and the state after it. Rules: all; malformed and game-is-over first."""
    if isinstance(move, moves.Claim) and (wrong := unreadable(state, move)):
        return wrong
    if state.winner is not None:
        return Rejected(rulebook.GAME_IS_OVER, Text("{seat} has won.", seat=state.setup.seats[state.winner]))
    return JUDGES[type(move)](state, move)
