"""Who comes and who goes in Oh Hell: between two hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from companion.games.oh_hell import rulebook
from companion.games.oh_hell.state import State
from companion.games.seating import Change, Join, JoinWithPoints, Rename, SeatChanges, SeatMove
from companion.games.text import Text

T = TypeVar("T")

BOUNDS = (3, 7)


def running(state: State) -> Text | None:
    """Why nobody comes or goes at this moment: a card has been turned up."""
    if state.card is None:
        return None
    return Text("Hand {n} has begun. Seats can change once it has been scored.", n=len(state.finished) + 1)


def changed(state: State, change: Change, move: SeatMove) -> State:
    """Rules: late-joiner, leaver, moved-seats, seat-name. Who left stays in the finished hands under their name."""
    who = {**change.who, move.seat: move.name} if isinstance(move, Rename) else {}
    back = isinstance(move, Join) and state.people.person(move.seat) is not None
    starts = _named(state.starts, who)
    if isinstance(move, Join) and not back:
        starts = {**starts, move.seat: SEATS.begins_with(state, move)}
    dealer = change.place(state.seats.index(state.dealer))
    return replace(
        state,
        seats=change.seats,
        dealer=change.seats[dealer],
        ruled=change.carried(state.ruled, 0),
        tricks=tuple(who.get(name, name) for name in state.tricks),
        finished=tuple(_named(hand, who) for hand in state.finished),
        people=change.people,
        starts=starts,
    )


def _named(by_name: Mapping[str, T], who: Mapping[str, str]) -> dict[str, T]:
    return {who.get(name, name): value for name, value in by_name.items()}


SEATS: SeatChanges[State] = SeatChanges(
    rulebook.SEAT_RULES,
    seats=lambda state: state.seats,
    people=lambda state: state.people,
    bounds=lambda state: BOUNDS,  # noqa: ARG005 - the same at every moment
    running=running,
    usual=lambda state: min(state.totals[name] for name in state.seats),
    changed=changed,
    join=JoinWithPoints,
)
