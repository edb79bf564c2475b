"""The book set to the cardboard: the fewest rulings that make it hold what was counted."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.game import Move
from companion.games.popcorn import rulebook
from companion.games.popcorn.judge import judge
from companion.games.popcorn.moves import CardRuling
from companion.games.popcorn.state import State
from companion.games.ruling import Rejected, Text


def correction(state: State, counted: Mapping[str, Mapping[str, int]], reason: str) -> tuple[Move, ...] | Rejected:
    """Rulings that bring each place to what was counted there; what was not counted lies as the book has it.

    Rejected by table-ruling where the counts are not the deck's, or where this book does not know what was put
    down unseen; by what the judge says where no ruling is possible now. Raises ValidationError for a bad reason.
    """
    if state.setup.believing:
        return _cannot(Text("Cards may have been put down unseen, so a ruling cannot count for them."))
    names = (*state.setup.seats, "pile")
    surplus = {name: held - counted.get(name, {}).get("", held) for name, held in zip(names, state.places, strict=True)}
    if over := sum(surplus.values()):
        deck = sum(state.places)
        return _cannot(Text("You counted {n} cards; {deck} are in the game.", n=deck - over, deck=deck))
    moves: list[Move] = []
    for source, target, count in _transfers(surplus):
        raw = {"move": "ruling", "count": count, "from": source, "to": target, "reason": reason}
        moves.append(CardRuling.model_validate(raw))
        ruling = judge(state, moves[-1])
        if isinstance(ruling, Rejected):
            return ruling
        state = ruling.state
    return tuple(moves)


def _transfers(surplus: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """Transfers that level the surplus: equal ones cancel out at once, then the biggest give to the biggest."""
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


def _cannot(because: Text) -> Rejected:
    return Rejected(rulebook.TABLE_RULING, because)
