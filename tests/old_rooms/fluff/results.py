"""When a game is over, who has won it, and how many dice each has."""

from __future__ import annotations

from companion.games.report import Report, ScoreSheet
from tests.old_rooms.fluff.state import State


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
