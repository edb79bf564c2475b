"""The judge of Oh Hell: one guard a rule, in the order of the rulebook; and the moves that a screen offers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.games.judge import During, Judge
from companion.games.move import Move
from companion.games.oh_hell import rulebook
from companion.games.oh_hell.moves import DECK, Bid, PointsRuling, TrickClaim, TurnUp
from companion.games.oh_hell.scoring import deal
from companion.games.oh_hell.state import State
from companion.games.ruling import Accepted, Rejected, Ruling
from companion.games.text import Counted, Text
from companion.games.tricks import with_points


def game_is_over(state: State) -> Rejected:
    """Rule: game-is-over."""
    said = Counted("The only hand has been scored.", "All {n} hands have been scored.", n=len(state.sizes))
    return Rejected(rulebook.GAME_IS_OVER, said)


def not_now(state: State, move: Move) -> Rejected:  # noqa: ARG001 - the phase alone says what comes next
    """Rule: not-now. What the table waits for instead."""
    if state.phase == "turn-up":
        return Rejected(rulebook.NOT_NOW, Text("The card that names the trump has yet to be turned up."))
    if state.phase == "bid":
        return Rejected(rulebook.NOT_NOW, Text("{seat} has yet to bid.", seat=state.awaited or ""))
    return Rejected(rulebook.NOT_NOW, Text("Trick {n} is being played.", n=len(state.tricks) + 1))


def judge_turn_up(state: State, move: TurnUp) -> Ruling[State]:
    """Rule: turned-up-card."""
    if move.card not in DECK:
        return Rejected(rulebook.TURNED_UP_CARD, Text("The deck has no card {card}.", card=move.card))
    return Accepted(replace(state, card=move.card))


def judge_bid(state: State, move: Bid) -> Ruling[State]:
    """Rules: bid-in-turn, bid-range, screw-the-dealer."""
    bids, n = (*state.bids, move.tricks), state.size
    if move.seat != state.awaited:
        return Rejected(rulebook.BID_IN_TURN, Text("It is {seat}\u2019s turn to bid.", seat=state.awaited or ""))
    if move.tricks > n:
        return Rejected(rulebook.BID_RANGE, Counted("The hand has {n} trick.", "The hand has {n} tricks.", n=n))
    if state.options.screw_the_dealer and move.seat == state.dealer and sum(bids) == n:
        said = Text("With {bid} the bids add up to {n}, as many as there are tricks.", bid=move.tricks, n=n)
        return Rejected(rulebook.SCREW_THE_DEALER, said)
    return Accepted(replace(state, bids=bids))


def judge_trick(state: State, move: TrickClaim) -> Ruling[State]:
    """Any seat may have taken it: hands are hidden. The last trick of a hand scores it."""
    taken = replace(state, tricks=(*state.tricks, move.winner))
    return Accepted(deal(taken) if len(taken.tricks) == state.size else taken)


def judge_ruling(state: State, move: PointsRuling) -> Ruling[State]:
    """Rule: table-ruling."""
    return Accepted(replace(state, ruled=with_points(state.ruled, state.seats, move)))


judge: Judge[State] = Judge(
    game_is_over,
    not_now,
    {
        TurnUp: During(judge_turn_up, "turn-up"),
        Bid: During(judge_bid, "bid"),
        TrickClaim: During(judge_trick, "trick"),
        PointsRuling: During(judge_ruling),
    },
)


def possible(state: State, seat: str | None) -> Iterator[dict[str, Any]]:
    """The bids of whose turn it is, or the winners of a trick, legal or not; 52 cards are too many to list."""
    if state.phase == "trick":
        yield from ({"move": "trick", "winner": name} for name in state.seats)
    elif state.awaited and seat in (None, state.awaited):
        yield from ({"move": "bid", "seat": state.awaited, "tricks": n} for n in range(state.size + 1))
