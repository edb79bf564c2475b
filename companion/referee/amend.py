"""What would follow from an edit: later moves judged again, repairs of those that are rejected, what would differ."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.game import Book, Game
from companion.games.header import Header
from companion.games.move import Move
from companion.games.ruling import Accepted, Rejected
from companion.games.text import Text
from companion.games.transcript import open_book
from companion.referee.counts import flat_holdings
from companion.referee.edits import Edit, EditedMove, StandingMove, apply_edits


@dataclass(frozen=True, slots=True)
class Consequence:
    """A later entry that the edits would break, the ruling against it, and edits that would each repair it.

    `mendable`: with the first repair at least as much stands as without the entry.
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
        """Whether the same moves would stand as stand now."""
        return self.after.moves() == self.before.moves()


@dataclass(frozen=True, slots=True)
class RejectedEdit:
    """An edit whose own move is rejected, and what would be allowed in its place."""

    edit: Edit
    rejected: Rejected
    instead: tuple[Move, ...]


MOST_REPAIRED = 30
"""Repairs are looked for only for the first so many broken entries: later ones mostly follow from them."""


def what_if(
    book: Book, standing: Sequence[StandingMove], edits: Sequence[Edit], *, mend: bool = False
) -> Preview | RejectedEdit:
    """What would follow from these edits of the moves that `book` was made of.

    Edits with `fell` are repairs that were chosen before; removals with `fell` are found anew. With
    `mend` each broken entry gets its best repair. Raises BadEdits.
    """
    asked = [edit for edit in edits if edit.do != "remove" or edit.fell is None]
    removed = [edit for edit in asked if edit.do == "remove"]
    edited = apply_edits(book.game, book.header.seats, standing, asked, "new")
    replay = _Replay(book, standing, edited, removed, mend)
    rejected = replay.run()
    if rejected is not None:
        return rejected
    return Preview(book, replay.book, (*removed, *replay.edits), tuple(replay.consequences), tuple(replay.mended))


class _Replay:
    """The edited moves played from the start, and what becomes of those that break.

    `book` has what stands so far. `edits` are those that brought it about, but for the removals that were asked for;
    `consequences` and `mended` are those of `Preview`.
    """

    def __init__(
        self,
        book: Book,
        standing: Sequence[StandingMove],
        edited: Sequence[EditedMove],
        removed: Sequence[Edit],
        mend: bool,
    ) -> None:
        self.book = open_book(book.header)
        self.edits: list[Edit] = []
        self.consequences: list[Consequence] = []
        self.mended: list[str] = []
        self._was = {one.id: one for one in standing}
        self._removed_before = _removed_before(standing, {edit.entry for edit in removed})
        self._edited = edited
        self._mend = mend
        self._broken = 0

    def run(self) -> RejectedEdit | None:
        """Play all moves; stops at an edit that was asked for and is rejected."""
        for place, one in enumerate(self._edited):
            edit = one.edit
            if edit is None:
                self._play_standing(self._was[one.id], place)
            elif edit.fell is not None:
                self._play_repair(one, edit, place)
            elif rejected := self._play(one.move):
                return RejectedEdit(edit, rejected, self.book.game.instead(self.book.state, one.move))
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
        """Play an entry of which no edit says anything; where it is broken it is mended, or else goes."""
        rejected = self._play(entry.move)
        if rejected is None:
            return
        self._broken += 1
        following = [one.move for one in self._edited[place + 1 : place + 1 + LOOK_AHEAD]]
        game, state = self.book.game, self.book.state
        broken = BrokenEntry(game, state, entry, rejected, following, self._removed_before[entry.id])
        found = repairs(broken) if self._broken <= MOST_REPAIRED else NO_REPAIRS
        if self._mend and found.best is not None:
            move = game.parse(found.best.move, self.book.seats)
            assert isinstance(move, Move)  # noqa: S101 - a repair is one of the game's own choices
            self._play(move, *([entry.move] if found.best.do == "insert" else []))
            self.edits.append(found.best)
            self.mended.append(entry.id)
        else:
            self.consequences.append(Consequence(entry, rejected, found.all, found.best is not None))
            self.edits.append(Edit(do="remove", entry=entry.id, fell=rejected.rule.id))

    def _play_repair(self, one: EditedMove, edit: Edit, place: int) -> None:
        """Play a repair that was chosen before, where its entry is still broken and stands with it.

        Else an entry that it changes is played as it was; one that it comes before is played in its turn anyway.
        """
        was = self._was.get(edit.entry or "")
        needed = was is None or isinstance(self.book.claim(was.move), Rejected)
        then = [was.move] if was is not None and edit.do == "insert" else []
        if needed and isinstance(self.book.claim(one.move, *then), Accepted):
            self._play(one.move)
            self.edits.append(edit)
            self.mended.append(edit.entry or one.id)
        elif edit.do == "change" and was is not None:
            self._play_standing(was, place)


