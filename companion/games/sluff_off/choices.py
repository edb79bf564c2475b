"""What a screen may offer, and what is allowed instead of a rejected claim. All of it asked of the judge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.game import Choice, Game, Move
from companion.games.ruling import Rejected
from companion.games.sluff_off.moves import Steal, Take, TrickCards, TrickClaim
from companion.games.sluff_off.state import COLORS, TOKENS, TRUMP, State

Plain = dict[str, Any]


def choices(game: Game[State], state: State, seat: str | None) -> tuple[Choice, ...]:
    """The moves of the running phase that a seat (None: whoever is awaited) might make, each with its ruling."""
    awaited = None if state.awaited is None else state.setup.seats[state.awaited]
    seat = awaited if seat is None else seat
    offers = {"prediction": _prediction, "trick": _trick, "turn-in": _turn_in, "over": _nothing}[state.phase]
    return tuple(_choice(game, state, plain) for plain in offers(state, seat))


def instead(game: Game[State], state: State, move: Move | None) -> tuple[Move, ...]:
    """The legal moves nearest to a rejected one.

    A rejected claim about a trick gets the claims with the same winner and led
    colour, or the same cards with no claim beside them; in the phases of one seat
    it gets what that seat may do, the same colour first.
    """
    if isinstance(move, TrickCards):
        legal = _legal(game, state, [{"move": "trick", "cards": list(move.cards)}])
    elif state.phase == "trick":
        legal = _legal(game, state, _same_trick(move)) if isinstance(move, TrickClaim) else ()
    else:
        legal = tuple(choice.move for choice in choices(game, state, None) if choice.legal)
    color = move.color if isinstance(move, Take | Steal) else None
    return tuple(sorted(legal, key=lambda other: getattr(other, "color", "") != color))


def _same_trick(move: TrickClaim) -> list[Plain]:
    return [
        {"move": "trick", "winner": move.winner, "led": move.led, "won_with": won}
        for won in dict.fromkeys((move.led, TRUMP))
    ]


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
                yield {"move": "trick", "winner": winner, "led": led, "won_with": won_with}


def _turn_in(state: State, seat: str | None) -> Iterator[Plain]:
    for token in TOKENS:
        if state.round.count(state.leader, token):
            yield {"move": "turn_in", "seat": seat, "color": token}
    yield {"move": "miss_turn_in", "seat": seat}


def _nothing(state: State, seat: str | None) -> Iterator[Plain]:  # noqa: ARG001 - the game is over
    return iter(())
