"""The effect of each kind of move that today's rules refuse: it was accepted once, or the table lets it stand."""

from __future__ import annotations

from dataclasses import replace

from companion.games.judge import During
from companion.games.people import Seat
from companion.games.upheld import Effects
from tests.old_rooms.fluff import moves
from tests.old_rooms.fluff.dice_lost import settled
from tests.old_rooms.fluff.judge import untied
from tests.old_rooms.fluff.state import MOST_DICE, Bid, Call, Shown, State


def _started(state: State, move: moves.FirstRoll) -> State:
    """Who rolled the most wilds starts, of several the first; they roll again where nobody has started yet."""
    names = state.setup.seats
    wilds = {seat: min(move.wilds.get(Seat(names[seat]), 0), state.dice[seat]) for seat in state.playing}
    best = tuple(seat for seat in wilds if wilds[seat] == max(wilds.values()))
    if state.bid is not None:
        return state
    rolled = replace(state, rolled=tuple(wilds.items()))
    if state.turn is None:
        return replace(rolled, tied=best) if len(best) > 1 else rolled.opened_by(best[0])
    return replace(rolled, turn=best[0])


def _bid(state: State, move: moves.Bid) -> State:
    """The bid stands, and the next seat is to answer it; whoever bids first has started, and a call is dropped."""
    if move.quantity < 1 or move.value not in moves.VALUES:
        return state
    seat = state.setup.seats.index(move.seat)
    opened = state if state.turn is not None else state.opened_by(seat)
    bid = Bid(seat, move.quantity, move.value, opened.bid)
    return replace(opened, bid=bid, turn=opened.next_with_dice(seat), call=None, shown=())


def _called(state: State, move: moves.Call) -> State:
    """The seat has called the bid that stands, before anybody else."""
    seat = state.setup.seats.index(move.seat)
    return replace(state, call=Call(seat, in_turn=seat == state.turn), shown=()) if state.bid else state


def _shown(state: State, move: moves.Show | moves.ShowMatching) -> State:
    """What the seat has shown, as many dice as it has, in place of what it showed before; nothing without a call."""
    seat = state.setup.seats.index(move.seat)
    held, bid = state.dice[seat], state.bid
    if bid is None or not held:
        return state
    count = move.matching if isinstance(move, moves.ShowMatching) else bid.met_by(tuple(move.dice))
    others = tuple(one for one in state.shown if one.seat != seat)
    return settled(replace(state, shown=(*others, Shown(seat, held, min(held, count)))))


def _changed(state: State, move: moves.Spill | moves.DiceRuling) -> State:
    """So many dice more or fewer before the seat, from none to five."""
    seat = state.setup.seats.index(move.seat)
    held, change = state.dice[seat], -move.count if isinstance(move, moves.Spill) else move.dice
    return settled(untied(state.with_dice(seat, max(0, min(MOST_DICE, held + change)))))


carried_out = Effects(
    {
        moves.FirstRoll: During(_started, "first-roll", "bid"),
        moves.Bid: During(_bid),
        moves.Call: During(_called),
        moves.Show: During(_shown, "show"),
        moves.ShowMatching: During(_shown, "show"),
        moves.Spill: During(_changed),
        moves.DiceRuling: During(_changed),
    }
)
