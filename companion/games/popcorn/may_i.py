"""May I ...? in Popcorn: the moment to which a question belongs if that is another one than this."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.move import Move
from companion.games.people import Seat, left_of
from companion.games.popcorn.moves import Call, CardRuling, Claim, Honest, Pass, Reveal
from companion.games.popcorn.rulebook import BOOK
from companion.games.popcorn.state import Laid, State, counted, dealt, rank_after, rank_words
from companion.games.ruling import Condition, Hypothetical
from companion.games.text import Counted, Text


def hypothetical(state: State, move: Move, premises: Mapping[str, Any]) -> Hypothetical[State] | str | None:
    """Suppose a turn of the seat, a claim that stands, one that is called, last cards, or a claim that is settled."""
    match move:
        case Claim() if state.phase != "claim" or move.seat != state.turn:
            return _turn(state, move)
        case Call() if state.laid is None or state.phase == "reveal":
            there = _claimed(state, left_of(state.seats, move.seat, -1), state.due[0], 1)
            return Hypothetical(there, Text("When somebody else has claimed, and nobody has called"))
        case Reveal() if premises or state.phase != "reveal":
            return _called(state, move, premises)
        case Pass() if state.phase != "last-call":
            claimer = left_of(state.seats, state.turn, -1)
            there = _claimed(state, claimer, state.due[0], 1)
            when = Text("When {seat} has put down the last cards, and nobody calls", seat=claimer)
            return Hypothetical(replace(there, cards={**there.cards, claimer: 0}), when)
        case CardRuling() if state.phase != "claim":
            return Hypothetical(_settled(state), Text("Once the last claim is settled"))
    return None


def _settled(state: State) -> State:
    """Return the state in which no claim stands any more; if the game is over, with all cards dealt anew."""
    cards = dealt(state.seats, state.dealer, state.options) if state.phase == "over" else state.cards
    return replace(state, cards=cards, laid=None, caller=None, winner=None)


def _claimed(state: State, seat: Seat, rank: str, count: int) -> State:
    """Return the state in which a claim of that seat stands, and the seat keeps cards."""
    there = _settled(state)
    cards = {**there.cards, seat: max(there.cards[seat], 1)}
    return replace(there, cards=cards, turn=left_of(state.seats, seat), last=rank, laid=Laid(seat, rank, count, count))


def _called(state: State, move: Reveal, premises: Mapping[str, Any]) -> Hypothetical[State] | str:
    known: Mapping[str, Any] = {"rank": state.due[0], "count": 1} if isinstance(move, Honest) else premises
    if missing := next((key for key in ("rank", "count") if known.get(key) is None), None):
        return missing
    claimer = left_of(state.seats, state.turn, -1)
    there = replace(_claimed(state, claimer, known["rank"], known["count"]), caller=state.turn)
    names = {"claimer": claimer, "caller": state.turn}
    if isinstance(move, Honest):
        return Hypothetical(there, Text("When {caller} has called a claim of {claimer}", **names))
    said = counted(known["rank"], known["count"])
    when = Text("When {claimer} has said \u201c{said}\u201d and {caller} has called", said=said, **names)
    return Hypothetical(there, when)


def _turn(state: State, move: Claim) -> Hypothetical[State]:
    there, steps = _settled(state), state.seats.index(move.seat) - state.seats.index(state.turn)
    turns = steps % len(state.seats)
    way, *other = state.options.steps
    conditions: list[Condition] = []
    if other and turns:
        due = Text("It is allowed only if {rank} are due then.", rank=rank_words(move.rank))
        conditions.append(Condition(due, BOOK["rank-due"]))
        last = rank_after(move.rank, -way)
    else:
        last = rank_after(there.due[0], way * (turns - 1))
    if move.put > there.cards[move.seat]:
        holds = Counted(
            "It is allowed only if {seat} holds {n} card or more.",
            "It is allowed only if {seat} holds {n} cards or more.",
            seat=move.seat,
            n=move.put,
        )
        conditions.append(Condition(holds, BOOK["claim"]))
        there = replace(there, cards={**there.cards, move.seat: move.put})
    first = state.last is None and not turns
    there = replace(there, turn=move.seat, last=None if first else last)
    return Hypothetical(there, Text("When it is {seat}\u2019s turn", seat=move.seat), tuple(conditions))
