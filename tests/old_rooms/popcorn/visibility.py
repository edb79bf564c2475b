"""Who knows what at a table where more cards may be put down than are said.

A public book holds the claims as they were said, and goes by what everybody sees: who has cards left, and who
has none. So its counts are what the others believe. It is made by playing the game anew, never from the true
counts: nothing in it depends on a number that its reader may not know.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache

from companion.games.game import Book
from companion.games.move import Move
from companion.games.ruling import Accepted
from companion.games.upheld import Upheld, claim_of
from tests.old_rooms.popcorn.house_rules import PublicOptions
from tests.old_rooms.popcorn.judge import judge
from tests.old_rooms.popcorn.moves import CardRuling, Claim, Honest, Seen
from tests.old_rooms.popcorn.refused_after_upgrade import carried_out
from tests.old_rooms.popcorn.state import State

KEPT = 128


def seen_by(book: Book, seat: str | None = None, entered: AbstractSet[int] = frozenset()) -> Book:
    """The book as a phone may know it that plays `seat` and entered the moves of these numbers.

    What was put down unseen is known to who put it down, and to who entered it. The cards of a claim are revealed once
    they are turned over, and all of them when the game is over.
    """
    if not book.state.setup.hidden or book.state.over:
        return book
    return _seen(book, seat, frozenset(entered))


def corrected(was: Move, now: Move) -> Move:
    """A claim in another's place: where it does not say how many cards were put down, as many as there were.

    Who corrects what was said may not know that number.
    """
    if isinstance(now, Upheld):
        return now.of(corrected(was, now.claim))
    old = claim_of(was)
    if not isinstance(old, Claim) or old.cards is None or not isinstance(now, Claim) or now.cards is not None:
        return now
    # Who put down as many as were said did so still; nobody says more than lie there.
    return now.model_copy(update={"cards": now.count if old.cards == old.count else max(old.cards, now.count)})


@lru_cache(maxsize=KEPT)
def _seen(book: Book, seat: str | None, entered: frozenset[int]) -> Book:
    steps = tuple(reversed(tuple(book.standing())))
    revealed = entered | _turned_over(steps)
    own = book.people.names_of(seat)
    known = [
        not isinstance(move := claim_of(step.move), Claim) or move.seat in own or number in revealed
        for number, step in enumerate(steps)
    ]
    if all(known):
        return book
    opening = steps[0].before
    assert opening is not None
    header = replace(book.header, options=PublicOptions.model_validate(book.header.options.model_dump()))
    seen = replace(opening, header=header, state=book.game.start(header))
    for step, whole in zip(steps, known, strict=True):
        move = _observed(step.move, step.state, whole)
        claim = claim_of(move)
        ruling = judge(seen.state, claim)
        # What stands, stands for everybody: where this book's numbers are against it, as far as there is room for it.
        state = ruling.state if isinstance(ruling, Accepted) else carried_out(seen.state, claim)
        seen = replace(step, header=header, state=state, move=move, before=seen)
    return replace(seen, accepted=book.accepted)


def _observed(move: Move | None, state: State, whole: bool) -> Move:
    """The move of a step as everybody saw it, for whoever may know the `whole` of it with its number of cards."""
    assert move is not None
    if isinstance(move, Upheld):
        return move.of(_observed(move.claim, state, whole))
    if isinstance(move, Claim):
        left = bool(state.places[state.setup.seats.index(move.seat)])
        return move.observed(left) if whole else move.observed(left, "cards")
    return move.observed(left=True) if isinstance(move, CardRuling) else move


def _turned_over(steps: tuple[Book, ...]) -> frozenset[int]:
    """The numbers of the claims that were called and shown."""
    found: set[int] = set()
    latest = 0
    for number, step in enumerate(steps):
        if isinstance(claim_of(step.move), Claim):
            latest = number
        elif isinstance(claim_of(step.move), Honest | Seen):
            found.add(latest)
    return frozenset(found)
