"""What a screen may offer, and what is allowed instead of a rejected claim. All of it asked of the judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.game import Choice, Game, Move
from companion.games.ruling import Rejected
from companion.games.ui77.after_play import RUNNING, STEP
from companion.games.ui77.before_play import may_swap
from companion.games.ui77.deck import HAND_TABLE, deck, suit_of
from companion.games.ui77.moves import CountLeft, Discard, Limit, Swap, TrickCards
from companion.games.ui77.state import State

Plain = dict[str, Any]
MOST_THROWN = max(throw for throw, _, _ in HAND_TABLE.values())
LIMITS, SOME = 15, 5


def choices(game: Game[State], state: State, seat: str | None) -> tuple[Choice, ...]:
    """The moves of the running phase that a seat (None: whoever may) might make, each with its ruling.

    Three cards out of fifty-two are too many to list: while they are awaited there are none.
    """
    offers = {"discard": _before_play, "trick": _trick, "count": _count, "limit": _limit}.get(state.phase, _nothing)
    plains = [*offers(state, seat), *(_cuts(state, seat) if state.phase in RUNNING else ())]
    return tuple(_choice(game, state, plain) for plain in plains)


def instead(game: Game[State], state: State, move: Move | None) -> tuple[Move, ...]:
    """The legal moves nearest to a rejected one, nearest first: the same with another number, card or winner."""
    match state.phase:
        case "trick":
            return _legal(game, state, _tricks_like(move))
        case "discard" if isinstance(move, Swap) and move.seat in _names(state, may_swap(state)):
            legal = _legal(game, state, list(_swaps(state, move.seat)))
            return tuple(sorted(legal, key=lambda other: _unlike(move, other)))
        case "discard":
            count = move.count if isinstance(move, Discard) else 0
            legal = _legal(game, state, list(_discards(state, None)))
            return tuple(sorted(legal, key=lambda other: abs(count - other.plain()["count"])))
        case "count":
            return _counts_like(game, state, move)
        case "limit":
            points = move.points if isinstance(move, Limit) else 0
            below = max(1, points // STEP)
            legal = _legal(game, state, [_limit_of(below), _limit_of(below + 1)])
            return tuple(sorted(legal, key=lambda other: abs(points - other.plain()["points"])))
    return ()


def _tricks_like(move: Move | None) -> list[Plain]:
    if isinstance(move, TrickCards):
        same = {"move": "trick", "cards": list(move.cards)}
        return [same, {**same, "only_trump": True}]
    seat = None if move is None else move.mover
    return [] if seat is None else [{"move": "trick", "winner": seat}]


def _counts_like(game: Game[State], state: State, move: Move | None) -> tuple[Move, ...]:
    """What that seat may count, nearest first; what the next seat may where it has nothing to count."""
    waiting = _names(state, state.uncounted)
    seat = move.seat if isinstance(move, CountLeft) and move.seat in waiting else waiting[0]
    said = move.slough if isinstance(move, CountLeft) else 0
    legal = _legal(game, state, list(_count(state, seat)))
    return tuple(sorted(legal, key=lambda other: abs(said - other.plain()["slough"])))


def _unlike(move: Swap, other: Move) -> int:
    plain = other.plain()
    return sum(plain[key] != value for key, value in (("give", move.give), ("take", move.take)))


def _legal(game: Game[State], state: State, plains: list[Plain]) -> tuple[Move, ...]:
    return tuple(choice.move for choice in (_choice(game, state, plain) for plain in plains) if choice.legal)


def _choice(game: Game[State], state: State, plain: Plain) -> Choice:
    move = game.parse(plain)
    assert isinstance(move, Move), plain  # noqa: S101 - a screen offers nothing malformed
    ruling = game.judge(state, move)
    return Choice(move, ruling if isinstance(ruling, Rejected) else None)


def _names(state: State, seats: tuple[int, ...]) -> list[str]:
    return [state.setup.seats[seat] for seat in seats]


def _before_play(state: State, seat: str | None) -> Iterator[Plain]:
    waiting = _names(state, may_swap(state))
    for name in waiting[:1] if seat is None else waiting:
        if seat in (None, name):
            yield from _swaps(state, name)
    yield from _discards(state, seat)


def _swaps(state: State, seat: str) -> Iterator[Plain]:
    for take in state.hand.face:
        for give in deck():
            if suit_of(give) == suit_of(take) and give not in state.hand.face:
                yield {"move": "swap", "seat": seat, "give": give, "take": take}


def _discards(state: State, seat: str | None) -> Iterator[Plain]:
    seat = state.setup.seats[state.awaited or 0] if seat is None else seat
    for count in range(MOST_THROWN + 1):
        yield {"move": "discard", "seat": seat, "count": count}


def _cuts(state: State, seat: str | None) -> Iterator[Plain]:
    for name in state.setup.seats if seat is None else (seat,):
        yield {"move": "cut", "seat": name}


def _trick(state: State, seat: str | None) -> Iterator[Plain]:  # noqa: ARG001 - a trick concerns all seats
    for winner in state.setup.seats:
        yield {"move": "trick", "winner": winner}


def _count(state: State, seat: str | None) -> Iterator[Plain]:
    for number in state.uncounted:
        name = state.setup.seats[number]
        if seat in (None, name):
            for slough in range(state.cards[number] + 1):
                yield {"move": "count", "seat": name, "slough": slough}


def _limit(state: State, seat: str | None) -> Iterator[Plain]:  # noqa: ARG001 - the table sets it
    beyond = max(state.totals) // STEP + SOME
    for times in range(1, max(LIMITS, beyond) + 1):
        yield _limit_of(times)


def _limit_of(times: int) -> Plain:
    return {"move": "limit", "points": times * STEP}


def _nothing(state: State, seat: str | None) -> Iterator[Plain]:  # noqa: ARG001 - three cards, or the game is over
    return iter(())
