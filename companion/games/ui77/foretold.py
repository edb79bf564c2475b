"""Cards that are being told: what they would set, or who would take them. All of it asked of the judge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.ruling import Rejected, Text
from companion.games.ui77.before_play import judge_face_up
from companion.games.ui77.deck import shown
from companion.games.ui77.moves import FaceUp, TrickCards
from companion.games.ui77.play import order, record
from companion.games.ui77.words import tell

if TYPE_CHECKING:
    from companion.games.transcript import Book


def sets(book: Book, plain: dict[str, Any]) -> tuple[Text, ...]:
    """What three cards would set; nothing where they cannot lie face up."""
    ruling = judge_face_up(book.state, FaceUp.model_validate(plain))
    return () if isinstance(ruling, Rejected) else tell(ruling.state.hand.meaning)


def taken(book: Book, plain: dict[str, Any]) -> Text | None:
    """Who would take the trick by its cards, and with which; None where it cannot be."""
    move = TrickCards.model_validate(plain)
    after = record(book.state, move)
    if isinstance(after, Rejected):
        return None
    winner = book.header.seats[after.state.leader]
    return Text("{seat} takes it with {card}.", seat=winner, card=shown(move.cards[order(book.state).index(winner)]))
