"""What stands, in the words of `companion replay --json`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.games.game import Points, Report, ScoreSheet
from companion.games.sluff_off.round_end import round_sums, totals, winners
from companion.games.sluff_off.score import Sum
from companion.games.sluff_off.state import TOKENS, Pile, State


def report(state: State) -> Report:
    """The report of a state; `sluffer` stands beside `holdings`. Source: TRANSCRIPTS, sluff-off."""
    seats = state.setup.seats
    return Report(
        phase=state.phase,
        over=state.over,
        rounds=tuple({seat: part.total for seat, part in zip(seats, sums, strict=True)} for sums in state.sums),
        totals=dict(zip(seats, totals(state), strict=True)),
        winners=tuple(seats[seat] for seat in winners(state)),
        irregularities=tuple(_irregularities(state)),
        holdings=holdings(state),
        extra={"sluffer": None if state.round.sluffer is None else seats[state.round.sluffer]},
    )


def sheet(state: State) -> ScoreSheet:
    """The scores with their sums; after the end the number is the last round's."""
    planned = state.setup.rounds
    return ScoreSheet(
        number=min(len(state.sums) + 1, planned),
        planned=planned,
        running={} if state.over else _points(state, round_sums(state)),
        finished=tuple(_points(state, sums) for sums in state.sums),
    )


def _points(state: State, sums: tuple[Sum, ...]) -> dict[str, Points]:
    return {seat: Points(found.text, found.total) for seat, found in zip(state.setup.seats, sums, strict=True)}


def holdings(state: State) -> dict[str, Mapping[str, int]]:
    """What lies in the centre and before each seat."""
    *seats, centre = state.round.places
    return {
        "centre": _pile(centre),
        **{name: _pile(pile) for name, pile in zip(state.setup.seats, seats, strict=True)},
    }


@lru_cache(4096)
def _pile(pile: Pile) -> Mapping[str, int]:
    return dict(zip(TOKENS, pile, strict=True))


def _irregularities(state: State) -> list[Mapping[str, Any]]:
    return [
        {
            "kind": "revoke",
            "seat": found.seat,
            "round": round_,
            "trick": found.trick,
            "shown_in": found.shown_in,
        }
        for round_, found in state.revokes
    ]
