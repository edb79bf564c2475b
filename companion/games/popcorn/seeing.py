"""Who knows what at a table where more cards may be put down than are said.

A book for somebody else's eyes holds the claims as they were said, and goes by what everybody sees: who has
cards left, and who has none. So its counts are what the others believe. It is made by playing the game anew,
never from the true counts, and nothing that it shows depends on a number that its reader may not know.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.games.game import Header, Move
from companion.games.popcorn.moves import Believing, CardRuling, Claim, Honest, Seen
from companion.games.ruling import Rejected

if TYPE_CHECKING:
    from companion.games.transcript import Book

KEPT = 128


def seen_by(book: Book, seat: str | None, entered: AbstractSet[int]) -> Book:
    """The book as a phone knows it that plays `seat` and entered the moves of these numbers.

    The cards of a claim are revealed once they are turned over, and all of them when the game is over.
    """
    if not book.state.setup.hidden or book.state.over:
        return book
    return _seen(book, seat, frozenset(entered))


@lru_cache(maxsize=KEPT)
def _seen(book: Book, seat: str | None, entered: frozenset[int]) -> Book:
    lived = tuple(reversed(tuple(book.standing())))
    told = entered | _turned_over(lived)
    knows = [_knows(here.move, seat) or number in told for number, here in enumerate(lived)]
    if all(knows):
        return book
    header = _believing(book.header)
    seen = replace(_opening(book), header=header, state=book.game.start(header))
    for here, known in zip(lived, knows, strict=True):
        move = _told(here, known)
        ruling = book.game.judge(seen.state, move)
        assert not isinstance(ruling, Rejected), (move, ruling)  # noqa: S101 - what stands, stands for everybody
        seen = replace(here, header=header, state=ruling.state, move=move, before=seen)
    return replace(seen, accepted=book.accepted)


def _opening(book: Book) -> Book:
    while book.before is not None:
        book = book.before
    return book


def _believing(header: Header) -> Header:
    return replace(header, options=Believing.model_validate(header.options.model_dump()))


def _knows(move: Move | None, seat: str | None) -> bool:
    """Whether all of a move is known to who plays the seat: what is not a claim, and its own ones."""
    return not isinstance(move, Claim) or move.seat == seat


def _told(here: Book, known: bool) -> Move:
    """The move that led here as it is told to who may know all of it (`known`), or may not."""
    move, state = here.move, here.state
    assert move is not None  # noqa: S101 - the opening is not told
    if isinstance(move, Claim):
        left = bool(state.places[state.setup.seats.index(move.seat)])
        return move.lived(left) if known else move.lived(left, "cards")
    return move.lived(left=True) if isinstance(move, CardRuling) else move


def _turned_over(lived: tuple[Book, ...]) -> frozenset[int]:
    """The numbers of the claims that were called and shown."""
    found: set[int] = set()
    latest = 0
    for number, here in enumerate(lived):
        if isinstance(here.move, Claim):
            latest = number
        elif isinstance(here.move, Honest | Seen):
            found.add(latest)
    return frozenset(found)
