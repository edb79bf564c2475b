"""May I ...? in Fluff: the moment to which a question belongs, be it a first roll, a turn, a standing bid or a call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.move import Move
from companion.games.ruling import Condition, Supposed
from companion.games.text import Text
from tests.old_rooms.fluff import moves, rulebook
from tests.old_rooms.fluff.state import MOST_DICE, Bid, Call, State


def suppose(state: State, move: Move, facts: Mapping[str, Any]) -> Supposed[State] | None:
    """Move the game to the moment that a question about this move belongs to: the state there, and when that is.

    A roll belongs to the start of a game, a bid to the seat's turn, a call after a bid, a show after a call, a spill
    before the game is over, a ruling on dice before a round's first bid. None where it belongs to this moment, and for
    the bid of a seat that has no dice.
    """
    match move:
        case moves.FirstRoll() if state.phase != "first-roll":
            return Supposed(_anew(state), Text("At the start of a game"))
        case moves.Bid() if state.phase != "bid" or state.turn != state.setup.seats.index(move.seat):
            return _turn(state, move)
        case moves.Call() if state.phase != "bid" or state.bid is None:
            return Supposed(_bid_before(state, move.seat), Text("When somebody else has bid, and nobody has called"))
        case moves.Show() | moves.ShowMatching() if state.phase != "show":
            there = _bid_before(state, move.seat)
            caller = state.setup.seats.index(move.seat)
            return Supposed(replace(there, call=Call(caller, in_turn=True)), Text("After a call"))
        case moves.Spill() if state.phase == "over":
            return Supposed(_anew(state), Text("In another game"))
        case moves.DiceRuling() if state.phase != "bid" or state.bid is not None:
            return Supposed(_round(state, 0), Text("Before the next round\u2019s first bid"))
    return None


def _anew(state: State) -> State:
    return State(state.setup, (MOST_DICE,) * len(state.setup.seats))


def _round(state: State, turn: int) -> State:
    """A round before its first bid, with the dice that all have now; of another game where this one is over."""
    if state.over:
        return _anew(state).opened_by(turn)
    return replace(state, turn=turn, tied=(), bid=None, call=None, shown=())


def _turn(state: State, move: moves.Bid) -> Supposed[State] | None:
    seat = state.setup.seats.index(move.seat)
    if not state.dice[seat]:
        return None
    running = state.phase == "bid"
    there = replace(state, turn=seat) if running else _round(state, seat)
    text = Text("It is allowed only if no bid as high stands then.")
    return Supposed(there, Text("When it is {seat}\u2019s turn", seat=move.seat), (Condition(text, rulebook.RAISE),))


def _bid_before(state: State, seat: str) -> State:
    """The lowest bid stands, by the seat before this one that has dice; it is this one's turn."""
    here = state.setup.seats.index(seat)
    there = _round(state, here)
    others = [(here - step) % len(there.dice) for step in range(1, len(there.dice))]
    bidder = next(other for other in others if there.dice[other])
    return replace(there, bid=Bid(bidder, 1, moves.VALUES[0]))
