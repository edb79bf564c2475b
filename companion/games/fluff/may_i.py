"""May I ...? in Fluff: the moment to which a question belongs, be it a first roll, a turn, a standing bid or a call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.fluff.moves import Bid, Call, DiceRuling, FirstRoll, Showing, Spill
from companion.games.fluff.rulebook import BOOK
from companion.games.fluff.state import VALUES, BidMade, CallMade, State, opening
from companion.games.move import Move
from companion.games.people import Seat, from_left_of
from companion.games.ruling import Condition, Hypothetical
from companion.games.text import Text


def hypothetical(state: State, move: Move, premises: Mapping[str, Any]) -> Hypothetical[State] | None:  # noqa: ARG001 - none are told
    """Move the game to the moment to which a question about this move belongs, and say when that is.

    A roll belongs to the start of a game, a bid to the seat's turn, a call after a bid, a show after a call, a spill
    before the game is over, a ruling on dice before a round's first bid. None if it belongs to this moment, and for
    the bid of a seat that has no dice.
    """
    match move:
        case FirstRoll() if state.phase != "first-roll":
            return Hypothetical(opening(state.people, state.options), Text("At the start of a game"))
        case Bid() if state.phase != "bid" or state.turn != move.seat:
            return _turn(state, move.seat)
        case Call() if state.phase != "bid" or state.bid is None:
            there = _bid_before(state, move.seat)
            return Hypothetical(there, Text("When somebody else has bid, and nobody has called"))
        case Showing() if state.phase != "show":
            there = _bid_before(state, move.seat)
            return Hypothetical(replace(there, call=CallMade(move.seat, in_turn=True)), Text("After a call"))
        case Spill() if state.phase == "over":
            return Hypothetical(opening(state.people, state.options), Text("In another game"))
        case DiceRuling() if state.phase != "bid" or state.bid is not None:
            there = _round(state, state.people.seats[0])
            return Hypothetical(there, Text("Before the next round\u2019s first bid"))
    return None


def _round(state: State, turn: Seat) -> State:
    """A round before its first bid, with the dice that all have now; of another game if this one is over."""
    if state.phase == "over":
        return opening(state.people, state.options).opened_by(turn)
    return replace(state, turn=turn, tied=(), bid=None, raised=(), call=None, shown=())


def _turn(state: State, seat: Seat) -> Hypothetical[State] | None:
    if not state.dice[seat]:
        return None
    there = replace(state, turn=seat) if state.phase == "bid" else _round(state, seat)
    text = Text("It is allowed only if no bid as high stands then.")
    return Hypothetical(there, Text("When it is {seat}\u2019s turn", seat=seat), (Condition(text, BOOK["raise"]),))


def _bid_before(state: State, seat: Seat) -> State:
    """The lowest bid stands, by the nearest seat to the right that has dice; it is this seat's turn."""
    there = _round(state, seat)
    *others, _ = from_left_of(state.people.seats, seat)
    bidder = next(other for other in reversed(others) if there.dice[other])
    return replace(there, bid=BidMade(bidder, 1, VALUES[0]))
