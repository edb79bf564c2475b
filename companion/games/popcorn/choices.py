"""What a screen may offer, and what is allowed instead of a rejected move. All of it asked of the judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.game import Choice, Game, Move
from companion.games.popcorn.state import State
from companion.games.ruling import Rejected

Plain = dict[str, Any]

HONEST: tuple[Plain, ...] = ({"move": "reveal", "honest": True}, {"move": "reveal", "honest": False})
PASS: Plain = {"move": "pass"}


def choices(game: Game[State], state: State, seat: str | None) -> tuple[Choice, ...]:
    """The moves of the running phase that a seat (None: anybody) might make, each with its ruling."""
    return tuple(_choice(game, state, plain) for plain in _offers(state, seat))


def instead(game: Game[State], state: State, move: Move | None) -> tuple[Move, ...]:
    """What is allowed now, the moves of the asked kind first and of those the nearest in number.

    Where more may be put down than is said, only what stands however many were put down: the list tells nothing.
    """
    told = _careful(state) if state.setup.hidden else _offers(state, None)
    legal = [choice.move for choice in (_choice(game, state, plain) for plain in told) if choice.legal]
    kind, wanted = (None, 0) if move is None else (move.kind(), getattr(move, "count", 0))
    legal.sort(key=lambda one: (one.kind() != kind, abs(getattr(one, "count", 0) - wanted)))
    mover = None if move is None else move.mover
    return tuple(sorted(legal, key=lambda one: one.kind() == "call" and one.mover != mover))


def _choice(game: Game[State], state: State, plain: Plain) -> Choice:
    move = game.parse(plain)
    assert isinstance(move, Move), plain  # noqa: S101 - a screen offers nothing malformed
    ruling = game.judge(state, move)
    return Choice(move, ruling if isinstance(ruling, Rejected) else None)


def _offers(state: State, seat: str | None) -> Iterator[Plain]:
    if state.phase == "claim":
        yield from _claims(state, state.setup.seats[state.turn] if seat is None else seat, state.setup.most)
    if state.phase in ("claim", "last-call"):
        yield from _calls(state, seat)
    if state.phase == "reveal":
        yield from HONEST
    if state.phase == "last-call":
        yield PASS


def _claims(state: State, seat: str, most: int) -> Iterator[Plain]:
    for rank in state.due:
        for count in range(1, most + 1):
            yield {"move": "claim", "seat": seat, "rank": rank, "count": count}


def _calls(state: State, seat: str | None) -> Iterator[Plain]:
    if state.laid is None:
        return
    claimer = state.setup.seats[state.laid.seat]
    for caller in state.setup.seats if seat is None else (seat,):
        if caller != claimer:
            yield {"move": "call", "seat": caller}


def _careful(state: State) -> Iterator[Plain]:
    """What is legal whatever was put down unseen: one card to claim, a call, a bluff shown, last cards let pass."""
    if state.phase == "claim":
        yield from _claims(state, state.setup.seats[state.turn], 1)
    if state.phase in ("claim", "last-call"):
        yield from _calls(state, None)
    if state.phase == "reveal":
        yield HONEST[1]
    if state.phase == "last-call":
        yield PASS
