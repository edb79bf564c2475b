"""What an entry brought about that the rules refuse since they were corrected, told in moves that they allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.move import Move, Plain
from companion.games.popcorn.moves import CardRuling, Claim, Seen
from companion.games.popcorn.state import State


def taken_over(state: State, move: Move, reason: str) -> Iterator[tuple[Plain, ...]]:
    """Ways to take it over, the nearest first: cards go where they went, a reveal keeps what it showed."""

    def ruling(source: str, target: str, count: int) -> dict[str, Any]:
        return {"move": "ruling", "count": count, "from": source, "to": target, "reason": reason}

    match move:
        case Claim() if move.put > 0:
            yield (ruling(move.seat, "pile", move.put),)
        case Seen() if state.laid is not None:
            honest = tuple(move.cards) == (state.laid.rank,) * state.laid.count
            yield ({"move": "reveal", "honest": honest},)
        case CardRuling():
            place = state.setup.place(move.source)
            spare = state.places[place] - (place != state.setup.pile)
            if spare > 0:
                yield (ruling(move.source, move.target, min(spare, move.count)),)
