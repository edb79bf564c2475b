"""What a trick of Sluff Off! rests on that the app cannot see: that whoever did not follow could not."""

from __future__ import annotations

from companion.games.game import Book
from companion.games.move import Move
from companion.games.ruling import Condition
from companion.games.sluff_off import rulebook
from companion.games.sluff_off.moves import TrickCards, TrickClaim
from companion.games.sluff_off.state import TRICKS, State, order
from companion.games.text import Text
from companion.games.tricks import first_void, laid, on_trust


def conditions(book: Book, move: Move) -> tuple[Condition, ...]:
    """Rule: follow-suit. One condition a card off suit, where hands or recorded cards do not settle it."""
    state = book.state
    if isinstance(move, TrickCards):
        return _by_cards(state, move)
    if isinstance(move, TrickClaim) and move.won_with != move.led and not state.setup.options.trump_any_time:
        return (_held_none(state, move.winner, Text(move.won_with), move.led),) if _left(state) > 1 else ()
    return ()


def _by_cards(state: State, move: TrickCards) -> tuple[Condition, ...]:
    setup, cards, seats = state.setup, state.setup.deck, order(state)
    seen = state.round.played | set(move.cards)
    unseen = (card for name, card in cards.items() if name not in seen)
    excused = setup.edition.trump if setup.options.trump_any_time else None
    plays = laid(seats, move.cards, cards)
    found = on_trust(plays, dict.fromkeys(seats, _left(state)), unseen, excused)
    return tuple(
        _held_none(
            state,
            play.seat,
            Text("{color} {rank}", color=Text(play.card.suit), rank=play.card.rank),
            plays[0].card.suit,
        )
        for play in found
    )


def _left(state: State) -> int:
    """How many cards each seat holds before the next trick."""
    return TRICKS - len(state.round.tricks)


def _held_none(state: State, seat: str, played: Text, led: str) -> Condition:
    trick = first_void(state.round.voids, seat, led, len(state.round.tricks) + 1)
    return Condition(
        Text(
            "{seat}\u2019s {played} is allowed only if {seat} holds no {led}.", seat=seat, played=played, led=Text(led)
        ),
        rulebook.FOLLOW_SUIT,
        {"kind": "revoke", "seat": seat, "round": len(state.sums) + 1, "trick": trick},
    )
