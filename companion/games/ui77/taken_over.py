"""What an entry brought about that the rules refuse since they were corrected, told in moves that they allow."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.move import Move, Plain
from companion.games.tricks import laid, winning_play
from companion.games.ui77.cards import deck
from companion.games.ui77.moves import Cut, TrickCards
from companion.games.ui77.state import State, order


def taken_over(state: State, move: Move, reason: str) -> Iterator[tuple[Plain, ...]]:
    """Ways to take it over, the nearest first: a trick keeps its winner, a cut its point."""
    if isinstance(move, Cut):
        yield ({"move": "ruling", "seat": move.seat, "points": 1, "reason": reason},)
    elif isinstance(move, TrickCards):
        winner = _winner(state, move)
        if winner is not None:
            yield ({"move": "trick", "winner": winner},)


def _winner(state: State, move: TrickCards) -> str | None:
    """Who took the trick, by its cards, else as it was told beside them."""
    seats = order(state)
    if len(move.cards) != len(seats) or not deck().keys() >= set(move.cards):
        return move.winner
    trump = state.hand.meaning.trump if state.trump_counts else None
    return winning_play(laid(seats, move.cards, deck()), trump).seat
