"""What would follow from an edit: later moves judged again, repairs of those that are rejected, what would differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from companion.games.game import Book, Game
from companion.games.move import Move
from companion.games.ruling import Accepted, Rejected
from companion.games.text import Text
from companion.referee.counts import flat_holdings
from companion.referee.edits import Edit, EditedMove, StandingMove, apply_edits


@dataclass(frozen=True, slots=True)
class Consequence:
    """A later entry that the edits would break, the ruling against it, and edits that would each repair it.

    `mendable` is True if at least as much stands with the first repair as without the entry.
    """

    entry: StandingMove
    rejected: Rejected
    repairs: tuple[Edit, ...]
    mendable: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """What edits would lead to.

    `edits` are those asked for, the repairs, and a removal of each broken entry; `after` is the book with all
    of them. `consequences` are the broken entries that are removed, `mended` the ids of those that are repaired.
    """

    before: Book
    after: Book
    edits: tuple[Edit, ...]
    consequences: tuple[Consequence, ...]
    mended: tuple[str, ...]

    @property
    def changes_nothing(self) -> bool:
        return self.after.moves() == self.before.moves()


@dataclass(frozen=True, slots=True)
class RejectedEdit:
    """An edit whose own move is rejected, and what would be allowed in its place."""

    edit: Edit
    rejected: Rejected
    instead: tuple[Move, ...]


MOST_REPAIRED = 30
"""Repairs are worked out only for this many broken entries: later ones mostly follow from the first."""


def what_if(
    book: Book, standing: Sequence[StandingMove], edits: Sequence[Edit], *, mend: bool = False
) -> Preview | RejectedEdit:
    """Return what would follow from these edits of the moves that `book` was made of.

    Edits with `fell` are repairs that were chosen before; removals with `fell` are worked out again. With
    `mend` each broken entry gets its best repair. Raises BadEdits.
    """
    asked = [edit for edit in edits if edit.do != "remove" or edit.fell is None]
    replay = _Replay(book, standing, asked, mend)
    rejected = replay.run()
    if rejected is not None:
        return rejected
    removals = (edit for edit in asked if edit.do == "remove")
    return Preview(book, replay.book, (*removals, *replay.edits), tuple(replay.consequences), tuple(replay.mended))


class _Replay:
    """The moves after the edits, played from the first edit on, and what becomes of those that break.

    `book` is what stands so far. `edits` are those that led to it, except the removals that were asked for;
    `consequences` and `mended` are those of `Preview`.
    """

    def __init__(self, book: Book, standing: Sequence[StandingMove], asked: Sequence[Edit], mend: bool) -> None:
        self.edits: list[Edit] = []
        self.consequences: list[Consequence] = []
        self.mended: list[str] = []
        self._standing = standing
        self._entries = {line.id: line for line in standing}
        self._edited = apply_edits(book.game, book.header.seats, standing, asked, "new")
        self.book, self._first = _unchanged(book, standing, self._edited)
        self._removed = {edit.entry for edit in asked if edit.do == "remove"}
        self._mend = mend
        self._broken = 0

    def run(self) -> RejectedEdit | None:
        """Play the moves, or stop at an edit that was asked for and is rejected."""
        for place, line in enumerate(self._edited[self._first :], self._first):
            edit = line.edit
            if edit is None:
                self._play_standing(self._entries[line.id], place)
            elif edit.fell is not None:
                self._play_repair(line, edit, place)
            elif rejected := self._play(line.move):
                return RejectedEdit(edit, rejected, self.book.game.instead(self.book.state, line.move))
            else:
                self.edits.append(edit)
        return None

    def _play(self, *moves: Move) -> Rejected | None:
        """Play all of the moves, or none of them and return the first rejection."""
        ruling = self.book.claim(*moves)
        if isinstance(ruling, Rejected):
            return ruling
        self.book = ruling.state
        return None

    def _play_standing(self, entry: StandingMove, place: int) -> None:
        """Play an entry that no edit changes; if it is broken, mend it or remove it."""
        rejected = self._play(entry.move)
        if rejected is None:
            return
        self._broken += 1
        offered = self._repairs(entry, rejected, place) if self._broken <= MOST_REPAIRED else NO_REPAIRS
        if self._mend and offered.best is not None:
            self._play(*offered.best.moves)
            self.edits.append(offered.best.edit)
            self.mended.append(entry.id)
        else:
            self.consequences.append(Consequence(entry, rejected, offered.all, offered.best is not None))
            self.edits.append(Edit(do="remove", entry=entry.id, fell=rejected.rule.id))

    def _repairs(self, entry: StandingMove, rejected: Rejected, place: int) -> Repairs:
        following = [line.move for line in self._edited[place + 1 : place + 1 + LOOK_AHEAD]]
        earlier = reversed(self._standing[: self._standing.index(entry)])
        removed = [line.move for line in takewhile(lambda line: line.id in self._removed, earlier)]
        return repairs(BrokenEntry(self.book.game, self.book.state, entry, rejected, following, removed))

    def _play_repair(self, line: EditedMove, edit: Edit, place: int) -> None:
        """Play a repair that was chosen before, if its entry is still broken and stands with it.

        Otherwise an entry that it changes is played unchanged; one that it comes before is played in its turn anyway.
        """
        entry = self._entries.get(edit.entry or "")
        needed = entry is None or isinstance(self.book.claim(entry.move), Rejected)
        then = [entry.move] if entry is not None and edit.do == "insert" else []
        if needed and isinstance(self.book.claim(line.move, *then), Accepted):
            self._play(line.move)
            self.edits.append(edit)
            self.mended.append(edit.entry or line.id)
        elif edit.do == "change" and entry is not None:
            self._play_standing(entry, place)


def _unchanged(book: Book, standing: Sequence[StandingMove], edited: Sequence[EditedMove]) -> tuple[Book, int]:
    """Return the book before the first move that edits touch, and how many moves it holds. Those are not judged."""
    pairs = zip(standing, edited, strict=False)
    touched = (number for number, (was, line) in enumerate(pairs) if line.edit is not None or line.id != was.id)
    first = next(touched, min(len(standing), len(edited)))
    for _ in standing[first:]:
        book = book.before or book
    return replace(book, accepted=first), first


def replay_with(
    book: Book, standing: Sequence[StandingMove], edits: Sequence[Edit], stem: str, *, judged: bool
) -> tuple[Book, tuple[StandingMove, ...]] | Rejected:
    """Return the book and its standing moves after edits that include all their consequences.

    If `judged` is True, the moves from the first edit on are judged; the first rejection is returned, if there is one.
    `stem` begins the ids of moves that the edits insert. Raises BadEdits.
    """
    edited = apply_edits(book.game, book.header.seats, standing, edits, stem)
    after, first = _unchanged(book, standing, edited)
    for line in edited[first:]:
        ruling = after.claim(line.move) if judged else Accepted(after.apply(line.move))
        if isinstance(ruling, Rejected):
            return ruling
        after = ruling.state
    return after, tuple(StandingMove(line.id, line.move) for line in edited)


MOST_REPAIRS = 8
LOOK_AHEAD = 8
"""Repairs are ranked by how many of this many next moves then stand."""


@dataclass(frozen=True, slots=True)
class BrokenEntry:
    """A move that the judge rejects after an edit, the game's state there, and the moves that follow it.

    `removed` are the moves that were removed from just before it: to insert one of them again repairs nothing.
    """

    game: Game[Any]
    state: Any
    entry: StandingMove
    rejected: Rejected
    following: Sequence[Move]
    removed: Sequence[Move] = ()


@dataclass(frozen=True, slots=True)
class Repair:
    """An edit that makes a broken entry stand, and the `moves` that are then played in the entry's place.

    `lasting` is how many of the next moves stand after them, `unchanged` how many of the entry's values stay.
    """

    edit: Edit
    moves: tuple[Move, ...]
    lasting: int
    unchanged: int


@dataclass(frozen=True, slots=True)
class Repairs:
    """Edits that each make the entry stand, best first. `best` is the first, unless more stands without the entry."""

    all: tuple[Edit, ...]
    best: Repair | None


NO_REPAIRS = Repairs((), None)


def repairs(broken: BrokenEntry) -> Repairs:
    """Return at most `MOST_REPAIRS` edits that make the entry stand, sorted by how many of the next moves then stand.

    They come from the game's own choices. One may change the entry to a move of the same kind with other values, or
    insert a forgotten move before it; the latter only if more of the next moves stand than without the entry.
    """
    entry = broken.entry
    legal = [choice.move for choice in broken.game.choices(broken.state, None) if choice.legal]
    near = [choice.move for choice in broken.game.near(broken.state, entry.move)]
    without = _count_standing(broken, broken.following)

    def repair(edit: Edit, *moves: Move, unchanged: int = 0) -> Repair:
        lasting = _count_standing(broken, [*moves, *broken.following]) - len(moves)
        return Repair(edit, moves, lasting, unchanged)

    ranked: list[Repair] = []
    values = entry.move.plain()
    for move in [*(move for move in near if move not in legal), *legal]:
        plain = move.plain()
        if move.kind() == entry.move.kind():
            edit = Edit(do="change", entry=entry.id, move=plain, fell=broken.rejected.rule.id)
            unchanged = sum(plain.get(key) == value for key, value in values.items())
            ranked.append(repair(edit, move, unchanged=unchanged))
    for move in legal:
        if move not in broken.removed:
            edit = Edit(do="insert", entry=entry.id, move=move.plain(), fell=broken.rejected.rule.id)
            inserted = repair(edit, move, entry.move)
            if inserted.lasting > without or (inserted.lasting == 0 and not broken.following):
                ranked.append(inserted)
    # The sort is stable: of equals the game's first choice comes first.
    ranked.sort(key=lambda repair: (repair.lasting, repair.unchanged), reverse=True)
    best = ranked[0] if ranked and ranked[0].lasting >= without else None
    return Repairs(tuple(repair.edit for repair in ranked[:MOST_REPAIRS]), best)


def _count_standing(broken: BrokenEntry, moves: Sequence[Move]) -> int:
    """Count the moves that stand one after another in the entry's place, up to the first that is rejected."""
    state = broken.state
    for number, move in enumerate(moves):
        ruling = broken.game.rule_on(state, move)
        if isinstance(ruling, Rejected):
            return number
        state = ruling.state
    return len(moves)


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One thing that would be different: `who` (a seat or a place), `what` of it, and its value before and after."""

    who: str
    what: Text
    before: str | int | Text
    after: str | int | Text


def compared(preview: Preview) -> tuple[ComparedRow, ...]:
    """Return the points, finished rounds, winners and holdings that would differ."""
    return tuple(row for row in _rows(preview.before, preview.after) if row.before != row.after)


def _rows(before: Book, after: Book) -> Iterator[ComparedRow]:
    was, now = before.report(), after.report()
    running, running_now = (book.game.sheet(book.state).running for book in (before, after))
    for seat in dict.fromkeys((*before.seats, *after.seats)):
        yield ComparedRow(seat, Text("total"), was.totals.get(seat, 0), now.totals.get(seat, 0))
        cost, cost_now = (points[seat].text if seat in points else "" for points in (running, running_now))
        yield ComparedRow(seat, Text("this round so far"), cost, cost_now)
    yield ComparedRow("", Text("rounds finished"), len(was.rounds), len(now.rounds))
    yield ComparedRow("", Text("winner"), ", ".join(was.winners), ", ".join(now.winners))
    held, held_now = flat_holdings(was), flat_holdings(now)
    for place, item in {**held, **held_now}:
        yield ComparedRow(place, Text(item), held.get((place, item), 0), held_now.get((place, item), 0))