def _removed_before(standing: Sequence[StandingMove], removed: Collection[str | None]) -> Mapping[str, Sequence[Move]]:
    """By the id of each standing move, those just before it that were removed."""
    found: dict[str, Sequence[Move]] = {}
    gone: list[Move] = []
    for one in standing:
        found[one.id] = tuple(gone)
        gone = [*gone, one.move] if one.id in removed else []
    return found


def replay_with(
    header: Header, standing: Sequence[StandingMove], edits: Sequence[Edit], stem: str
) -> tuple[Book, tuple[StandingMove, ...]] | Rejected:
    """The book and its standing moves after edits that include all their consequences; else the first rejection.

    `stem` begins the ids of moves that the edits insert. Raises BadEdits.
    """
    book = open_book(header)
    edited = apply_edits(book.game, header.seats, standing, edits, stem)
    ruling = book.claim(*(one.move for one in edited))
    if isinstance(ruling, Rejected):
        return ruling
    return ruling.state, tuple(StandingMove(one.id, one.move) for one in edited)


MOST_REPAIRS = 8
LOOK_AHEAD = 8
"""Repairs are ranked by how many of so many next moves then stand."""


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
class Repairs:
    """Edits that each make the entry stand, best first. `best` is None where more stands without the entry."""

    all: tuple[Edit, ...]
    best: Edit | None


NO_REPAIRS = Repairs((), None)


def repairs(broken: BrokenEntry) -> Repairs:
    """At most `MOST_REPAIRS` edits that make the entry stand, by how many of the next moves then stand too.

    They come from the game's own choices: the same kind of move with other values, or a forgotten
    move inserted before it, the latter only where more of the next moves stand than without the entry.
    """
    legal = [choice.move for choice in broken.game.choices(broken.state, None) if choice.legal]
    near = [choice.move for choice in broken.game.near(broken.state, broken.entry.move)]
    instead = [move for move in near if move not in legal]
    without = _lasting(broken, broken.following)
    found = [*_changes(broken, [*instead, *legal]), *_inserts(broken, legal, without)]
    found.sort(key=lambda one: one[0], reverse=True)  # stable: of equals the game's first choice comes first
    best = found[0][1] if found and found[0][0][0] >= without else None
    return Repairs(tuple(edit for _, edit in found[:MOST_REPAIRS]), best)


Ranked = tuple[tuple[int, int], Edit]
"""(how many of the next moves stand, how many of the entry's values stay), and the edit."""


def _changes(broken: BrokenEntry, moves: Sequence[Move]) -> Iterator[Ranked]:
    was = broken.entry.move
    for move in moves:
        if move.kind() == was.kind():
            kept = sum(move.plain().get(key) == value for key, value in was.plain().items())
            edit = Edit(do="change", entry=broken.entry.id, move=move.plain(), fell=broken.rejected.rule.id)
            yield (_lasting(broken, [move, *broken.following]) - 1, kept), edit


def _inserts(broken: BrokenEntry, moves: Sequence[Move], without: int) -> Iterator[Ranked]:
    for move in (move for move in moves if move not in broken.removed):
        lasting = _lasting(broken, [move, broken.entry.move, *broken.following]) - 2
        if lasting > without or (lasting == 0 and not broken.following):
            edit = Edit(do="insert", entry=broken.entry.id, move=move.plain(), fell=broken.rejected.rule.id)
            yield (lasting, 0), edit


def _lasting(broken: BrokenEntry, moves: Sequence[Move]) -> int:
    """How many of the moves stand one after another, before the first that is rejected."""
    state = broken.state
    for number, move in enumerate(moves):
        ruling = broken.game.rule_on(state, move)
        if not isinstance(ruling, Accepted):
            return number
        state = ruling.state
    return len(moves)


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """One thing that would be different: `who` (a seat or a place), `what` of it, then and now."""

    who: str
    what: Text
    before: str | int | Text
    after: str | int | Text


def compared(found: Preview) -> tuple[ComparedRow, ...]:
    """Points, finished rounds, winners and holdings that would differ."""
    return tuple(row for row in (*_scores(found), *_holdings(found)) if row.before != row.after)


def _scores(found: Preview) -> Iterator[ComparedRow]:
    before, after = found.before.report(), found.after.report()
    sheets = [book.game.sheet(book.state) for book in (found.before, found.after)]
    for seat in dict.fromkeys((*found.before.seats, *found.after.seats)):
        yield ComparedRow(seat, Text("total"), before.totals.get(seat, 0), after.totals.get(seat, 0))
        yield ComparedRow(seat, Text("this round so far"), *(_running(sheet.running, seat) for sheet in sheets))
    yield ComparedRow("", Text("rounds finished"), len(before.rounds), len(after.rounds))
    yield ComparedRow("", Text("winner"), ", ".join(before.winners), ", ".join(after.winners))


def _running(running: Mapping[str, Any], seat: str) -> str | Text:
    return running[seat].text if seat in running else ""


def _holdings(found: Preview) -> Iterator[ComparedRow]:
    before, after = (flat_holdings(book.report()) for book in (found.before, found.after))
    for place, item in {**before, **after}:
        yield ComparedRow(place, Text(item), before.get((place, item), 0), after.get((place, item), 0))
