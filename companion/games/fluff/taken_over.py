"""What an entry brought about that the rules refuse since they were corrected, told in moves that they allow."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.fluff.moves import DiceRuling, Show, ShowMatching, Spill
from companion.games.fluff.state import MOST_DICE, State
from companion.games.move import Move, Plain


def taken_over(state: State, move: Move, reason: str) -> Iterator[tuple[Plain, ...]]:
    """Ways to take it over, the nearest first: dice are gone that were lost, and those shown still count."""
    if not isinstance(move, Spill | DiceRuling | Show | ShowMatching):
        return
    held = state.dice[state.setup.seats.index(move.seat)]
    match move:
        case Show() if state.bid is not None:
            count = min(held, state.bid.met_by(tuple(move.dice)))
            yield ({"move": "show", "seat": move.seat, "matching": count},)
        case ShowMatching():
            yield ({"move": "show", "seat": move.seat, "matching": min(held, move.matching)},)
        case Spill() | DiceRuling():
            asked = -move.count if isinstance(move, Spill) else move.dice
            dice = max(0, min(MOST_DICE, held + asked)) - held
            if dice:
                yield ({"move": "ruling", "seat": move.seat, "dice": dice, "reason": reason},)
