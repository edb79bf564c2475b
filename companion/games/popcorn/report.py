"""What stands, in the words of `companion replay --json`; a game without points."""

from __future__ import annotations

from companion.games.game import Report, ScoreSheet
from companion.games.popcorn.state import State


def report(state: State) -> Report:
    """The report of a state. Source: TRANSCRIPTS, popcorn."""
    return Report(
        phase=state.phase,
        over=state.over,
        rounds=(),
        totals={},
        winners=() if state.winner is None else (state.setup.seats[state.winner],),
        irregularities=(),
        holdings=dict(zip((*state.setup.seats, "pile"), state.places, strict=True)),
        extra={},
    )


def sheet(state: State) -> ScoreSheet:  # noqa: ARG001 - nothing is scored, whatever lies where
    """One round, and no points in it."""
    return ScoreSheet(number=1, planned=1, running={}, finished=())
