"""What stands, in the words of `companion replay --json`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.game import Report
from companion.games.sluff_off.round_end import totals, winners
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


def holdings(state: State) -> dict[str, dict[str, int]]:
    """What lies in the centre and before each seat."""
    *seats, centre = state.round.places
    return {
        "centre": _pile(centre),
        **{name: _pile(pile) for name, pile in zip(state.setup.seats, seats, strict=True)},
    }


def _pile(pile: Pile) -> dict[str, int]:
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
