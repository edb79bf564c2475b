"""What a screen may offer, and what is allowed instead of a rejected claim. All of it asked of the judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.game import Choice, Game, Move
from companion.games.ruling import Rejected
from companion.games.sluff_off.moves import TrickCards, TrickClaim
from companion.games.sluff_off.state import COLORS, TOKENS, TRUMP, State

Plain = dict[str, Any]


def choices(game: Game[State], state: State, seat: str | None) -> tuple[Choice, ...]:
    """The moves of the running phase that a seat (None: whoever is awaited) might make, each with its ruling."""
    awaited = None if state.awaited is None else state.setup.seats[state.awaited]
    seat = awaited if seat is None else seat
    offers = {"prediction": _prediction, "trick": _trick, "turn-in": _turn_in, "over": _nothing}[state.phase]
    return tuple(_choice(game, state, plain) for plain in offers(state, seat))


def instead(game: Game[State], state: State, move: Move | None) -> tuple[Move, ...]:
    """The legal moves nearest to a rejected one, nearest first.

    A rejected claim about a trick gets the claims with the same winner and led
    colour, or the same cards with no claim beside them (cards that cannot be have
    no such remedy). What a seat wanted while a trick is awaited gets the tricks it
    might have taken. In the phases of one seat it is what that seat may do.
    """
    if state.phase == "trick":
        legal = _legal(game, state, _tricks_like(move))
    else:
        legal = tuple(choice.move for choice in choices(game, state, None) if choice.legal)
    color = getattr(move, "color", None)
    return tuple(sorted(legal, key=lambda other: color not in (getattr(other, "color", ""), getattr(other, "led", ""))))


def _tricks_like(move: Move | None) -> list[Plain]:
    if isinstance(move, TrickCards):
        return [{"move": "trick", "cards": list(move.cards)}]
    if isinstance(move, TrickClaim):
        return [_claim(move.winner, move.led, won) for won in dict.fromkeys((move.led, TRUMP))]
    seat = None if move is None else move.mover
    return [] if seat is None else [_claim(seat, color, color) for color in COLORS]


def _claim(winner: str, led: str, won_with: str) -> Plain:
    return {"move": "trick", "winner": winner, "led": led, "won_with": won_with}


def _legal(game: Game[State], state: State, plains: list[Plain]) -> tuple[Move, ...]:
    return tuple(choice.move for choice in (_choice(game, state, plain) for plain in plains) if choice.legal)


def _choice(game: Game[State], state: State, plain: Plain) -> Choice:
    move = game.parse(plain)
    assert isinstance(move, Move), plain  # noqa: S101 - a screen offers nothing malformed
    ruling = game.judge(state, move)
    return Choice(move, ruling if isinstance(ruling, Rejected) else None)


def _prediction(state: State, seat: str | None) -> Iterator[Plain]:
    for color in COLORS:
        yield {"move": "take", "seat": seat, "color": color}
        for number, holder in enumerate(state.setup.seats):
            if holder != seat and state.round.count(number, color):
                yield {"move": "steal", "seat": seat, "color": color, "from": holder}
    yield {"move": "sluffer", "seat": seat}
    yield {"move": "done", "seat": seat}


def _trick(state: State, seat: str | None) -> Iterator[Plain]:  # noqa: ARG001 - a trick concerns all seats
    for winner in state.setup.seats:
        for led in COLORS:
            for won_with in dict.fromkeys((led, TRUMP)):
                yield _claim(winner, led, won_with)


def _turn_in(state: State, seat: str | None) -> Iterator[Plain]:
    for token in TOKENS:
        if state.round.count(state.leader, token):
            yield {"move": "turn_in", "seat": seat, "color": token}
    yield {"move": "miss_turn_in", "seat": seat}


def _nothing(state: State, seat: str | None) -> Iterator[Plain]:  # noqa: ARG001 - the game is over
    return iter(())
