"""The ledger read from its first entry on, with what became of each: taken back, changed, removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.games.game import Book
from companion.games.text import Text
from companion.games.transcript import open_book
from companion.referee.edits import Edit
from companion.tables.entry import Amend, Choose, Entry, Item
from companion.tables.reading import EntryRead, read_on
from companion.tables.snapshot import RefereeState, Snapshot


@dataclass(frozen=True, slots=True)
class EntryView:
    """One line of the ledger. `by` is the seat that entered it, None for the host without one.

    `what` is a move of the game, or an act; None where this program cannot read it, and `raw` is what is stored.
    `before` is the table before it. `undone_by`, `changed_by` and `removed_by` name versions, `undoes` the id of a
    line. An undo or an act itself always stands, and so does a changed entry.
    `refused` says why today's rules refuse it: what the host has chosen then is `choice`, as entry `chosen_by`.
    `waits`: the table is stopped at an entry before it.
    """

    version: int
    what: Item | None
    raw: str
    at: datetime
    by: str | None
    label: str
    before: Snapshot = field(repr=False)
    undoes: str | None = None
    undone_by: int | None = None
    changed_by: int | None = None
    removed_by: int | None = None
    refused: Text | None = None
    choice: Choose | None = None
    chosen_by: int | None = None
    waits: bool = False

    @property
    def stands(self) -> bool:
        """Whether it is still a part of the game."""
        waits = self.waits or (self.refused is not None and self.choice is None)
        out = self.choice is not None and self.choice.how == "out"
        return not waits and not out and self.undone_by is None and self.removed_by is None


def opening_of(snapshot: Snapshot) -> Snapshot:
    """The table as it was before its first entry."""
    if snapshot.first is not None:
        return snapshot.first
    return replace(
        snapshot, book=open_book(snapshot.header), provenance=None, version=0, referee=RefereeState(), act=None,
        stopped=None,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """The ledger of a table, oldest entry first, and the table `after` them. `last` is the latest as it is stored."""

    after: Snapshot
    views: tuple[EntryView, ...] = ()
    last: Entry | None = None

    def on(self, entries: Sequence[Entry], held: Mapping[int, Book] | None = None) -> History:
        """With the next entries, and with what became of earlier ones by them; `held` as in `read_on`.

        Raises BrokenLedger and Rewind.
        """
        views, after = {str(view.version): view for view in self.views}, self.after
        for step in read_on(after, entries, held):
            _put(views, step)
            after = step.after
        return History(after, tuple(views.values()), entries[-1] if entries else self.last)


def _put(views: dict[str, EntryView], step: EntryRead) -> None:
    """Add one entry, or put it in place of what was said of it while it waited, and mark what it did to others."""
    entry, item = step.entry, step.item
    view = EntryView(
        entry.version, item, entry.move, entry.at, entry.by, entry.label, step.before, step.takes_back,
        refused=step.because, choice=step.choice, chosen_by=step.chosen_by, waits=step.waits,
    )  # fmt: skip
    if step.choice is not None and step.chosen_by is not None:
        _mark_edited(views, step.choice.edits, step.chosen_by)
    elif view.undoes is not None:
        _mark(views, view.undoes, undone_by=entry.version)
    elif isinstance(item, Amend) and view.stands:
        _mark_edited(views, item.edits, entry.version)
    views[str(entry.version)] = view


def _mark_edited(views: dict[str, EntryView], edits: Sequence[Edit], version: int) -> None:
    for edit in edits:
        if edit.entry is not None and edit.do == "change":
            _mark(views, edit.entry, changed_by=version)
        elif edit.entry is not None and edit.do == "remove":
            _mark(views, edit.entry, removed_by=version)


def _mark(views: dict[str, EntryView], entry_id: str, **versions: int) -> None:
    """Say of an entry what became of it. One that an amend put in has no view of its own: its amend tells of it."""
    if entry_id in views:
        views[entry_id] = replace(views[entry_id], **versions)  # type: ignore[arg-type]  # versions, no other fields
