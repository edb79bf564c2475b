"""Who has won a game, and how many cards each has."""

from __future__ import annotations

from companion.games.report import Report, ScoreSheet
from tests.old_rooms.popcorn.state import State


def report(state: State) -> Report:
    """The report of a state. Source: TRANSCRIPTS, popcorn."""
    return Report(
        phase=state.phase,
        over=state.over,
        rounds=(),
        totals={},
        winners=(state.name(state.winner),) if state.over else (),
        irregularities=(),
        holdings=dict(zip((*state.setup.seats, "pile"), state.places, strict=True)),
    )


def sheet(state: State) -> ScoreSheet:
    """One round, and no points in it."""
    return ScoreSheet(number=1, planned=1, running={}, finished=())
