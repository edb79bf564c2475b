"""A table brought into memory: its rows read, its ledger folded through the rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, select

from companion.games.game import Header, Move, Undo
from companion.games.ruling import Accepted, Rejected, Ruling
from companion.games.transcript import Book, read_header
from companion.tables.acting import acted
from companion.tables.acts import read_act
from companion.tables.affairs import Signature
from companion.tables.gently import gently
from companion.tables.ledger import ACT, Entry, Ledger
from companion.tables.models import KeyRow, SeatRow, TableRow
from companion.tables.troubles import BrokenLedger, NoSuchTable
from companion.tables.values import Actor, SeatInfo, Snapshot, Standing

TABLES = TableRow.__table__  # type: ignore[attr-defined]  # SQLModel does not declare these
SEATS = SeatRow.__table__  # type: ignore[attr-defined]
KEYS = KeyRow.__table__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class KeyInfo:
    """A key that opens: whose it is, and whether it was ever shown."""

    id: int
    seat: str | None
    host: bool
    label: str
    used: bool

    @property
    def handed_out(self) -> bool:
        """Whether the host has made it for a phone that has yet to show it."""
        return not self.used and not self.label


@dataclass(frozen=True, slots=True)
class Loaded:
    """All that is kept of a table: `keys` by hash, `requests` by name, with the version that answered each.

    `requests` alone grows in place, under the table's lock: a tap does not copy an evening's names.
    """

    snapshot: Snapshot
    keys: Mapping[str, KeyInfo]
    requests: dict[str, int] = field(default_factory=dict)

    def actor(self, hashed: str) -> Actor | None:
        """Who holds the key of this hash at this table."""
        key = self.keys.get(hashed)
        if key is None:
            return None
        here = self.snapshot
        seat = here.seat(key.seat) if key.seat is not None else None
        rights = seat is not None and seat.scorekeeper
        return Actor(here.table_id, here.code, key.id, key.seat, key.host, rights, key.label)


def read_table(connection: Connection, code: str, *, change: bool = False) -> Loaded:
    """The table as it was opened: its rows, without its entries.

    With `change` nobody else changes them until the transaction ends; moves may be entered meanwhile.
    Raises NoSuchTable, and BrokenLedger where the rules of today refuse its header.
    """
    table = select(TABLES).where(TABLES.c.code == code)
    row = connection.execute(table.with_for_update(key_share=True) if change else table).first()
    if row is None:
        raise NoSuchTable
    try:
        header = read_header(json.loads(row.header))
    except ValueError as refused:
        raise BrokenLedger(code, 0) from refused
    seats = connection.execute(select(SEATS).where(SEATS.c.table_id == row.id).order_by(SEATS.c.position))
    keys = connection.execute(select(KEYS).where(KEYS.c.table_id == row.id, KEYS.c.revoked_at.is_(None)))
    return Loaded(_opening(row, header, map(_seat, seats)), {key.hash: _key(key) for key in keys})


def _opening(row: Row[Any], header: Header, seats: Iterable[SeatInfo]) -> Snapshot:
    book = Book.open(header)
    return Snapshot(row.code, row.id, header, book, row.touched, tuple(seats), row.next_code, row.opened_at)


def _seat(row: Row[Any]) -> SeatInfo:
    return SeatInfo(row.name, row.scorekeeper, row.joined_at is not None)


def _key(row: Row[Any]) -> KeyInfo:
    return KeyInfo(row.id, row.seat, row.role == "host", row.label, row.used_at is not None)


def with_entries(loaded: Loaded, ledger: Ledger) -> Loaded:
    """The table after all entries that it does not know yet. Needs its lock: its requests grow in place.

    Raises BrokenLedger where the rules of today refuse one.
    """
    return with_these(loaded, ledger.read(loaded.snapshot.table_id, loaded.snapshot.version + 1))


def with_these(loaded: Loaded, entries: Sequence[Entry]) -> Loaded:
    """The table after these entries, the first of which is the next that it does not know; as `with_entries`."""
    snapshot = loaded.snapshot
    for entry in gently(entries):
        snapshot = after_entry(snapshot, entry)
    loaded.requests.update({entry.request: entry.version for entry in entries if entry.request is not None})
    return replace(loaded, snapshot=snapshot)


def with_rows(loaded: Loaded, rows: Loaded) -> Loaded:
    """The table with seats, keys and rights as they are now, and the book as it was."""
    old = loaded.snapshot
    kept = replace(
        rows.snapshot, book=old.book, standing=old.standing, version=old.version, affairs=old.affairs, act=old.act
    )
    return replace(rows, snapshot=kept, requests=loaded.requests)


def after_entry(snapshot: Snapshot, entry: Entry) -> Snapshot:
    """The table after one more entry of its ledger. Raises BrokenLedger where it does not fit."""
    after = _acted(snapshot, entry) if entry.kind == ACT else _played(snapshot, entry)
    if after is None or after.version != entry.version:
        raise BrokenLedger(snapshot.code, entry.version)
    return after


def _played(snapshot: Snapshot, entry: Entry) -> Snapshot | None:
    move = parse(snapshot, json.loads(entry.move))
    ruling = move if isinstance(move, Rejected) else play(snapshot, move, entry.by, entry.at)
    return None if isinstance(ruling, Rejected) else ruling.state


def _acted(snapshot: Snapshot, entry: Entry) -> Snapshot | None:
    try:
        act = read_act(json.loads(entry.move))
    except ValueError:
        return None
    after = acted(snapshot, act, Signature(entry.version, entry.by, entry.key_id, entry.at))
    return after if isinstance(after, Snapshot) else None


def parse(snapshot: Snapshot, raw: object) -> Move | Rejected:
    """A JSON value as a move of this table's game, or the rejection `malformed`."""
    return snapshot.book.game.parse(raw, snapshot.header.seats)


def play(snapshot: Snapshot, move: Move, by: str | None, at: datetime | None = None) -> Ruling[Snapshot]:
    """The table after one more entry by this seat at that time, or the rejection. Pure: nothing is written."""
    undo = isinstance(move, Undo)
    ruling = snapshot.book.play(move.plain()) if undo else snapshot.book.claim(move)
    if isinstance(ruling, Rejected):
        return ruling
    below, version = snapshot.standing, snapshot.version + 1
    standing = (below.before if below else None) if undo else Standing(by, str(version), below, at)
    return Accepted(replace(snapshot, book=ruling.state, standing=standing, version=version, act=None))
