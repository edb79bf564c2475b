"""What a screen may offer, what is nearest to a rejected move, and which rulings correct the book."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from companion.games.move import Move, Plain
from companion.games.people import Seat
from companion.games.ruling import Rejected
from companion.games.text import Text
from tests.old_rooms.fluff import moves, rulebook
from tests.old_rooms.fluff.moves import VALUES, DiceRuling
from tests.old_rooms.fluff.state import MOST_DICE, Bid, State

HIGHEST = 10**6
"""No screen goes on counting beyond this; a bid may."""


def possible(state: State, seat: str | None) -> Iterator[Plain]:
    """The moves of the running phase that a seat might make; None: any seat, and of shown dice the next one's.

    Of rolls, bids and shown dice there are too many to list: those are here that lead to something different.
    """
    if seat is not None:
        seats: tuple[int, ...] = (state.setup.seats.index(seat),)
    else:
        seats = state.unshown[:1] if state.phase == "show" else tuple(range(len(state.dice)))
    if state.phase == "first-roll":
        yield from _rolls(state)
    elif state.phase == "bid":
        yield from _bids(state, seats)
    elif state.phase == "show":
        yield from _shows(state, seats)
    yield from _spills(state, state.unshown if seat is None else seats)


def _rolls(state: State) -> Iterator[Plain]:
    names = state.setup.seats
    for starts in state.due:
        yield {"move": "first_roll", "wilds": {names[seat]: int(seat == starts) for seat in state.due}}


def _spills(state: State, seats: tuple[int, ...]) -> Iterator[Plain]:
    for seat in seats if state.setup.options.sloppy and not state.over else ():
        for count in range(1, state.dice[seat] + 1):
            yield {"move": "spill", "seat": state.setup.seats[seat], "count": count}


def _bids(state: State, seats: tuple[int, ...]) -> Iterator[Plain]:
    names, turn, standing = state.setup.seats, state.turn, state.bid
    if turn is not None and turn in seats:
        some = (1, 2) if standing is None else (standing.quantity, one_more(standing.quantity))
        for quantity, value in product(dict.fromkeys(some), VALUES):
            yield {"move": "bid", "seat": names[turn], "quantity": quantity, "value": value}
    for seat in seats if standing is not None else ():
        yield {"move": "call", "seat": names[seat]}


def _shows(state: State, seats: tuple[int, ...]) -> Iterator[Plain]:
    """Of each seat's dice as many that count for the bid as may be; which faces they are makes no difference."""
    for seat in (seat for seat in state.unshown if seat in seats):
        for count in range(state.dice[seat] + 1):
            yield {"move": "show", "seat": state.setup.seats[seat], "matching": count}


def nearest(state: State, move: Move | None) -> Iterator[Plain]:
    """What might be allowed in place of a rejected move, nearest first; without a move, those of the phase."""
    match move:
        case moves.FirstRoll():
            rolling = ((state.setup.seats[seat], state.dice[seat]) for seat in state.due)
            yield {
                "move": "first_roll",
                "wilds": {name: min(move.wilds.get(Seat(name), 0), most) for name, most in rolling},
            }
        case moves.Bid() | moves.Call():
            yield from _near_bid(state, move)
        case moves.Show() | moves.ShowMatching():
            yield from _near_show(state, move)
        case DiceRuling():
            yield from _near_ruling(state, move)
        case None:
            yield from possible(state, None)


def _near_show(state: State, move: moves.Show | moves.ShowMatching) -> Iterator[Plain]:
    """The show with as many dice as the seat has."""
    held = state.dice[state.setup.seats.index(move.seat)]
    if isinstance(move, moves.ShowMatching):
        yield {**move.plain(), "matching": min(move.matching, held)}
        return
    counts = state.bid.value if state.bid is not None else VALUES[0]
    other = next(face for face in VALUES if face != counts)
    for face in (other, counts) if len(move.dice) < held else (other,):
        yield {**move.plain(), "dice": [*move.dice, *[face] * (held - len(move.dice))][:held]}


def _near_ruling(state: State, move: DiceRuling) -> Iterator[Plain]:
    """The nearest number of dice that may go from the seat, or to it; nothing where that is none."""
    held = state.dice[state.setup.seats.index(move.seat)]
    if dice := max(-held, min(move.dice, MOST_DICE - held)):
        yield {**move.plain(), "dice": dice}


def _near_bid(state: State, move: moves.Bid | moves.Call) -> Iterator[Plain]:
    """The call, or the same value as low as it may be bid; then the lowest raise of all. In a show, what is shown."""
    turn, standing, names = state.turn, state.bid, state.setup.seats
    if turn is None:
        return
    seat = names.index(move.seat)
    yield from _shows(state, (seat,) if seat in state.unshown else state.unshown[:1])
    calls = [{"move": "call", "seat": caller} for caller in dict.fromkeys((move.seat, names[turn]))]
    wanted = (with_value(standing, move.value),) if isinstance(move, moves.Bid) else ()
    bids = [
        {"move": "bid", "seat": names[turn], "quantity": bid.quantity, "value": bid.value}
        for bid in dict.fromkeys((*wanted, lowest(standing)))
    ]
    yield from (*calls, *bids) if isinstance(move, moves.Call) else (*bids, *calls)


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


def rulings_for(state: State, counted: Mapping[str, Mapping[str, int]]) -> list[Plain] | Rejected:
    """Rulings that bring each seat to what was counted there. Rejected where nobody would have dice."""
    names = state.setup.seats
    there = {name: counted.get(name, {}).get("", held) for name, held in zip(names, state.dice, strict=True)}
    if not any(there.values()):
        return Rejected(rulebook.TABLE_RULING, Text("Somebody still has dice: the last one with dice has won."))
    # Dice are given first, and last dice taken last: a game that is over takes no ruling.
    wanted = [(name, there[name] - held) for name, held in zip(names, state.dice, strict=True) if there[name] != held]
    wanted.sort(key=lambda one: (one[1] < 0, not there[one[0]]))
    return [{"seat": name, "dice": dice} for name, dice in wanted]
