"""What a screen may offer, what is nearest to a rejected move, and which rulings correct the book."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from companion.games.move import Move, Plain
from companion.games.ruling import Rejected
from companion.games.text import Counted, Text
from tests.old_rooms.popcorn import rulebook
from tests.old_rooms.popcorn.moves import CardRuling
from tests.old_rooms.popcorn.state import State

HONEST: Plain = {"move": "reveal", "honest": True}
BLUFF: Plain = {"move": "reveal", "honest": False}
PASS: Plain = {"move": "pass"}


def possible(state: State, seat: str | None) -> Iterator[Plain]:
    """The moves of the running phase that a seat (None: anybody) might make."""
    return _moves(state, seat, state.setup.most, (HONEST, BLUFF))


def _moves(state: State, seat: str | None, most: int, reveals: tuple[Plain, ...]) -> Iterator[Plain]:
    """Of the running phase: the claims of up to so many cards, the calls, these reveals, last cards let pass."""
    if state.phase == "claim":
        for rank, count in product(state.due, range(1, most + 1)):
            yield {"move": "claim", "seat": seat or state.name(state.turn), "rank": rank, "count": count}
    yield from _calls(state, seat)
    if state.phase == "reveal":
        yield from reveals
    if state.phase == "last-call":
        yield PASS


def nearest(state: State, move: Move | None) -> list[Plain]:
    """The moves of the running phase: those of the asked kind first, the nearest in number; the calls of others last.

    Where more may be put down than is said, only what stands however many were put down, such as one card to claim and
    a bluff shown: the list reveals nothing.
    """
    hidden = state.setup.hidden
    moves = _moves(state, None, 1, (BLUFF,)) if hidden else (*_fewer(state, move), *possible(state, None))
    kind, wanted, mover = (None, 0, None) if move is None else (move.kind(), getattr(move, "count", 0), move.mover)
    return sorted(
        moves,
        key=lambda one: (
            one["move"] == "call" and one["seat"] != mover,
            one["move"] != kind,
            abs(one.get("count", 0) - wanted),
        ),
    )


def _fewer(state: State, move: Move | None) -> Iterator[Plain]:
    """A ruling that moves as many cards as the place may give."""
    if isinstance(move, CardRuling) and (spare := state.spare(state.setup.place(move.source))) > 0:
        yield {**move.plain(), "count": min(move.count, spare)}


def _calls(state: State, seat: str | None) -> Iterator[Plain]:
    if state.claimer and state.phase in ("claim", "last-call"):
        for caller in state.setup.seats if seat is None else (seat,):
            if caller != state.claimer:
                yield {"move": "call", "seat": caller}


def rulings_for(state: State, counted: Mapping[str, Mapping[str, int]]) -> list[Plain] | Rejected:
    """Rulings that bring each place to what was counted there.

    Rejected where the counts are not the deck's, or where this book does not know what was put down unseen.
    """
    if state.setup.public:
        because = Text("Cards may have been put down unseen, so a ruling cannot go by the count.")
        return Rejected(rulebook.TABLE_RULING, because)
    names = (*state.setup.seats, "pile")
    surplus = {name: held - counted.get(name, {}).get("", held) for name, held in zip(names, state.places, strict=True)}
    if over := sum(surplus.values()):
        deck = sum(state.places)
        because = Counted(
            "You counted {n} card; {deck} are in the game.",
            "You counted {n} cards; {deck} are in the game.",
            n=deck - over,
            deck=deck,
        )
        return Rejected(rulebook.TABLE_RULING, because)
    return [{"count": count, "from": source, "to": target} for source, target, count in _transfers(surplus)]


def _transfers(surplus: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """(from, to, count) that level the surplus: equal ones cancel out at once, then the biggest give to the biggest."""
    left = {name: n for name, n in surplus.items() if n}
    found = []
    while left:
        source = max(left, key=lambda name: left[name])
        exact = [name for name, n in left.items() if n == -left[source]]
        target = exact[0] if exact else min(left, key=lambda name: left[name])
        count = min(left[source], -left[target])
        found.append((source, target, count))
        for name, change in ((source, -count), (target, count)):
            left[name] += change
            if not left[name]:
                del left[name]
    return found
