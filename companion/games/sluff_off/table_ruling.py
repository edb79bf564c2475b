"""What the table may settle by a ruling of its own: tokens moved, points given."""

from __future__ import annotations

from dataclasses import replace

from companion.games.ruling import Accepted, Counted, Rejected, Ruling, Text
from companion.games.sluff_off import rulebook
from companion.games.sluff_off.moves import PointsRuling, TokenRuling
from companion.games.sluff_off.state import Setup, State


def judge_ruling(state: State, move: TokenRuling | PointsRuling) -> Ruling[State]:
    """Rule: table-ruling. Not while a turn-in is owed."""
    if state.phase == "turn-in":
        return Rejected(
            rulebook.NOT_NOW, Text("{seat} has yet to turn in a token.", seat=state.setup.seats[state.leader])
        )
    if isinstance(move, PointsRuling):
        return Accepted(_given(state, move))
    return _move_tokens(state, move)


def _given(state: State, move: PointsRuling) -> State:
    which = state.setup.seats.index(move.seat)
    points = tuple(p + move.points * (seat == which) for seat, p in enumerate(state.round.points))
    return replace(state, round=replace(state.round, points=points))


def _move_tokens(state: State, move: TokenRuling) -> Ruling[State]:
    source, target = _place(state.setup, move.source), _place(state.setup, move.target)
    if source == target:
        return _cannot(Text("The tokens already lie there."))
    if target == state.round.sluffer:
        return _cannot(Text("{seat} holds the Sluffer, and with it no tokens.", seat=move.target))
    there = state.round.count(source, move.color)
    if there < move.count:
        return _cannot(
            Counted(
                "{n} {color} token lies there.",
                "{n} {color} tokens lie there.",
                n=there,
                color=Text(move.color),
            )
        )
    return Accepted(replace(state, round=state.round.moved(move.color, source, target, move.count)))


def _place(setup: Setup, name: str) -> int:
    return setup.centre if name == "centre" else setup.seats.index(name)


def _cannot(because: Text) -> Rejected:
    return Rejected(rulebook.TABLE_RULING, because)
