"""Reading the ledger: an entry was accepted when it was made, so it has its effect and is never judged again. Pure.

Ledgers of an earlier edition of this program hold `Choose` acts, by which a host has chosen what becomes of an entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from companion.games.header import BadHeader
from companion.games.ruling import Rejected
from companion.games.transcript import load_any_json, open_book, read_header_as_opened, read_stored_header
from companion.tables.apply import apply, with_book
from companion.tables.entry import ACT, MOVE, Amend, Choose, Entry, Item, act_in, loaded
from companion.tables.errors import BrokenLedger
from companion.tables.snapshot import SeatInfo, Signature, Snapshot

Choice = tuple[Choose, int]
"""A choice and the version of its entry."""


class EntryRead(Struct, frozen=True):
    """An entry with its content, the table before and after it, and a host's choice about it, if there is one."""

    entry: Entry
    item: Item
    before: Snapshot
    after: Snapshot
    choice: Choice | None


def opening(
    code: str, table_id: int, stored: str, opened_at: datetime, rows: tuple[SeatInfo, ...] = (), touched: int = 0,
    next_code: str | None = None,
) -> Snapshot:  # fmt: skip
    """Return a table before its first entry, from its stored header. Raises BrokenLedger if that cannot be read."""
    try:
        header, refused = read_stored_header(load_any_json(stored))
    except ValueError as wrong:
        raise BrokenLedger(code, 0, unknown_game=isinstance(wrong, BadHeader) and wrong.key == "game") from wrong
    return Snapshot(code, table_id, header, open_book(header), touched, rows, next_code, opened_at, refused=refused)


def read_on(here: Snapshot, entries: Sequence[Entry]) -> Iterator[EntryRead]:
    """Apply the next entries to a table, one by one. Raises BrokenLedger if one is missing or cannot be read."""
    choices = _choices_among(entries)
    if here.version == 0 and 0 in choices:
        here = _with_header(here, choices[0][0])
    known: dict[str, Item] = {}  # the same few moves are made over and over
    for entry in entries:
        if entry.version != here.version + 1:
            raise BrokenLedger(here.code, here.version + 1)
        item = known.get(entry.move) or known.setdefault(entry.move, _read(here, entry))
        by, choice = Signature.of(entry), choices.get(entry.version)
        after = apply(here, item, by) if choice is None else _as_chosen(here, item, choice[0], by)
        yield EntryRead(entry, item, here, after, choice)
        here = after


def _read(here: Snapshot, entry: Entry) -> Item:
    """Return the content of an entry. In a game with changing seats, a move may name somebody who has no seat now."""
    book, raw = here.book, loaded(entry.move)
    seats = book.seats if book.game.seat_changes is None else None
    item = book.game.parse(raw, seats) if entry.kind == MOVE else act_in(raw)
    if item is None or isinstance(item, Rejected):
        raise BrokenLedger(here.code, entry.version, unreadable=True)
    return item


# A host's choices about entries that the rules of the time refused. Nobody can make such a choice any more.


def _choices_among(entries: Sequence[Entry]) -> dict[int, Choice]:
    """Return the latest choice about each entry, by the version of that entry."""
    choices = {}
    for entry in entries:
        act = act_in(loaded(entry.move)) if entry.kind == ACT and "choose" in entry.move else None
        if isinstance(act, Choose):
            choices[act.entry] = act, entry.version
    return choices


def _with_header(here: Snapshot, act: Choose) -> Snapshot:
    """Return the table, opened with the chosen header if that can be read."""
    try:
        header = read_header_as_opened(act.header)
    except BadHeader:
        return here
    return replace(here, header=header, book=open_book(header), refused=None)


def _as_chosen(here: Snapshot, item: Item, act: Choose, by: Signature) -> Snapshot:
    """Return the table after what was chosen in place of an entry, or after the entry itself if it simply stands."""
    if act.how == "stands" and not (act.moves or act.edits):
        return apply(here, item, by)
    after = here
    if act.edits:
        after = apply(after, Amend(act="amend", edits=act.edits, reason=act.reason), by)
    for number, plain in enumerate(act.moves, 1):
        move = here.book.game.parse(plain)
        if not isinstance(move, Rejected):
            name = str(by.version) if number == len(act.moves) else f"{by.version}.{number}"
            after = with_book(after, after.book.apply(move), by, name)
    return replace(after, version=by.version, act=None)
