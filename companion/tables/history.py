"""The ledger read from its first entry on, with what became of each: taken back, changed, removed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

from companion.games.game import Move, Undo
from companion.games.transcript import Book
from companion.tables.acts import Act, Amend, read_act
from companion.tables.affairs import NOTHING
from companion.tables.gently import gently
from companion.tables.ledger import ACT, Entry
from companion.tables.loading import after_entry, parse
from companion.tables.values import EntryView, Snapshot


def opening_of(snapshot: Snapshot) -> Snapshot:
    """The table as it was before its first entry."""
    return replace(snapshot, book=Book.open(snapshot.header), standing=None, version=0, affairs=NOTHING, act=None)


def history(opening: Snapshot, entries: Iterable[Entry]) -> tuple[EntryView, ...]:
    """All entries, oldest first. Raises BrokenLedger where one does not fit."""
    views: dict[str, EntryView] = {}
    here = opening
    for entry in gently(entries):
        after = after_entry(here, entry)
        view = EntryView(entry.version, _what(here, entry), entry.at, entry.by, entry.label, here)
        views[str(entry.version)] = view
        if isinstance(view.what, Undo) and here.standing is not None:
            views[str(entry.version)] = replace(view, undoes=here.standing.line)
            _mark(views, here.standing.line, undone_by=entry.version)
        elif isinstance(view.what, Amend):
            _amended(views, view.what, entry.version)
        here = after
    return tuple(views.values())


def _what(here: Snapshot, entry: Entry) -> Move | Act:
    raw = json.loads(entry.move)
    if entry.kind == ACT:
        return read_act(raw)
    move = parse(here, raw)
    assert isinstance(move, Move)  # noqa: S101 - it has just been played
    return move


def _amended(views: dict[str, EntryView], amend: Amend, version: int) -> None:
    for edit in amend.edits:
        if edit.entry is not None and edit.do == "change":
            _mark(views, edit.entry, changed_by=version)
        elif edit.entry is not None and edit.do == "remove":
            _mark(views, edit.entry, removed_by=version)


def _mark(views: dict[str, EntryView], line: str, **became: int) -> None:
    """An entry that an amend put in has no view of its own: its amend tells of it."""
    if line in views:
        views[line] = replace(views[line], **became)  # type: ignore[arg-type]  # versions alone
