"""What an entry brought about that the rules refuse since they were corrected, told in moves that they allow."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.move import Move, Plain
from companion.games.sluff_off.moves import Steal, Take, TokenRuling, TrickCards, TrickClaim, TurnIn
from companion.games.sluff_off.state import State, order
from companion.games.tricks import laid, winning_play


def taken_over(state: State, move: Move, reason: str) -> Iterator[tuple[Plain, ...]]:
    """Ways to take it over, the nearest first: tokens go where they went, a trick keeps its winner."""
    match move:
        case Take():
            yield (_ruling(move.color, "centre", move.seat, reason),)
        case Steal():
            stolen = _ruling(move.color, move.holder, move.seat, reason)
            yield stolen, _ruling("white", "centre", move.holder, reason)
            yield (stolen,)
        case TurnIn():
            yield from _turned_in(state, move, reason)
        case TrickClaim():
            yield ({"move": "trick", "winner": move.winner, "led": move.led, "won_with": move.led},)
        case TrickCards():
            yield from _by_result(state, move)
        case TokenRuling():
            there = state.round.count(state.setup.place(move.source), move.color)
            yield (_ruling(move.color, move.source, move.target, reason, min(move.count, there)),)


def _ruling(color: str, source: str, target: str, reason: str, count: int = 1) -> Plain:
    return {"move": "ruling", "color": color, "count": count, "from": source, "to": target, "reason": reason}


def _turned_in(state: State, move: TurnIn, reason: str) -> Iterator[tuple[Plain, ...]]:
    """The token goes back by a ruling; where one is owed, once it no longer is."""
    paid = _ruling(move.color, move.seat, "centre", reason)
    owed = state.phase == "turn-in"
    yield ({"move": "miss_turn_in", "seat": state.setup.seats[state.leader]}, paid) if owed else (paid,)


def _by_result(state: State, move: TrickCards) -> Iterator[tuple[Plain, ...]]:
    """A trick without its cards: as they make it, else as it was told beside them."""
    deck, seats = state.setup.deck, order(state)
    if len(move.cards) == len(seats) and deck.keys() >= set(move.cards):
        won = winning_play(laid(seats, move.cards, deck), state.setup.edition.trump)
        led = deck[move.cards[0]].suit
        yield ({"move": "trick", "winner": won.seat, "led": led, "won_with": won.card.suit},)
    elif move.winner and move.led:
        yield ({"move": "trick", "winner": move.winner, "led": move.led, "won_with": move.won_with or move.led},)
