"""What may become of an entry that stood once and that today's rules refuse: it stands, is taken out, is replaced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.games.game import Book
from companion.games.move import Move
from companion.games.ruling import Rejected
from companion.games.upheld import Upheld, upheld
from companion.referee.amend import MOST_REPAIRS, BrokenEntry, Preview, RejectedEdit, repairs, what_if
from companion.referee.edits import BadEdits, Edit, StandingMove

How = Literal["stands", "out", "replaced"]


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that may become of it: `moves` in its place, or `edits` of what stood before it.

    None of both: it stands for nothing. `kept`: it stands itself, after what was left out before it. `upheld`: it
    stands itself, and what it brought about is taken over as far as the book has room for it.
    """

    how: How
    moves: tuple[Move, ...] = ()
    edits: tuple[Edit, ...] = ()
    kept: bool = False
    upheld: bool = False


MOST_UPHELD = 20
"""Of the moves of one amend."""
OUT = Offer("out")
UPHELD = Offer("stands", upheld=True)


def offers_for_move(book: Book, move: Move, rejected: Rejected, following: Sequence[Move]) -> list[Offer]:
    """For a move of the game in this book; `following` are those after it, by which what is offered is ranked.

    It stands in moves that the rules allow and that tell its consequences (with `reason` for a table ruling), or after
    a move that nobody told; else it is upheld. A move of its kind comes in its place, else the nearest.
    """
    found = repairs(BrokenEntry(book.game, book.state, StandingMove("", move), rejected, following)).all
    before = [read for edit in found if edit.do == "insert" and (read := _read(book, edit)) is not None]
    instead = [read for edit in found if edit.do == "change" and (read := _read(book, edit)) is not None]
    near = (*book.game.near(book.state, move), *book.game.choices(book.state, None))
    instead = instead or [choice.move for choice in near if choice.legal][:MOST_REPAIRS]
    stands = [Offer("stands", (one, move), kept=True) for one in before]
    return [*(stands or [UPHELD]), OUT, *(Offer("replaced", (one,)) for one in instead)]


def offers_for_unseen(book: Book) -> list[Offer]:
    """For a move that a phone may not know: it is upheld, goes, or what is legal comes in its place."""
    return [UPHELD, *offers_for_unreadable(book, None)]


def offers_for_unreadable(book: Book, kind: object) -> list[Offer]:
    """For what is no move any more: it goes, or what is legal comes in its place, moves of the same kind first."""
    legal = [choice.move for choice in book.game.choices(book.state, None) if choice.legal]
    legal.sort(key=lambda move: move.kind() != kind)
    return [OUT, *(Offer("replaced", (one,)) for one in legal[:MOST_REPAIRS])]


def offers_for_undo(standing: Sequence[StandingMove]) -> list[Offer]:
    """For an undo: what it took back goes, where anything stands."""
    return [*(Offer("stands", edits=(Edit(do="remove", entry=one.id),)) for one in standing[-1:]), OUT]


def offers_for_edits(book: Book, standing: Sequence[StandingMove], edits: Sequence[Edit], reason: str) -> list[Offer]:
    """For an amend: it stands with all that follows from it today, or with what keeps the most of it.

    A move of its own that the rules refuse is upheld, with `reason`.
    """
    known = {one.id for one in standing}
    fitting = _upheld(book, standing, [edit for edit in edits if edit.entry is None or edit.entry in known], reason)
    stands, mended = (_carried_out(book, standing, fitting, mend=mend) for mend in (False, True))
    found = [Offer("stands", edits=stands)] if stands else []
    return [*found, OUT, *([Offer("replaced", edits=mended)] if mended and mended != stands else [])]


def _upheld(book: Book, standing: Sequence[StandingMove], edits: Sequence[Edit], reason: str) -> list[Edit]:
    """The edits, with each own move that is refused as a ruling that lets it stand, as far as that can be."""
    mended = list(edits)
    for _ in range(MOST_UPHELD):
        try:
            found = what_if(book, standing, mended) if mended else None
        except BadEdits:
            return list(edits)
        move = _read(book, found.edit) if isinstance(found, RejectedEdit) else None
        if not isinstance(found, RejectedEdit) or move is None or isinstance(move, Upheld):
            break
        ruling = found.edit.model_copy(update={"move": upheld(move, reason).plain()})
        mended[mended.index(found.edit)] = ruling
    return mended


def _carried_out(
    book: Book, standing: Sequence[StandingMove], edits: Sequence[Edit], *, mend: bool
) -> tuple[Edit, ...]:
    try:
        found = what_if(book, standing, edits, mend=mend) if edits else None
    except BadEdits:
        return ()
    return found.edits if isinstance(found, Preview) else ()


def _read(book: Book, edit: Edit) -> Move | None:
    read = book.game.parse(edit.move, book.seats)
    return read if isinstance(read, Move) else None
