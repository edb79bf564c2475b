"""Who knows what at a table where more cards may be put down than are said.

A public book holds the claims as they were said, and goes by what everybody sees: who has cards left, and who
has none. So its counts are what the others believe. It is made by playing the game anew, never from the true
counts: nothing in it depends on a number that its reader may not know.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import lru_cache

from msgspec.structs import replace
from pydantic import PrivateAttr

from companion.games.game import Book
from companion.games.move import Move
from companion.games.popcorn.moves import CardRuling, Claim, Reveal
from companion.games.popcorn.state import PILE, PublicOptions, State
from companion.games.ruled_move import Override, overridden, refusal
from companion.games.ruling import Rejected

KEPT = 128


def seen_by(book: Book, seat: str | None = None, entered: AbstractSet[int] = frozenset()) -> Book:
    """Return the book as a phone may know it that plays `seat` and entered the moves of these numbers.

    What was put down unseen is known to the seat that put it down, and to the phone that entered it. The cards of a
    claim are revealed once they are turned over, and all of them when the game is over.
    """
    if not book.state.options.hidden_count or book.state.phase == "over":
        return book
    return _seen(book, seat, frozenset(entered))


def corrected(was: Move, now: Move) -> Move:
    """Return a claim that takes another's place: if it does not say how many cards were put down, as many as before.

    Whoever corrects what was said may not know that number.
    """
    if isinstance(now, Override):
        return now.of(corrected(was, now.overrides))
    old = overridden(was)
    if not isinstance(old, Claim) or old.cards is None or not isinstance(now, Claim) or now.cards is not None:
        return now
    # A seat that put down as many as it said did so still; nobody says more than lie there.
    return now.model_copy(update={"cards": now.count if old.cards == old.count else max(old.cards, now.count)})


@lru_cache(KEPT)
def _seen(book: Book, seat: str | None, entered: frozenset[int]) -> Book:
    moves, books = book.moves(), reversed(tuple(book.standing()))
    unseen = _unseen(moves, book.people.names_of(seat), entered)
    if not unseen:
        return book
    header = replace(book.header, options=PublicOptions.model_validate(book.header.options.model_dump()))
    seen = Book.open(book.game, header)
    for number, (move, whole) in enumerate(zip(moves, books, strict=True)):
        witnessed = _witnessed(move, whole.state, hidden=number in unseen)
        state = book.game.after(seen.state, witnessed)
        seen = replace(whole, header=header, state=state, move=witnessed, before=seen)
    return replace(seen, accepted=book.accepted)


def _unseen(moves: tuple[Move, ...], own: tuple[str, ...], entered: frozenset[int]) -> set[int]:
    """Return the numbers of the claims of which a phone may not know how many cards were put down."""
    unseen, latest = set[int](), 0
    for number, move in enumerate(map(overridden, moves)):
        if isinstance(move, Claim):
            latest = number
            if move.seat not in own and number not in entered:
                unseen.add(number)
        elif isinstance(move, Reveal):
            unseen.discard(latest)
    return unseen


class _Witnessed(Move):
    """A move that stands, as everybody saw it. To people, and beside other moves, it is the move that it was."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return super().__hash__()


class _WitnessedClaim(_Witnessed, Claim):
    """A claim that stands, however many cards are believed to be in the hand; `_left`: whether it has some after it."""

    _left: bool = PrivateAttr()

    def refused(self, state: State) -> Rejected | None:
        return super().refused(_with_enough(state, self.seat, self.put))

    def after(self, state: State) -> State:
        after = super().after(state)
        if after is state:
            return state
        believed = after.cards[self.seat]
        if bool(believed) != self._left:
            after = after.moved(PILE, self.seat, 1) if self._left else after.moved(self.seat, PILE, believed)
        if after.laid is None or after.laid is state.laid:
            return after
        within_the_rules = refusal(state, self) is None  # so the hand held as many as were put down
        put = self.put if within_the_rules else state.cards[self.seat] - after.cards[self.seat]
        return replace(after, laid=replace(after.laid, put=put))


class _WitnessedRuling(_Witnessed, CardRuling):
    """A ruling that stands, however many cards are believed to lie there."""

    def refused(self, state: State) -> Rejected | None:
        return super().refused(_with_enough(state, self.source, self.count + 1))


def _with_enough(state: State, place: str, count: int) -> State:
    return replace(state, cards={**state.cards, place: max(state.cards[place], count)})


def _witnessed(move: Move, after: State, *, hidden: bool) -> Move:
    """Return a move as everybody saw it that has led to the state `after`; `hidden`: without its number of cards."""
    if isinstance(move, Override):
        return move.of(_witnessed(move.overrides, after, hidden=hidden))
    if isinstance(move, CardRuling):
        return _WitnessedRuling.model_construct(move.model_fields_set, **dict(move))
    if not isinstance(move, Claim):
        return move
    known = dict(move) | ({"cards": None} if hidden else {})
    claim = _WitnessedClaim.model_construct(move.model_fields_set - ({"cards"} if hidden else set()), **known)
    claim._left = bool(after.cards.get(move.seat))  # noqa: SLF001 - of this module
    return claim
