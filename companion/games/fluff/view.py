"""A table of Fluff as people see it: names, dice, the bid, and what was shown."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games import screen
from companion.games.fluff.state import MOST_DICE, Bid, Settled, Shown, State


@dataclass(frozen=True, slots=True)
class SeatView(screen.SeatView):
    """A seat: how many `dice` it has and how many are set aside (`lost`).

    `shown` are its dice as they lie on the table after a call, with whether each counts for the bid; "hidden" ones
    where only the number of those that count was told; None where nobody sees them. `counting` is that number.
    `wilds` is what it rolled for the start.
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
class BidView:
    """A bid by name; `standing` is False for one that has been called and settled."""

    seat: str
    quantity: int
    value: int


@dataclass(frozen=True, slots=True)
class View:
    """The whole table. `round` counts from 1, 0 is the first roll.

    `bid` stands or is being settled; after a round it is the one that was called, with `count` dice of it there,
    and `loser` has lost dice. `caller` called it, `in_turn` or not. `dice` are in play; `track` are the round's bids.
    """

    phase: str
    round: int
    tie: bool
    turn: str | None
    awaited: tuple[str, ...]
    bid: BidView | None
    track: tuple[BidView, ...]
    caller: str | None
    in_turn: bool
    count: int | None
    so_far: int
    loser: str | None
    lost: int
    dice: int
    seats: tuple[SeatView, ...]


def view(state: State) -> View:
    """The view of a state. Between two rounds it shows how the last one ended, until somebody bids."""
    names = state.setup.seats
    ended = None if state.bids else state.settled
    call = ended.call if ended else state.call
    bid = ended.bid if ended else state.bid
    shown = {one.seat: one for one in (ended.shown if ended else state.shown)}
    return View(
        phase=state.phase,
        round=state.round,
        tie=bool(state.tied),
        turn=None if state.turn is None or state.over else names[state.turn],
        awaited=tuple(names[seat] for seat in _awaited(state)),
        bid=_bid(names, bid) if bid else None,
        track=tuple(_bid(names, one) for one in state.bids),
        caller=names[call.seat] if call else None,
        in_turn=call is None or call.in_turn,
        count=ended.count if ended else None,
        so_far=sum(one.count for one in shown.values()),
        loser=names[ended.loser] if ended else None,
        lost=ended.lost if ended else 0,
        dice=sum(state.dice),
        seats=tuple(_seat(state, seat, shown.get(seat), ended) for seat in range(len(names))),
    )


def _bid(names: tuple[str, ...], bid: Bid) -> BidView:
    return BidView(names[bid.seat], bid.quantity, bid.value)


def _awaited(state: State) -> tuple[int, ...]:
    """The seats whose act is awaited; in the first roll anybody enters what all rolled."""
    if state.phase == "show":
        return state.unshown
    return (state.turn,) if state.phase == "bid" and state.turn is not None else ()


def _seat(state: State, seat: int, shown: Shown | None, ended: Settled | None) -> SeatView:
    bid, call = (ended.bid, ended.call) if ended else (state.bid, state.call)
    rolled = dict(state.rolled) if state.round == 0 or (state.between_rounds and not state.settled) else {}
    return SeatView(
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
