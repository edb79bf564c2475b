"""The ledger read from its first entry on, with what became of each: taken back, changed, removed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.games.ruling import Rejected, Rule
from companion.games.text import Text
from companion.games.transcript import open_book
from companion.referee.edits import Edit
from companion.tables.apply import enter
from companion.tables.entry import Amend, Entry, Item
from companion.tables.reading import EntryRead, read_on
from companion.tables.snapshot import RefereeState, Signature, Snapshot

NOT_THERE = Text("What it refers to is missing.")


@dataclass(frozen=True, slots=True)
class RefusedToday:
    """Why today's rules would refuse an entry that stands, and by which rule if one is against it."""

    because: Text
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class EntryView:
    """One line of the ledger. `by` is the seat that entered it, None for the host without one.

    `what` is a move of the game, or an act. `before` is the table before it. `undone_by`, `changed_by` and `removed_by`
    name versions, `undoes` the id of a line. An undo or an act itself always stands, and so does a changed entry.
    """

    version: int
    what: Item
    at: datetime
    by: str | None
    label: str
    before: Snapshot = field(repr=False)
    undoes: str | None = None
    undone_by: int | None = None
    changed_by: int | None = None
    removed_by: int | None = None

    @property
    def stands(self) -> bool:
        """Whether it is still a part of the game."""
        return self.undone_by is None and self.removed_by is None

    @property
    def refused_today(self) -> RefusedToday | None:
        """Why today's rules would refuse it; None if they take it, and if it does not stand as it was entered."""
        if not self.stands or self.changed_by is not None:
            return None
        after = enter(self.before, self.what, Signature(self.version, self.by, 0, self.at))
        if isinstance(after, Rejected):
            return RefusedToday(after.reason, after.rule)
        return RefusedToday(NOT_THERE) if after is None else None


def opening_of(snapshot: Snapshot) -> Snapshot:
    """The table as it was before its first entry."""
    book = open_book(snapshot.header)
    return replace(snapshot, book=book, provenance=None, version=0, referee=RefereeState(), act=None)


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """The ledger of a table, oldest entry first, and the table `after` them. `last` is the latest as it is stored."""

    after: Snapshot
    views: tuple[EntryView, ...] = ()
    last: Entry | None = None

    def on(self, entries: Sequence[Entry]) -> History:
        """With the next entries, and with what became of earlier ones by them. Raises BrokenLedger."""
        views, after = {str(view.version): view for view in self.views}, self.after
        for step in read_on(after, entries):
            _put(views, step)
            after = step.after
        return History(after, tuple(views.values()), entries[-1] if entries else self.last)


def _put(views: dict[str, EntryView], step: EntryRead) -> None:
    """Add one entry, and mark what it did to others."""
    entry, item, choice = step.entry, step.item, step.choice
    view = EntryView(
        entry.version, item, entry.at, entry.by, entry.label, step.before,
        undoes=None if choice is not None else step.takes_back,
        changed_by=step.chosen_by if choice is not None and choice.how == "replaced" else None,
        removed_by=step.chosen_by if choice is not None and choice.how == "out" else None,
    )  # fmt: skip
    if choice is not None and step.chosen_by is not None:
        _mark_edited(views, choice.edits, step.chosen_by)
    elif view.undoes is not None:
        _mark(views, view.undoes, undone_by=entry.version)
    elif isinstance(item, Amend) and step.after.book is not step.before.book:
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
