"""The table as a screen shows it: names instead of numbers, dice face by face. No ruling is made here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.fluff.state import MOST_DICE, Bid, Dice, Settled, State


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: how many `dice` it has and how many are set aside (`lost`).

    `shown` are its dice as they lie on the table after a call, with whether each counts for the bid; None where
    nobody sees them. `wilds` is what it rolled for the start.
    """

    name: str
    dice: int
    lost: int
    shown: tuple[tuple[int | str, bool], ...] | None
    wilds: int | None
    awaited: bool
    bids: bool
    calls: bool
    loses: int
    won: bool


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
    ended = state.settled if state.over or state.between_rounds else None
    call = ended.call if ended else state.call
    bid = ended.bid if ended else state.bid
    shown = dict(ended.shown if ended else state.shown)
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
        so_far=sum(bid.met_by(dice) for dice in shown.values()) if bid else 0,
        loser=names[ended.loser] if ended else None,
        lost=ended.lost if ended else 0,
        dice=sum(state.dice),
        seats=tuple(_seat(state, seat, shown.get(seat), ended) for seat in range(len(names))),
    )


def _bid(names: tuple[str, ...], bid: Bid) -> BidView:
    return BidView(names[bid.seat], bid.quantity, bid.value)


def _awaited(state: State) -> tuple[int, ...]:
    """The seats whose act is awaited; in the first roll anybody tells what all rolled."""
    if state.phase == "show":
        return state.unshown
    return (state.turn,) if state.phase == "bid" and state.turn is not None else ()


def _seat(state: State, seat: int, dice: Dice | None, ended: Settled | None) -> SeatView:
    bid, call = (ended.bid, ended.call) if ended else (state.bid, state.call)
    rolled = dict(state.rolled) if state.round == 0 or (state.between_rounds and not state.settled) else {}
    return SeatView(
        name=state.setup.seats[seat],
        dice=state.dice[seat],
        lost=MOST_DICE - state.dice[seat],
        shown=None if dice is None or bid is None else tuple((face, bool(bid.met_by((face,)))) for face in dice),
        wilds=rolled.get(seat),
        awaited=seat in _awaited(state),
        bids=bid is not None and seat == bid.seat,
        calls=call is not None and seat == call.seat,
        loses=ended.lost if ended and seat == ended.loser else 0,
        won=state.over and bool(state.dice[seat]),
    )
