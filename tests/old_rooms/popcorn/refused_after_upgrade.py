"""The effect of each kind of move that today's rules refuse: it was accepted once, or the table lets it stand."""

from __future__ import annotations

from dataclasses import replace

from companion.games.judge import During
from companion.games.upheld import Effects
from tests.old_rooms.popcorn.judge import leaving, turned_over
from tests.old_rooms.popcorn.moves import Call, CardRuling, Claim, Honest, Pass, Seen
from tests.old_rooms.popcorn.state import Laid, State, Turned


def _claimed(state: State, move: Claim) -> State:
    """As many cards as the hand has lie in the pile, and the turn passes left; a call before it is dropped."""
    setup, seat = state.setup, state.setup.seats.index(move.seat)
    held = state.places[seat]
    if not held or (state.laid is not None and not state.places[state.laid.seat]):
        return state  # the last cards lie there, and are to be settled first
    put = min(held, max(0, leaving(replace(state, turn=seat), move)))
    after = replace(state, turn=setup.left_of(seat), last=move.rank, caller=None, turned=None)
    if not put or move.count < 1:
        return after
    known = not setup.public or move.cards is not None
    return replace(after.moved(seat, setup.pile, put), laid=Laid(seat, move.rank, move.count, put, known))


def _called(state: State, move: Call) -> State:
    """The seat has called the claim that stands, before anybody else."""
    return state if state.laid is None else replace(state, caller=state.setup.seats.index(move.seat))


def _settled(state: State, move: Honest | Seen) -> State:
    """The claim is settled. Where nobody called, an honest one moves no pile, and a bluff is its seat's own."""
    laid = state.laid
    if laid is None:
        return state
    honest = laid.was_honest(move)
    if state.caller is None and honest:
        done = not state.places[laid.seat]
        return replace(state, laid=None, turned=None, winner=laid.seat if done else None)
    caller = state.turn if state.caller is None else state.caller
    seen = tuple(move.cards) if isinstance(move, Seen) else ()
    return turned_over(state, Turned(laid, caller, honest, state.pile, seen)).state


def _passed(state: State, _: Pass) -> State:
    """Nobody calls after all."""
    laid = state.laid
    done = laid is not None and not state.places[laid.seat]
    return replace(state, caller=None, winner=laid.seat if laid is not None and done else None)


def _moved(state: State, move: CardRuling) -> State:
    """As many cards as the place can spare."""
    source, target = (state.setup.place(name) for name in (move.source, move.target))
    spare = state.spare(source)
    return state.moved(source, target, min(move.count, spare)) if spare > 0 and source != target else state


carried_out = Effects(
    {
        Claim: During(_claimed, "claim", "reveal"),
        Call: During(_called),
        Honest: During(_settled),
        Seen: During(_settled),
        Pass: During(_passed, "reveal"),
        CardRuling: During(_moved),
    }
)
