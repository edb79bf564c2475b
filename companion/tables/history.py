"""The ledger read from its first entry on, with what became of each: taken back, changed, removed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.games.move import Undo
from companion.games.transcript import open_book
from companion.tables.acts import Amend
from companion.tables.apply import replay
from companion.tables.entry import Entry, Item
from companion.tables.snapshot import RefereeState, Snapshot


@dataclass(frozen=True, slots=True)
class EntryView:
    """One line of the ledger. `by` is the seat that entered it, None for the host without one.

    `what` is a move of the game, or an act; `before` is the table before it. `undone_by`,
    `changed_by` and `removed_by` name versions, `undoes` the id of a line. An undo or an
    act itself always stands, and so does a changed entry.
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


def opening_of(snapshot: Snapshot) -> Snapshot:
    """The table as it was before its first entry."""
    return replace(
        snapshot, book=open_book(snapshot.header), provenance=None, version=0, referee=RefereeState(), act=None
    )


def history(opening: Snapshot, entries: Iterable[Entry]) -> tuple[EntryView, ...]:
    """All entries, oldest first; `opening` is the table before them. Raises BrokenLedger where one does not fit."""
    views: dict[str, EntryView] = {}
    here = opening
    for entry in entries:
        item, after = replay(here, entry)
        view = EntryView(entry.version, item, entry.at, entry.by, entry.label, here)
        if isinstance(item, Undo) and here.provenance is not None:
            view = replace(view, undoes=here.provenance.entry_id)
            _mark(views, here.provenance.entry_id, undone_by=entry.version)
        elif isinstance(item, Amend):
            _mark_amended(views, item, entry.version)
        views[str(entry.version)] = view
        here = after
    return tuple(views.values())


def _mark_amended(views: dict[str, EntryView], amend: Amend, version: int) -> None:
    for edit in amend.edits:
        if edit.entry is not None and edit.do == "change":
            _mark(views, edit.entry, changed_by=version)
        elif edit.entry is not None and edit.do == "remove":
            _mark(views, edit.entry, removed_by=version)


def _mark(views: dict[str, EntryView], entry_id: str, **versions: int) -> None:
    """Say of an entry what became of it. One that an amend put in has no view of its own: its amend tells of it."""
    if entry_id in views:
        views[entry_id] = replace(views[entry_id], **versions)  # type: ignore[arg-type]  # versions, no other fields
