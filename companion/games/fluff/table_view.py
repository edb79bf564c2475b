"""A table of Fluff as people see it: names, dice and bids, and how the round before ended."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.fluff.state import MOST_DICE, Bid, Settled, Shown, State
from companion.games.screen import SeatView


@dataclass(frozen=True, slots=True)
class FluffSeat(SeatView):
    """A seat: how many `dice` it has and how many are set aside (`lost`).

    `shown` are its dice as they lie on the table after a call, with whether each counts for the bid; "hidden" ones
    where only the number of those that count was told; None where nobody sees them. `counting` is that number.
    `wilds` is what it rolled for the start, while that is rolled. `loses` is what the round before has just cost it.
    """

    dice: int
    lost: int
    shown: tuple[tuple[int | str, bool], ...] | None
    counting: int | None
    wilds: int | None
    bids: bool
    calls: bool
    loses: int


@dataclass(frozen=True, slots=True)
class View:
    """The whole table. `round` counts from 1, 0 is the first roll.

    `bid` stands or is being settled. `caller` called it, `in_turn` or not. `past` is the round before, until somebody
    bids. `dice` are in play; `track` are the round's bids.
    """

    phase: str
    round: int
    tie: bool
    turn: str | None
    awaited: tuple[str, ...]
    bid: Bid | None
    track: tuple[Bid, ...]
    caller: str | None
    in_turn: bool
    so_far: int
    past: Settled | None
    dice: int
    seats: tuple[FluffSeat, ...]


def view(state: State) -> View:
    """The view of a state."""
    names = state.setup.seats
    ended = state.settled if state.bid is None else None
    shown = {one.seat: one for one in state.shown}
    return View(
        phase=state.phase,
        round=state.round,
        tie=bool(state.tied),
        turn=None if state.turn is None or state.over else names[state.turn],
        awaited=state.setup.names(_awaited(state)),
        bid=state.bid,
        track=state.bids,
        caller=names[state.call.seat] if state.call else None,
        in_turn=state.call is None or state.call.in_turn,
        so_far=sum(one.count for one in state.shown),
        past=ended,
        dice=sum(state.dice),
        seats=tuple(_seat(state, seat, shown.get(seat), ended) for seat in range(len(names))),
    )


def _awaited(state: State) -> tuple[int, ...]:
    """The seats whose act is awaited; in the first roll anybody enters what all rolled."""
    if state.phase == "show":
        return state.unshown
    return (state.turn,) if state.phase == "bid" and state.turn is not None else ()


def _seat(state: State, seat: int, shown: Shown | None, ended: Settled | None) -> FluffSeat:
    bid, call = state.bid, state.call
    rolled = dict(state.rolled) if state.phase == "first-roll" else {}
    return FluffSeat(
        name=state.setup.seats[seat],
        dice=state.dice[seat],
        lost=MOST_DICE - state.dice[seat],
        shown=None if shown is None or bid is None else _lying(shown, bid),
        counting=None if shown is None else shown.count,
        wilds=rolled.get(seat),
        awaited=seat in _awaited(state),
        bids=bid is not None and seat == bid.seat,
        calls=call is not None and seat == call.seat,
        loses=ended.lost if ended and seat == ended.loser else 0,
        won=state.over and bool(state.dice[seat]),
    )


def _lying(shown: Shown, bid: Bid) -> tuple[tuple[int | str, bool], ...]:
    """The dice that a seat has shown; under the cup, those that count first, where their faces were not told."""
    if shown.dice:
        return tuple((face, bool(bid.met_by((face,)))) for face in shown.dice)
    return tuple(("hidden", place < shown.count) for place in range(shown.held))
