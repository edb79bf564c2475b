"""Guards and effects of a round: bids, calls, and what was really there."""

from __future__ import annotations

from dataclasses import replace

from companion.games.fluff import moves, rulebook
from companion.games.fluff.rolling import has_dice
from companion.games.fluff.state import Bid, Call, Dice, Settled, State
from companion.games.ruling import Accepted, Rejected, Ruling, Text

OUT_OF_TURN = 2
"""Dice that a wrong call out of turn costs."""


def judge_bid(state: State, move: moves.Bid) -> Ruling[State]:
    """Rules: bid, raise."""
    if state.phase != "bid" or state.turn is None:
        return _not_bidding(state)
    names = state.setup.seats
    if move.seat != names[state.turn]:
        return Rejected(rulebook.BID, Text("It is {seat}\u2019s turn.", seat=names[state.turn]))
    if move.value not in moves.VALUES or move.quantity < 1:
        return Rejected(
            rulebook.BID,
            Text("{n} \u00d7 {value} is no bid: at least one die, of 2 to 6.", n=move.quantity, value=move.value),
        )
    bid = Bid(state.turn, move.quantity, move.value)
    if state.bid is not None and not raises(bid, state.bid):
        return Rejected(
            rulebook.RAISE, Text("The bid to raise: {n} \u00d7 {value}.", n=state.bid.quantity, value=state.bid.value)
        )
    return Accepted(replace(state, bids=(*state.bids, bid), turn=state.next_with_dice(bid.seat)))


def raises(bid: Bid, standing: Bid) -> bool:
    """Whether a bid is higher than the one that stands (rule raise)."""
    return (bid.quantity, bid.value) > (standing.quantity, standing.value)


def judge_call(state: State, move: moves.Call) -> Ruling[State]:
    """Rule: call. Not before a bid stands."""
    if state.phase != "bid":
        return _not_bidding(state)
    if state.bid is None:
        return Rejected(rulebook.NOT_NOW, Text("No bid stands in this round."))
    seat = state.setup.seats.index(move.seat)
    if seat == state.bid.seat:
        return Rejected(rulebook.CALL, Text("The bid is {seat}\u2019s own.", seat=move.seat))
    if not state.dice[seat]:
        return Rejected(rulebook.CALL, has_dice(move.seat, 0))
    return Accepted(replace(state, call=Call(seat, in_turn=seat == state.turn)))


def price(state: State, seat: int) -> int:
    """How many dice a wrong call by this seat would cost it now (rule settle): no more than it has."""
    return min(1 if seat == state.turn else OUT_OF_TURN, state.dice[seat])


def judge_show(state: State, move: moves.Show) -> Ruling[State]:
    """Rules: settle, and once all have shown next-opening and last-dice. Not now by who has shown or is out."""
    if state.phase != "show":
        return Rejected(rulebook.NOT_NOW, Text("Nobody has called \u201cFluff!\u201d."))
    seat = state.setup.seats.index(move.seat)
    held = state.dice[seat]
    if not held:
        return Rejected(rulebook.NOT_NOW, has_dice(move.seat, 0))
    if seat not in state.unshown:
        return Rejected(rulebook.NOT_NOW, Text("{seat} has shown already.", seat=move.seat))
    if len(move.dice) != held:
        return Rejected(rulebook.SETTLE, has_dice(move.seat, held))
    after = replace(state, shown=(*state.shown, (seat, tuple(move.dice))))
    return Accepted(after if after.unshown else _settled(after))


def _settled(state: State) -> State:
    """All have shown: who was wrong loses dice and opens the next round."""
    bid, call = state.bid, state.call
    assert bid is not None  # noqa: S101 - a call has a bid
    assert call is not None  # noqa: S101 - dice are shown after a call
    count = sum(bid.met_by(dice) for _, dice in state.shown)
    honest = count >= bid.quantity
    loser = call.seat if honest else bid.seat
    lost = min(OUT_OF_TURN if honest and not call.in_turn else 1, state.dice[loser])
    ended = Settled(bid, call, _around(state), count, loser, lost)
    after = replace(state, round=state.round + 1, bids=(), call=None, shown=(), turn=loser, settled=ended)
    return after.with_dice(loser, state.dice[loser] - lost)


def _around(state: State) -> tuple[tuple[int, Dice], ...]:
    return tuple(sorted(state.shown, key=lambda one: one[0]))


def _not_bidding(state: State) -> Rejected:
    if state.phase == "first-roll":
        return Rejected(rulebook.NOT_NOW, Text("The first roll is not settled yet."))
    return Rejected(rulebook.NOT_NOW, Text("\u201cFluff!\u201d has been called; now all show their dice."))
