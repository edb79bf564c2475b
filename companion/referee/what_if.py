"""What would follow: the entries that stand, edited, and every later one judged again. Nothing is written.

An edit that was asked for has to stand. What does not stand any more because of
it has fallen; each fallen entry is named with its rule and with what could mend it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.games.game import Header, Move
from companion.games.ruling import Rejected
from companion.games.transcript import Book
from companion.referee.edits import Draft, Edit, Line, apply
from companion.referee.repairs import LOOK_AHEAD, NO_REPAIRS, Spot, repairs


@dataclass(frozen=True, slots=True)
class Fallen:
    """An entry that would no longer stand, the rule against it, and edits that would each mend that.

    `mendable` says that the referee would take the first of them, because no more stands without the entry.
    """

    line: Line
    rejected: Rejected
    repairs: tuple[Edit, ...]
    mendable: bool


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What would be: `edits` are all of them, the removals of what has fallen included; `after` is the book then.

    `mended` are the ids of the entries that a repair keeps.
    """

    before: Book
    after: Book
    edits: tuple[Edit, ...]
    fallen: tuple[Fallen, ...]
    mended: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wrong:
    """An edit that was asked for does not stand itself: the rule, and what would be allowed in its place."""

    edit: Edit
    rejected: Rejected
    instead: tuple[Move, ...]


MOST_LOOKED_INTO = 30
"""For so many falling entries, the first ones, are repairs looked for: what falls later mostly falls with them."""


class _Fold:
    """The book as it grows, and what was learnt on the way."""

    def __init__(
        self, book: Book, lines: Sequence[Line], drafts: Sequence[Draft], removed: Sequence[Edit], mend: bool
    ) -> None:
        self.book = Book.open(book.header)
        self.kept: list[Edit] = []
        self.fallen: list[Fallen] = []
        self.mended: list[str] = []
        self._was = {line.id: line for line in lines}
        self._gone = _gone_before(lines, {edit.entry for edit in removed})
        self._drafts = drafts
        self._mend = mend
        self._looked = 0

    def run(self) -> Wrong | None:
        """All drafts, one after another; the answer is what is wrong with an edit that was asked for."""
        for place, draft in enumerate(self._drafts):
            edit = draft.edit
            if edit is None:
                self._keep(self._was[draft.id], place)
            elif edit.fell is not None:
                self._repair(draft, edit, place)
            elif rejected := self._claim(draft.move):
                return Wrong(edit, rejected, self.book.game.instead(self.book.state, draft.move))
            else:
                self.kept.append(edit)
        return None

    def _tried(self, *moves: Move) -> Book | Rejected:
        """The book after all of the moves, or the first rejection."""
        book = self.book
        for move in moves:
            ruling = book.claim(move)
            if isinstance(ruling, Rejected):
                return ruling
            book = ruling.state
        return book

    def _claim(self, *moves: Move) -> Rejected | None:
        """All of the moves, or the first rejection and none of them."""
        after = self._tried(*moves)
        if isinstance(after, Rejected):
            return after
        self.book = after
        return None

    def _keep(self, line: Line, place: int) -> None:
        rejected = self._claim(line.move)
        if rejected is None:
            return
        self._looked += 1
        following = [draft.move for draft in self._drafts[place + 1 : place + 1 + LOOK_AHEAD]]
        spot = Spot(self.book.game, self.book.state, line, rejected, following, self._gone[line.id])
        found = repairs(spot) if self._looked <= MOST_LOOKED_INTO else NO_REPAIRS
        if self._mend and found.best is not None:
            self._carry_out(found.best, line)
        else:
            self.fallen.append(Fallen(line, rejected, found.all, found.best is not None))
            self.kept.append(Edit(do="remove", entry=line.id, fell=rejected.rule.id))

    def _carry_out(self, repair: Edit, line: Line) -> None:
        put_in = self.book.game.parse(repair.move, self.book.header.seats)
        assert isinstance(put_in, Move)  # noqa: S101 - a repair is one of the game's own choices
        self._claim(put_in, *([line.move] if repair.do == "insert" else []))
        self.kept.append(repair)
        self.mended.append(line.id)

    def _repair(self, draft: Draft, edit: Edit, place: int) -> None:
        """A repair holds only where it is still needed and mends; else the entry is seen as it was."""
        was = self._was.get(edit.entry or "")
        needless = was is not None and isinstance(self._tried(was.move), Book)
        mends = self._tried(draft.move, *([was.move] if was is not None and edit.do == "insert" else []))
        if not needless and isinstance(mends, Book):
            self._claim(draft.move)
            self.kept.append(edit)
            self.mended.append(edit.entry or draft.id)
        elif edit.do == "change" and was is not None:
            self._keep(was, place)


def _gone_before(lines: Sequence[Line], removed: Collection[str | None]) -> Mapping[str, Sequence[Move]]:
    """By line the moves that were removed from just before it."""
    found: dict[str, Sequence[Move]] = {}
    gone: list[Move] = []
    for line in lines:
        found[line.id] = tuple(gone)
        gone = [*gone, line.move] if line.id in removed else []
    return found


def what_if(book: Book, lines: Sequence[Line], edits: Sequence[Edit], *, mend: bool = False) -> WhatIf | Wrong:
    """What would follow from these edits of the lines that `book` was made of.

    Edits marked `fell` are repairs, and the removals among them are found anew. With
    `mend` each entry that would fall gets the best repair that the referee has for it.
    Raises BadEdits where an edit names no line, or is no move.
    """
    asked = [edit for edit in edits if edit.do != "remove" or edit.fell is None]
    removed = [edit for edit in asked if edit.do == "remove"]
    fold = _Fold(book, lines, apply(book.game, book.header.seats, lines, asked, "new"), removed, mend)
    wrong = fold.run()
    if wrong is not None:
        return wrong
    return WhatIf(book, fold.book, (*removed, *fold.kept), tuple(fold.fallen), tuple(fold.mended))


def settled(
    header: Header, lines: Sequence[Line], edits: Sequence[Edit], stem: str
) -> tuple[Book, tuple[Line, ...]] | Rejected:
    """The book and the lines after edits all of whose consequences are among them; the first rejection otherwise.

    `stem` names the inserted lines, see `edits.apply`. Raises BadEdits.
    """
    book = Book.open(header)
    drafts = apply(book.game, header.seats, lines, edits, stem)
    for draft in drafts:
        ruling = book.claim(draft.move)
        if isinstance(ruling, Rejected):
            return ruling
        book = ruling.state
    return book, tuple(Line(draft.id, draft.move) for draft in drafts)
