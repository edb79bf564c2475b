"""Guards and effects of turning the claimed cards over, and of letting last cards pass."""

from __future__ import annotations

from dataclasses import replace

from companion.games.popcorn import rulebook
from companion.games.popcorn.moves import Honest, Pass, Seen
from companion.games.popcorn.state import Laid, State, Turned
from companion.games.ruling import Accepted, Rejected, Ruling, Text


def judge_honest(state: State, move: Honest) -> Ruling[State]:
    """Rules: not-now, reveal."""
    waiting = _called(state)
    if isinstance(waiting, Rejected):
        return waiting
    laid, caller = waiting
    if move.honest and laid.put > laid.count:
        return Rejected(rulebook.REVEAL, Text("More cards lie there than were said, so the claim was no honest one."))
    return _turned(state, Turned(laid, caller, move.honest, state.pile))


def judge_seen(state: State, move: Seen) -> Ruling[State]:
    """Rules: not-now, reveal. The ranks are not held against the deck: what lies there, lies there."""
    waiting = _called(state)
    if isinstance(waiting, Rejected):
        return waiting
    laid, caller = waiting
    seen = tuple(move.cards)
    if len(seen) != laid.put and (laid.sure or len(seen) < laid.put):
        return Rejected(rulebook.REVEAL, _not_all(state, laid))
    honest = seen == (laid.rank,) * laid.count
    return _turned(state, Turned(replace(laid, put=len(seen)), caller, honest, state.pile, seen))


def judge_pass(state: State, _: Pass) -> Ruling[State]:
    """Rules: not-now, last-cards."""
    if state.phase != "last-call" or state.laid is None:
        return Rejected(rulebook.NOT_NOW, Text("Only a claim of a seat\u2019s last cards is let pass."))
    return Accepted(replace(state, winner=state.laid.seat))


def _called(state: State) -> tuple[Laid, int] | Rejected:
    if state.laid is None or state.caller is None:
        return Rejected(rulebook.NOT_NOW, Text("Nobody has called, so no card is turned over."))
    return state.laid, state.caller


def _not_all(state: State, laid: Laid) -> Text:
    if state.setup.hidden:
        return Text("All cards of the claim are turned over, no more and no fewer.")
    return Text("{n} lie there, and each is named.", n=laid.put)


def _turned(state: State, turned: Turned) -> Accepted[State]:
    """The pile moves; a seat that stays without cards has won (rules reveal, last-cards)."""
    after = state.moved(state.setup.pile, turned.taker, state.pile)
    done = not after.places[turned.laid.seat]
    return Accepted(replace(after, laid=None, caller=None, turned=turned, winner=turned.laid.seat if done else None))
