"""A trick that is being told: what is still missing, and what would become of it. All of it asked of the judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.ruling import Rejected, Text
from companion.games.sluff_off.moves import TrickCards, TrickClaim
from companion.games.sluff_off.outcome import followed
from companion.games.sluff_off.play import record
from companion.games.sluff_off.state import Round

if TYPE_CHECKING:
    from companion.games.sluff_off.draft import Draft
    from companion.games.transcript import Book


def missing(draft: Draft) -> Text:
    """What has still to be tapped before the trick can be recorded."""
    if draft.by_cards:
        return Text("Tap the card of every seat first.")
    if draft.winner is None and draft.led is None:
        return Text("Tap the seat that took it, then the colour led.")
    return Text("Tap the seat that took it.") if draft.winner is None else Text("Tap the colour that was led.")


def outcome(book: Book, draft: Draft) -> Text | None:
    """What becomes of the drafted trick once it is recorded; None where it cannot be."""
    after = _after(book, draft)
    if after is None:
        return None
    trick = after.tricks[-1]
    winner = book.header.seats[trick.winner]
    if trick.settled is None:
        return Text("{seat} has a token to turn in.", seat=winner)
    brought = followed(after, winner)
    if brought is None:
        return Text("{seat} holds the Sluffer and pays nothing.", seat=winner)
    return Text("{sentence}.", sentence=brought)


def taken(book: Book, draft: Draft, order: tuple[str, ...]) -> Text | None:
    """Who takes the drafted trick by its cards, and with which; None where it cannot be."""
    after = _after(book, draft)
    if after is None:
        return None
    winner = book.header.seats[after.tricks[-1].winner]
    color, rank = draft.cards[order.index(winner)].split(" ")
    return Text("{seat} takes it with {color} {rank}.", seat=winner, color=Text(color), rank=rank)


def _after(book: Book, draft: Draft) -> Round | None:
    move = book.game.parse(draft.claim(), book.header.seats)
    if not isinstance(move, TrickClaim | TrickCards):
        return None
    ruling = record(book.state, move)
    return None if isinstance(ruling, Rejected) else ruling.state.round
