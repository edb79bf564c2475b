"""May I ...? in Popcorn: the moment to which a question belongs, be it a turn, a claim, a call or last cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.move import Move
from companion.games.ruling import Condition, Rejected, Supposed
from companion.games.text import Counted, Text
from tests.old_rooms.popcorn import rulebook
from tests.old_rooms.popcorn.moves import Call, CardRuling, Claim, Honest, Pass, Seen, counted, rank_after, rank_words
from tests.old_rooms.popcorn.state import Laid, State, deal


def suppose(state: State, move: Move, facts: Mapping[str, Any]) -> Supposed[State] | Rejected | str | None:
    """The seat's next turn; a claim that stands; the claim that is told of, called; last cards; a settled claim."""
    match move:
        case Claim() if state.phase != "claim" or move.seat != state.name(state.turn):
            return _turn(state, move)
        case Call() if state.laid is None or state.phase == "reveal":
            return _claimed(state, move)
        case Honest() | Seen() if facts or state.phase != "reveal":
            return _called(state, move, facts)
        case Pass() if state.phase != "last-call":
            return _last_cards(state)
        case CardRuling() if state.phase != "claim":
            return Supposed(_settled(state), Text("Once the last claim is settled"))
    return None


def _settled(state: State) -> State:
    """The claim that stood is none any more; where the game is over, all cards are dealt anew."""
    if state.over:
        return State(state.setup, deal(state.setup), state.turn, state.last)
    return replace(state, laid=None, caller=None)


def _turn(state: State, move: Claim) -> Supposed[State]:
    there, seat = _settled(state), state.setup.seats.index(move.seat)
    steps = (seat - state.turn) % len(state.setup.seats)
    conditions: list[Condition] = []
    way, *other = state.setup.ways
    if other and steps:
        text = Text("It is allowed only if {rank} are due then.", rank=rank_words(move.rank))
        conditions.append(Condition(text, rulebook.RANK_DUE))
        last = rank_after(move.rank, -way)
    else:
        last = rank_after(there.due[0], way * (steps - 1))
    short = move.put - there.places[seat]
    if short > 0:
        text = Counted(
            "It is allowed only if {seat} holds {n} card or more.",
            "It is allowed only if {seat} holds {n} cards or more.",
            seat=move.seat,
            n=move.put,
        )
        conditions.append(Condition(text, rulebook.CLAIM))
        there = replace(there, places=tuple(n + short * (who == seat) for who, n in enumerate(there.places)))
    first = state.last is None and not steps
    there = replace(there, turn=seat, last=None if first else last)
    return Supposed(there, Text("When it is {seat}\u2019s turn", seat=move.seat), tuple(conditions))


def _laid_by(state: State, seat: int, rank: str, count: int) -> State:
    """A claim of that seat stands, and the seat keeps cards."""
    there = _settled(state)
    places = tuple(max(n, 1) if who == seat else n for who, n in enumerate(there.places))
    turn, laid = state.setup.left_of(seat), Laid(seat, rank, count, count)
    return replace(there, places=places, turn=turn, last=rank, laid=laid)


def _claimed(state: State, move: Call) -> Supposed[State]:
    other = state.setup.seats.index(move.seat) - 1
    there = _laid_by(state, other % len(state.setup.seats), state.due[0], 1)
    return Supposed(there, Text("When somebody else has claimed, and nobody has called"))


def _called(state: State, move: Honest | Seen, facts: Mapping[str, Any]) -> Supposed[State] | str:
    rank, count = facts.get("rank"), facts.get("count")
    if isinstance(move, Honest):
        rank, count = state.due[0], 1
    if rank is None or count is None:
        return "rank" if rank is None else "count"
    claimer = (state.turn - 1) % len(state.setup.seats)
    there = replace(_laid_by(state, claimer, rank, count), caller=state.turn)
    names = {"claimer": state.name(claimer), "caller": state.name(state.turn)}
    if isinstance(move, Honest):
        return Supposed(there, Text("When {caller} has called a claim of {claimer}", **names))
    said = counted(rank, count)
    when = Text("When {claimer} has said \u201c{said}\u201d and {caller} has called", said=said, **names)
    return Supposed(there, when)


def _last_cards(state: State) -> Supposed[State]:
    claimer = (state.turn - 1) % len(state.setup.seats)
    there = _laid_by(state, claimer, state.due[0], 1)
    places = tuple(0 if who == claimer else n for who, n in enumerate(there.places))
    when = Text("When {seat} has put down the last cards, and nobody calls", seat=state.name(claimer))
    return Supposed(replace(there, places=places), when)
