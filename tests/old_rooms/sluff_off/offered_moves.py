"""What a screen may offer, what is allowed instead, and which rulings correct the book; all asked of the judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.games.move import Move, Plain
from companion.games.ruling import Rejected
from companion.games.sluff_off import rulebook
from companion.games.sluff_off.edition import Edition
from companion.games.text import Counted, Text
from tests.old_rooms.sluff_off.moves import TokenRuling, TrickCards, TrickClaim, trick_claim
from tests.old_rooms.sluff_off.state import State


def possible(state: State, seat: str | None) -> Iterable[Plain]:
    """The moves of the running phase that a seat (None: whoever is awaited) might make, legal or not."""
    awaited = None if state.awaited is None else state.setup.seats[state.awaited]
    seat = awaited if seat is None else seat
    match state.phase:
        case "prediction":
            return _prediction(state, seat)
        case "trick":
            return _trick(state)
        case "turn-in":
            return _turn_in(state, seat)
    return ()


NEAREST = ("turn_in", "take", "done", "sluffer", "steal")
"""Kinds in the order in which they are offered, where neither kind nor colour is that of the rejected move."""


def nearest(state: State, move: Move | None) -> Iterable[Plain]:
    """What might be allowed in place of a rejected move, nearest first: the same colour, then the same kind.

    A rejected claim about a trick gets the claims with the same winner and led
    colour, or the same cards with no claim beside them (cards that cannot be have
    no such remedy). What a seat wanted while a trick is awaited gets the tricks it
    might have taken. In the phases of one seat it is what that seat may do. A ruling moves
    as many tokens as lie there.
    """
    if isinstance(move, TokenRuling) and (there := state.round.count(state.setup.place(move.source), move.color)):
        yield {**move.plain(), "count": min(move.count, there)}
    if state.phase == "trick":
        yield from _tricks_like(state.setup.edition, move)
        return
    color, kind = getattr(move, "color", None), None if move is None else move.kind()

    def distance(other: Plain) -> tuple[bool, bool, int]:
        name = str(other["move"])
        return other.get("color", "") != color, name != kind, NEAREST.index(name) if name in NEAREST else len(NEAREST)

    yield from sorted(possible(state, None), key=distance)


def _tricks_like(edition: Edition, move: Move | None) -> list[Plain]:
    if isinstance(move, TrickCards):
        return [{"move": "trick", "cards": list(move.cards)}]
    if isinstance(move, TrickClaim):
        return [trick_claim(move.winner, move.led, won) for won in dict.fromkeys((move.led, edition.trump))]
    seat, wanted = (None, None) if move is None else (move.mover, getattr(move, "color", None))
    led = sorted(edition.colors, key=lambda color: color != wanted)
    return [] if seat is None else [trick_claim(seat, color, color) for color in led]


def _prediction(state: State, seat: str | None) -> Iterator[Plain]:
    for color in state.setup.edition.colors:
        yield {"move": "take", "seat": seat, "color": color}
        for number, holder in enumerate(state.setup.seats):
            if holder != seat and state.round.count(number, color):
                yield {"move": "steal", "seat": seat, "color": color, "from": holder}
    yield {"move": "sluffer", "seat": seat}
    yield {"move": "done", "seat": seat}


def _trick(state: State) -> Iterator[Plain]:
    for winner in state.setup.seats:
        for led in state.setup.edition.colors:
            for won_with in dict.fromkeys((led, state.setup.edition.trump)):
                yield trick_claim(winner, led, won_with)


def _turn_in(state: State, seat: str | None) -> Iterator[Plain]:
    for token in state.round.tokens:
        if state.round.count(state.leader, token):
            yield {"move": "turn_in", "seat": seat, "color": token}
    yield {"move": "miss_turn_in", "seat": seat}


Transfer = tuple[int, int, int]
"""From a place, to a place, how many."""


def rulings_for(state: State, counted: Mapping[str, Mapping[str, int]]) -> list[Plain] | Rejected:
    """Rulings that bring each place to what was counted there. Rejected where the counts are not the box's."""
    names, found = (*state.setup.seats, "centre"), list[Plain]()
    for token in state.round.tokens:
        held = [state.round.count(place, token) for place in range(len(names))]
        surplus = tuple(n - counted.get(name, {}).get(token, n) for name, n in zip(names, held, strict=True))
        if over := sum(surplus):
            return _not_the_box(state, token, over)
        found += [
            {"color": token, "count": count, "from": names[source], "to": names[target]}
            for source, target, count in _transfers(surplus)
        ]
    return found


def _not_the_box(state: State, token: str, over: int) -> Rejected:
    box = state.setup.box[state.round.tokens.index(token)]
    because = Counted(
        "You counted {n} {color}; the box has {box}.",
        "You counted {n} {color}; the box has {box}.",
        n=box - over,
        color=Text(token),
        box=box,
    )
    return rulebook.in_words_of(state.setup.edition, Rejected(rulebook.TABLE_RULING, because))


def _transfers(surplus: tuple[int, ...]) -> tuple[Transfer, ...]:
    """The fewest transfers that level a surplus whose sum is 0.

    Each transfer levels one place, so with six places there are at most 5! ways, and every one is tried.
    """
    unequal = [place for place, n in enumerate(surplus) if n]
    if not unequal:
        return ()
    first = unequal[0]
    ways = [_sent(surplus, first, other) for other in unequal if surplus[first] * surplus[other] < 0]
    return min(((transfer, *_transfers(rest)) for transfer, rest in ways), key=len)


def _sent(surplus: tuple[int, ...], one: int, other: int) -> tuple[Transfer, tuple[int, ...]]:
    """As many as levels one of the two go between them, and the surplus after that."""
    source, target = (one, other) if surplus[one] > 0 else (other, one)
    count = min(surplus[source], -surplus[target])
    moved = {source: -count, target: count}
    return (source, target, count), tuple(n + moved.get(place, 0) for place, n in enumerate(surplus))
