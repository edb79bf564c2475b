"""What a screen may offer, and what is allowed instead of a rejected claim. All of it asked of the judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.move import Move, Plain
from companion.games.seat_points import totals
from tests.old_rooms.ui77.before_play import may_swap
from tests.old_rooms.ui77.cards import DECK, suit_of
from tests.old_rooms.ui77.face_up_meaning import FACE_UP, MOST_THROWN
from tests.old_rooms.ui77.judge import CUTTING
from tests.old_rooms.ui77.moves import CountLeft, Discard, FaceUp, Limit, Swap, TrickCards
from tests.old_rooms.ui77.scoring import LIMIT_STEP
from tests.old_rooms.ui77.state import State

LIMITS, SOME = 15, 5


def possible(state: State, seat: str | None) -> Iterable[Plain]:
    """The moves of the running phase that a seat (None: whoever may) might make, legal or not.

    Three cards out of fifty-two are too many to list: while they are awaited there are none.
    """
    match state.phase:
        case "discard":
            yield from _before_play(state, seat)
        case "trick":
            yield from ({"move": "trick", "winner": winner} for winner in state.setup.seats)
        case "count":
            yield from _count(state, seat)
        case "limit":
            yield from _limit(state)
    if state.phase in CUTTING:
        yield from _cuts(state, seat)


def nearest(state: State, move: Move | None) -> Iterable[Plain]:
    """What might be allowed in place of a rejected move, nearest first: another number, card or winner."""
    match state.phase:
        case "face-up" if isinstance(move, FaceUp):
            return [{"move": "face_up", "cards": move.cards[:FACE_UP]}]
        case "trick":
            return _tricks_like(state, move)
        case "discard" if isinstance(move, Swap) and move.seat in state.setup.names(may_swap(state)):
            return sorted(_swaps(state, move.seat), key=lambda plain: _unlike(move, plain))
        case "discard":
            count = move.count if isinstance(move, Discard) else 0
            return sorted(_discards(state, None), key=lambda plain: abs(count - plain["count"]))
        case "count":
            return _counts_like(state, move)
        case "limit":
            points = move.points if isinstance(move, Limit) else 0
            below = max(1, points // LIMIT_STEP)
            return sorted(map(_limit_of, (below, below + 1)), key=lambda plain: abs(points - plain["points"]))
    return ()


def _tricks_like(state: State, move: Move | None) -> list[Plain]:
    """The same cards with no winner named, then by a leader who holds only trump; else tricks, the seat's own first."""
    if isinstance(move, TrickCards):
        same = {key: value for key, value in move.plain().items() if key != "winner"}
        return [same] if move.only_trump else [same, {**same, "only_trump": True}]
    seat = None if move is None else move.mover
    return [{"move": "trick", "winner": name} for name in sorted(state.setup.seats, key=lambda name: name != seat)]


def _counts_like(state: State, move: Move | None) -> list[Plain]:
    """What that seat may count, nearest first; what the next seat may where it has nothing to count."""
    waiting = state.setup.names(state.uncounted)
    seat = move.seat if isinstance(move, CountLeft) and move.seat in waiting else waiting[0]
    said = move.slough if isinstance(move, CountLeft) else 0
    return sorted(_count(state, seat), key=lambda plain: abs(said - plain["slough"]))


def _unlike(move: Swap, plain: Plain) -> int:
    return sum(plain[key] != value for key, value in (("give", move.give), ("take", move.take)))


def _before_play(state: State, seat: str | None) -> Iterator[Plain]:
    waiting = state.setup.names(may_swap(state))
    for name in waiting[:1] if seat is None else waiting:
        if seat in (None, name):
            yield from _swaps(state, name)
    yield from _discards(state, seat)


def _swaps(state: State, seat: str) -> Iterator[Plain]:
    for take in state.hand.face:
        for give in DECK:
            if suit_of(give) == suit_of(take) and give not in state.hand.face:
                yield {"move": "swap", "seat": seat, "give": give, "take": take}


def _discards(state: State, seat: str | None) -> Iterator[Plain]:
    seat = state.setup.seats[state.awaited or 0] if seat is None else seat
    for count in range(MOST_THROWN + 1):
        yield {"move": "discard", "seat": seat, "count": count}


def _cuts(state: State, seat: str | None) -> Iterator[Plain]:
    for name in state.setup.seats if seat is None else (seat,):
        yield {"move": "cut", "seat": name}


def _count(state: State, seat: str | None) -> Iterator[Plain]:
    for number in state.uncounted:
        name = state.setup.seats[number]
        if seat in (None, name):
            for slough in range(state.cards[number] + 1):
                yield {"move": "count", "seat": name, "slough": slough}


def _limit(state: State) -> Iterator[Plain]:
    beyond = max(totals(state)) // LIMIT_STEP + SOME
    for times in range(1, max(LIMITS, beyond) + 1):
        yield _limit_of(times)


def _limit_of(times: int) -> Plain:
    return {"move": "limit", "points": times * LIMIT_STEP}
