"""What a screen may offer, and what is allowed instead of a rejected claim. All of it asked of the judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.games.fluff import moves
from companion.games.fluff.judge import judge
from companion.games.fluff.moves import VALUES
from companion.games.fluff.state import MOST_DICE, Bid, State
from companion.games.game import Choice, Game, Move
from companion.games.ruling import Accepted, Rejected

Plain = dict[str, Any]
HIGHEST = 10**6
"""No screen goes on counting beyond this; a bid may."""


def choices(game: Game[State], state: State, seat: str | None) -> tuple[Choice, ...]:
    """The moves of the running phase that a seat (None: whoever is awaited) might make, each with its ruling.

    Of rolls, bids and shown dice there are too many to list: those are here that lead to something different.
    """
    names = state.setup.seats
    seats = _asked(state) if seat is None else (names.index(seat),)
    offers = {"first-roll": _rolls, "bid": _bids, "show": _shows, "over": _nothing}[state.phase]
    return tuple(_choice(game, state, plain) for plain in offers(state, seats))


def _asked(state: State) -> tuple[int, ...]:
    """Whose moves are listed where no seat is named: everybody's, of those who have yet to show the next one's."""
    return state.unshown[:1] if state.phase == "show" else tuple(range(len(state.dice)))


def _choice(game: Game[State], state: State, plain: Plain) -> Choice:
    move = game.parse(plain)
    assert isinstance(move, Move), plain  # noqa: S101 - a screen offers nothing malformed
    ruling = judge(state, move)
    return Choice(move, ruling if isinstance(ruling, Rejected) else None)


def _rolls(state: State, seats: Iterable[int]) -> Iterator[Plain]:
    names = state.setup.seats
    for starts in state.due:
        yield {"move": "first_roll", "wilds": {names[seat]: int(seat == starts) for seat in state.due}}
    yield from _spills(state, seats)


def _spills(state: State, seats: Iterable[int]) -> Iterator[Plain]:
    for seat in seats if state.setup.options.sloppy else ():
        for count in range(1, state.dice[seat] + 1):
            yield {"move": "spill", "seat": state.setup.seats[seat], "count": count}


def _bids(state: State, seats: Iterable[int]) -> Iterator[Plain]:
    names, turn, standing = state.setup.seats, state.turn, state.bid
    if turn is not None and turn in seats:
        for quantity in _quantities(standing):
            for value in VALUES:
                yield {"move": "bid", "seat": names[turn], "quantity": quantity, "value": value}
    for seat in seats if standing is not None else ():
        yield {"move": "call", "seat": names[seat]}
    if standing is None:
        yield from _spills(state, seats)


def _quantities(standing: Bid | None) -> tuple[int, ...]:
    if standing is None:
        return (1, 2)
    return tuple(dict.fromkeys((standing.quantity, one_more(standing.quantity))))


def _shows(state: State, seats: Iterable[int]) -> Iterator[Plain]:
    """Of each seat's dice as many that count for the bid as may be; which faces they are makes no difference."""
    value, other = _faces(state)
    for seat in (seat for seat in state.unshown if seat in seats):
        for count in range(state.dice[seat] + 1):
            dice = [value] * count + [other] * (state.dice[seat] - count)
            yield {"move": "show", "seat": state.setup.seats[seat], "dice": dice}


def _faces(state: State) -> tuple[int, int]:
    """A face that counts for the bid, and one that does not."""
    value = state.bid.value if state.bid is not None else VALUES[0]
    return value, next(face for face in VALUES if face != value)


def _nothing(state: State, seats: Iterable[int]) -> Iterator[Plain]:  # noqa: ARG001 - the game is over
    return iter(())


def instead(game: Game[State], state: State, move: Move | None) -> tuple[Move, ...]:
    """The legal moves nearest to a rejected one, nearest first; without one, those of the phase."""
    if move is None:
        return tuple(choice.move for choice in choices(game, state, None) if choice.legal)
    near = (game.parse(plain) for plain in _near(state, move))
    return tuple(other for other in near if isinstance(other, Move) and isinstance(judge(state, other), Accepted))


def _near(state: State, move: Move) -> Iterator[Plain]:
    names = state.setup.seats
    if isinstance(move, moves.FirstRoll):
        told = ((names[seat], state.dice[seat]) for seat in state.due)
        yield {"move": "first_roll", "wilds": {name: min(move.wilds.get(name, 0), most) for name, most in told}}
    elif isinstance(move, moves.Bid | moves.Call):
        yield from _near_bid(state, move)
    elif isinstance(move, moves.Show):
        held, (value, other) = state.dice[names.index(move.seat)], _faces(state)
        for face in (other, value) if len(move.dice) < held else (other,):
            yield {**move.plain(), "dice": [*move.dice, *[face] * (held - len(move.dice))][:held]}
    elif isinstance(move, moves.Spill | moves.DiceRuling):
        yield {**move.plain(), **_fitting(move, state.dice[names.index(move.seat)])}


def _fitting(move: moves.Spill | moves.DiceRuling, held: int) -> Plain:
    """The move's number of dice, as near as the dice that the seat has allow."""
    if isinstance(move, moves.Spill):
        return {"count": min(move.count, held)}
    return {"dice": max(-held, min(move.dice, MOST_DICE - held))}


def _near_bid(state: State, move: moves.Bid | moves.Call) -> Iterator[Plain]:
    """The same value as low as it may be bid, then the lowest raise of all; and the call."""
    turn, standing = state.turn, state.bid
    if turn is None:
        return
    name = state.setup.seats[turn]
    wanted = move.value if isinstance(move, moves.Bid) else VALUES[0]
    for bid in dict.fromkeys((with_value(standing, wanted), lowest(standing))):
        yield {"move": "bid", "seat": name, "quantity": bid.quantity, "value": bid.value}
    for caller in dict.fromkeys((move.seat, name)):
        yield {"move": "call", "seat": caller}


def lowest(standing: Bid | None) -> Bid:
    """The lowest bid that raises the one that stands."""
    if standing is None:
        return Bid(0, 1, VALUES[0])
    if standing.value < VALUES[-1]:
        return replace(standing, value=standing.value + 1)
    return Bid(standing.seat, one_more(standing.quantity), VALUES[0])


def one_more(quantity: int) -> int:
    """One die more, as far as screens count."""
    return quantity + 1 if quantity < HIGHEST else quantity


def with_value(standing: Bid | None, value: int) -> Bid:
    """The lowest bid on that value that raises the one that stands."""
    if standing is None:
        return Bid(0, 1, value)
    return Bid(standing.seat, one_more(standing.quantity) if value <= standing.value else standing.quantity, value)
