"""Guards and effects of a claim, and of a call on it.

Where more may be put down than is said, no sentence names how many cards a seat holds: it would tell on it.
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.popcorn import rulebook
from companion.games.popcorn.moves import Call, Claim
from companion.games.popcorn.state import Laid, State
from companion.games.popcorn.words import rank_words
from companion.games.ruling import Accepted, Counted, Rejected, Ruling, Text


def unreadable(state: State, move: Claim) -> Rejected | None:
    """Rule: malformed. Without the house rule there is no such key as `cards`."""
    if move.cards is None or state.setup.hidden:
        return None
    return Rejected(rulebook.MALFORMED, Text("At this table a claim has no key \u201ccards\u201d."))


def judge_claim(state: State, move: Claim) -> Ruling[State]:
    """Rules: claim, rank-due."""
    if rejected := _not_its_turn(state, move) or _not_due(state, move) or _not_so_many(state, move):
        return rejected
    setup = state.setup
    seat = setup.seats.index(move.seat)
    sure = not setup.believing or move.cards is not None
    after = state.moved(seat, setup.pile, _leaving(state, seat, move))
    laid = Laid(seat, move.rank, move.count, move.put, sure)
    return Accepted(replace(after, turn=setup.left_of(seat), last=move.rank, laid=laid, turned=None))


def judge_call(state: State, move: Call) -> Ruling[State]:
    """Rules: not-now, call. The first call that is entered is the one that counts."""
    seats = state.setup.seats
    if state.caller is not None:
        return Rejected(rulebook.NOT_NOW, Text("{seat} called first.", seat=seats[state.caller]))
    if state.laid is None:
        return Rejected(rulebook.NOT_NOW, Text("No claim stands that could be called."))
    if seats[state.laid.seat] == move.seat:
        return Rejected(rulebook.CALL, Text("The claim is {seat}\u2019s own.", seat=move.seat))
    return Accepted(replace(state, caller=seats.index(move.seat)))


def _not_its_turn(state: State, move: Claim) -> Rejected | None:
    setup = state.setup
    if state.phase == "reveal":
        return Rejected(rulebook.NOT_NOW, Text("A call has to be settled first: the claimed cards are turned over."))
    if state.phase == "last-call" and state.laid is not None:
        last = setup.seats[state.laid.seat]
        return Rejected(rulebook.NOT_NOW, Text("{seat} has put down the last cards: call, or let it pass.", seat=last))
    if setup.seats[state.turn] == move.seat:
        return None
    return Rejected(rulebook.CLAIM, Text("It is {seat}\u2019s turn to claim.", seat=setup.seats[state.turn]))


def _not_due(state: State, move: Claim) -> Rejected | None:
    due = state.due
    if move.rank in due:
        return None
    if len(due) == 1:
        return Rejected(rulebook.RANK_DUE, Text("{rank} are due.", rank=rank_words(due[0], capital=True)))
    ranks = {"one": rank_words(due[0], capital=True), "other": rank_words(due[1])}
    return Rejected(rulebook.RANK_DUE, Text("{one} or {other} are due.", **ranks))


def _not_so_many(state: State, move: Claim) -> Rejected | None:
    setup = state.setup
    if not 1 <= move.count <= setup.most:
        return Rejected(rulebook.CLAIM, Text("One to {most} cards can be claimed.", most=setup.most))
    if move.put < move.count:
        return Rejected(rulebook.CLAIM, Text("Nobody puts down fewer cards than are said."))
    held = state.places[state.turn]
    if move.put <= held or (setup.believing and move.left is not None):
        return None
    if setup.hidden:
        return Rejected(rulebook.CLAIM, Text("{seat} does not hold so many cards.", seat=move.seat))
    return Rejected(
        rulebook.CLAIM, Counted("{seat} holds {n} card.", "{seat} holds {n} cards.", seat=move.seat, n=held)
    )


def _leaving(state: State, seat: int, move: Claim) -> int:
    """How many cards leave the hand. A book that only believes makes the hand fit what all have seen of it."""
    held = state.places[seat]
    if not state.setup.believing or move.left is None:
        return move.put
    return min(move.put, held - 1) if move.left else held
