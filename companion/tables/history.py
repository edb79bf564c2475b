"""The ledger as people read it: each entry with what became of it (it was undone, changed or removed)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from companion.games.move import Undo
from companion.games.ruling import Rejected, Rule
from companion.games.text import Text
from companion.games.transcript import open_book
from companion.referee.edits import Edit
from companion.tables.apply import enter
from companion.tables.entry import Amend, Entry, Item
from companion.tables.reading import EntryRead, read_on
from companion.tables.snapshot import RefereeState, Signature, Snapshot

NOT_THERE = Text("What it refers to is missing.")


class RefusedToday(Struct, frozen=True):
    """Why today's rules would refuse an entry that stands. `rule` is None if no rule is against it."""

    because: Text
    rule: Rule | None = None


class EntryView(Struct, frozen=True):
    """One entry. `by` is the seat that entered it, or None for a host without a seat; `before` is the table before it.

    `undone_by`, `changed_by` and `removed_by` are versions of later entries. If this entry is an undo, `undoes` is the
    id of the entry that it took back.
    """

    version: int
    item: Item
    at: datetime
    by: str | None
    label: str
    before: Snapshot
    undoes: str | None = None
    undone_by: int | None = None
    changed_by: int | None = None
    removed_by: int | None = None

    @property
    def stands(self) -> bool:
        """True if it is still a part of the game, as every undo, act and changed entry is."""
        return self.undone_by is None and self.removed_by is None

    @property
    def refused_today(self) -> RefusedToday | None:
        """Why today's rules would refuse it; None if they accept it, or if it does not stand as it was entered."""
        if not self.stands or self.changed_by is not None:
            return None
        after = enter(self.before, self.item, Signature(self.version, self.by, 0, self.at))
        if isinstance(after, Rejected):
            return RefusedToday(after.reason, after.rule)
        return RefusedToday(NOT_THERE) if after is None else None


def opening_of(snapshot: Snapshot) -> Snapshot:
    """Return the table as it was before its first entry."""
    book = open_book(snapshot.header)
    return replace(snapshot, book=book, provenance=None, version=0, referee=RefereeState(), act=None)


class History(Struct, frozen=True, eq=False):
    """A table's entries, the oldest first, and the table `after` them."""

    after: Snapshot
    views: tuple[EntryView, ...] = ()

    def on(self, entries: Sequence[Entry]) -> History:
        """Return the history with the next entries, which may undo or change earlier ones. Raises BrokenLedger."""
        views, after = {str(view.version): view for view in self.views}, self.after
        for step in read_on(after, entries):
            _add(views, step)
            after = step.after
        return History(after, tuple(views.values()))


def _add(views: dict[str, EntryView], step: EntryRead) -> None:
    """Add an entry, and mark the earlier ones that it has undone, changed or removed."""
    entry, item, before = step.entry, step.item, step.before
    view = EntryView(entry.version, item, entry.at, entry.by, entry.label, before)
    if step.choice is not None:
        choice, version = step.choice
        if choice.how != "stands":
            view = replace(view, changed_by=version) if choice.how == "replaced" else replace(view, removed_by=version)
        _mark_edited(views, choice.edits, version)
    elif isinstance(item, Undo) and before.provenance is not None:
        undone = before.provenance.entry_id
        view = replace(view, undoes=undone)
        if undone in views:
            views[undone] = replace(views[undone], undone_by=entry.version)
    elif isinstance(item, Amend) and step.after.book is not before.book:
        _mark_edited(views, item.edits, entry.version)
    views[str(entry.version)] = view


def _mark_edited(views: dict[str, EntryView], edits: Sequence[Edit], version: int) -> None:
    for edit in edits:
        view = views.get(edit.entry or "")  # an entry that an amend has inserted has no view of its own
        if view is not None and edit.do == "change":
            views[str(view.version)] = replace(view, changed_by=version)
        elif view is not None and edit.do == "remove":
            views[str(view.version)] = replace(view, removed_by=version)
