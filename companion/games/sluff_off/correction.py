"""The book set to the cardboard: the fewest rulings that make it hold what was counted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from companion.games.game import Move
from companion.games.ruling import Rejected, Text
from companion.games.sluff_off import rulebook
from companion.games.sluff_off.judge import judge
from companion.games.sluff_off.moves import TokenRuling
from companion.games.sluff_off.state import TOKENS, State

Transfer = tuple[int, int, int]
"""From a place, to a place, how many."""


def correction(state: State, counted: Mapping[str, Mapping[str, int]], reason: str) -> tuple[Move, ...] | Rejected:
    """Rulings that bring each place to what was counted there; what was not counted lies as the book has it.

    Rejected by table-ruling where the counts are not the box's, by what the judge says where no ruling is possible
    now or a place can hold no token. Raises ValidationError for a reason that no ruling takes.
    """
    moves: list[Move] = []
    for token in TOKENS:
        surplus = _surplus(state, token, counted)
        if sum(surplus):
            return _not_the_box(state, token, sum(surplus))
        moves += (_ruling(state, token, transfer, reason) for transfer in _transfers(surplus))
    for move in moves:
        ruling = judge(state, move)
        if isinstance(ruling, Rejected):
            return ruling
        state = ruling.state
    return tuple(moves)


def _surplus(state: State, token: str, counted: Mapping[str, Mapping[str, int]]) -> tuple[int, ...]:
    """For each place how many more the book has there than were counted."""
    names = (*state.setup.seats, "centre")
    held = [state.round.count(place, token) for place in range(len(names))]
    return tuple(n - counted.get(name, {}).get(token, n) for name, n in zip(names, held, strict=True))


def _not_the_box(state: State, token: str, over: int) -> Rejected:
    box = state.setup.box[TOKENS.index(token)]
    return Rejected(
        rulebook.TABLE_RULING,
        Text("You counted {n} {color}; the box has {box}.", n=box - over, color=Text(token), box=box),
    )


def _ruling(state: State, token: str, transfer: Transfer, reason: str) -> Move:
    names = (*state.setup.seats, "centre")
    source, target, count = transfer
    raw = {"color": token, "count": count, "from": names[source], "to": names[target], "reason": reason}
    return TokenRuling.model_validate({"move": "ruling", **raw})


@cache
def _transfers(surplus: tuple[int, ...]) -> tuple[Transfer, ...]:
    """The fewest transfers that level a surplus whose sum is 0; with six places every way can be tried."""
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
