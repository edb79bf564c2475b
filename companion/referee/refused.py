"""What may become of an entry that stood once and that today's rules refuse: it stands, is taken out, is replaced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.games.book import Book
from companion.games.move import Move, Plain
from companion.games.ruling import Rejected
from companion.referee.amend import MOST_REPAIRS, BrokenEntry, Preview, repairs, what_if
from companion.referee.edits import BadEdits, Edit, StandingMove

How = Literal["stands", "out", "replaced"]


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that may become of it: `moves` in its place, or `edits` of what stood before it.

    None of both: it stands for nothing. `kept`: it stands itself, after what was left out before it.
    """

    how: How
    moves: tuple[Move, ...] = ()
    edits: tuple[Edit, ...] = ()
    kept: bool = False


OUT = Offer("out")


def offers_for_move(book: Book, move: Move, rejected: Rejected, following: Sequence[Move], reason: str) -> list[Offer]:
    """For a move of the game in this book; `following` are those after it, by which what is offered is ranked.

    It stands where its consequences can be told in moves that the rules allow (with `reason` for a table ruling), or
    where it is legal after a move that nobody told. Each offer is legal.
    """
    found = repairs(BrokenEntry(book.game, book.state, StandingMove("", move), rejected, following)).all
    before = [read for edit in found if edit.do == "insert" and (read := _read(book, edit)) is not None]
    instead = [read for edit in found if edit.do == "change" and (read := _read(book, edit)) is not None]
    stands = [Offer("stands", moves) for moves in _taken_over(book, move, reason)][:1]
    stands += [Offer("stands", (one, move), kept=True) for one in before]
    return [*stands, OUT, *(Offer("replaced", (one,)) for one in instead)]


def offers_for_unreadable(book: Book, kind: object) -> list[Offer]:
    """For what is no move any more: it goes, or what is legal comes in its place, moves of the same kind first."""
    legal = [choice.move for choice in book.game.choices(book.state, None) if choice.legal]
    legal.sort(key=lambda move: move.kind() != kind)
    return [OUT, *(Offer("replaced", (one,)) for one in legal[:MOST_REPAIRS])]


def offers_for_undo(standing: Sequence[StandingMove]) -> list[Offer]:
    """For an undo: what it took back goes, where anything stands."""
    return [*(Offer("stands", edits=(Edit(do="remove", entry=one.id),)) for one in standing[-1:]), OUT]


def offers_for_edits(book: Book, standing: Sequence[StandingMove], edits: Sequence[Edit]) -> list[Offer]:
    """For an amend: it stands with all that follows from it today, or with what keeps the most of it."""
    known = {one.id for one in standing}
    fitting = [edit for edit in edits if edit.entry is None or edit.entry in known]
    stands, mended = (_carried_out(book, standing, fitting, mend=mend) for mend in (False, True))
    found = [Offer("stands", edits=stands)] if stands else []
    return [*found, OUT, *([Offer("replaced", edits=mended)] if mended and mended != stands else [])]


def _carried_out(
    book: Book, standing: Sequence[StandingMove], edits: Sequence[Edit], *, mend: bool
) -> tuple[Edit, ...]:
    try:
        found = what_if(book, standing, edits, mend=mend) if edits else None
    except BadEdits:
        return ()
    return found.edits if isinstance(found, Preview) else ()


def _taken_over(book: Book, move: Move, reason: str) -> Iterator[tuple[Move, ...]]:
    for plains in book.game.taken_over(book.state, move, reason):
        moves = _standing(book, plains)
        if moves:
            yield moves


def _standing(book: Book, plains: Sequence[Plain]) -> tuple[Move, ...]:
    """The moves where each stands after those before it; else none."""
    for plain in plains:
        ruling = book.play(plain)
        if isinstance(ruling, Rejected):
            return ()
        book = ruling.state
    return book.moves()[-len(plains) :]


def _read(book: Book, edit: Edit) -> Move | None:
    read = book.game.parse(edit.move, book.header.seats)
    return read if isinstance(read, Move) else None
