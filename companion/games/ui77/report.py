"""What stands, in the words of `companion replay --json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.game import Points, Report, ScoreSheet
from companion.games.ruling import Text
from companion.games.ui77.hand_end import hand_sums, winners
from companion.games.ui77.score import Sum
from companion.games.ui77.state import State


def report(state: State) -> Report:
    """The report of a state. Source: TRANSCRIPTS, ui77."""
    seats = state.setup.seats
    return Report(
        phase=state.phase,
        over=state.over,
        rounds=tuple({seat: part.total for seat, part in zip(seats, sums, strict=True)} for sums in state.sums),
        totals=dict(zip(seats, state.totals, strict=True)),
        winners=tuple(seats[seat] for seat in winners(state)),
        irregularities=tuple(_irregularities(state)),
        holdings=holdings(state),
        extra={},
    )


def holdings(state: State) -> dict[str, dict[str, int]]:
    """How many cards each seat holds and how many tricks it has taken in the running hand."""
    return {
        name: {"cards": cards, "tricks": state.hand.won(seat)}
        for seat, (name, cards) in enumerate(zip(state.setup.seats, state.cards, strict=True))
    }


def sheet(state: State) -> ScoreSheet:
    """The scores with their sums; how many hands there will be nobody knows."""
    between = not state.hand.face
    return ScoreSheet(
        number=len(state.sums) + (state.phase not in ("over", "limit")),
        planned=None,
        running={} if state.over else _nothing(state) if between else _points(state, hand_sums(state)),
        finished=tuple(_points(state, sums) for sums in state.sums),
    )


def _nothing(state: State) -> dict[str, Points]:
    return dict.fromkeys(state.setup.seats, Points(Text("0"), 0))


def _points(state: State, sums: tuple[Sum, ...]) -> dict[str, Points]:
    return {seat: Points(found.text, found.total) for seat, found in zip(state.setup.seats, sums, strict=True)}


def _irregularities(state: State) -> list[Mapping[str, Any]]:
    return [
        {"kind": "revoke", "seat": found.seat, "hand": hand, "trick": found.trick, "shown_in": found.shown_in}
        for hand, found in state.revokes
    ]
