"""What stands, in the words of `companion replay --json`; and who came in which place."""

from __future__ import annotations

from companion.games.fluff.state import State
from companion.games.game import Report, ScoreSheet, Standing
from companion.games.ruling import Counted, Text


def report(state: State) -> Report:
    """The report of a state; this game has no points. Source: TRANSCRIPTS, fluff."""
    names = state.setup.seats
    return Report(
        phase=state.phase,
        over=state.over,
        rounds=(),
        totals={},
        winners=tuple(names[seat] for seat in state.playing) if state.over else (),
        irregularities=(),
        holdings=dict(zip(names, state.dice, strict=True)),
        extra={},
    )


def sheet(state: State) -> ScoreSheet:
    """A sheet without points: nobody knows how many rounds there will be."""
    return ScoreSheet(number=state.round, planned=None, running={}, finished=())


def standings(state: State) -> tuple[Standing, ...]:
    """Seats by the dice they have; of those without, who held out longest comes first."""
    names = state.setup.seats
    counts = sorted((state.dice[seat] for seat in state.playing), reverse=True)
    playing = sorted(state.playing, key=lambda seat: -state.dice[seat])
    inside = [Standing(counts.index(state.dice[seat]) + 1, names[seat], _dice(state.dice[seat])) for seat in playing]
    outside = [
        Standing(place, names[seat], Text("out")) for place, seat in enumerate(reversed(state.out), len(inside) + 1)
    ]
    return (*inside, *outside)


def _dice(count: int) -> Text:
    return Counted("{n} die", "{n} dice", n=count)
