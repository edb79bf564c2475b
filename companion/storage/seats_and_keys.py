"""Changes to a table's rows, in a transaction of the repository's: seats taken, keys made and revoked, a rematch."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, insert, select, update

from companion.games.game import Header
from companion.storage.schema import KEYS, SEATS, TABLES
from companion.tables.codes import key_hash, new_code, new_key
from companion.tables.entry import stored
from companion.tables.errors import SeatTaken
from companion.tables.snapshot import SeatInfo


class TableWriter:
    """A unit of work: all its changes are saved with its transaction, or none. `now` is the time of all of them."""

    def __init__(self, connection: Connection, table_id: int, now: datetime) -> None:
        self._connection, self._table_id, self._now = connection, table_id, now

    def touch(self) -> None:
        """Raise the table's stamp: something other than its entries has changed."""
        self._connection.execute(
            update(TABLES).where(TABLES.c.id == self._table_id).values(touched=TABLES.c.touched + 1)
        )

    def add_key(self, *, seat: str | None, host: bool, label: str, used: bool) -> str:
        """Make a key to the table, returned in the clear only here; `used`: for the phone that asks for it now."""
        key = new_key()
        row = {
            "table_id": self._table_id, "seat": seat, "role": "host" if host else "seat", "hash": key_hash(key),
            "label": label, "made_at": self._now, "used_at": self._now if used else None,
        }  # fmt: skip
        self._connection.execute(insert(KEYS).values(row))
        return key

    def use_key(self, key_id: int, seat: str, label: str | None) -> None:
        """Record the first use of a seat's key: this phone takes the seat, and the seat's older keys are revoked.

        A host's key gives up the seat and stays the host's. `label` names the phone, where it is given.
        """
        same = (KEYS.c.table_id == self._table_id) & (KEYS.c.seat == seat) & (KEYS.c.id != key_id)
        older = same & ((KEYS.c.id < key_id) | KEYS.c.used_at.is_not(None))
        revoked = update(KEYS).where(older, KEYS.c.role == "seat", KEYS.c.revoked_at.is_(None))
        self._connection.execute(revoked.values(revoked_at=self._now))
        self._connection.execute(update(KEYS).where(older, KEYS.c.role == "host").values(seat=None))
        named = {} if label is None else {"label": label}
        self._connection.execute(update(KEYS).where(KEYS.c.id == key_id).values(used_at=self._now, **named))
        self.update_seat(seat, SEATS.c.joined_at.is_(None), joined_at=self._now)

    def renew(self, key_id: int, key: str) -> None:
        """Let a key be opened by `key` alone from now on, and no more by what it was made as."""
        self._connection.execute(update(KEYS).where(KEYS.c.id == key_id).values(hash=key_hash(key)))

    def revoke(self, key_ids: Sequence[int]) -> None:
        """Revoke these keys."""
        self._connection.execute(update(KEYS).where(KEYS.c.id.in_(key_ids)).values(revoked_at=self._now))

    def join(self, seat: str) -> None:
        """Mark a free seat as joined. Raises SeatTaken."""
        if not self.update_seat(seat, SEATS.c.joined_at.is_(None), joined_at=self._now):
            raise SeatTaken(seat)

    def move(self, key_id: int, held: str | None, seat: str | None) -> None:
        """A host's phone leaves the seat it held and plays another (None: none). Raises SeatTaken."""
        if seat is not None:
            self.join(seat)
        if held is not None:
            self.update_seat(held, joined_at=None)
        self._connection.execute(update(KEYS).where(KEYS.c.id == key_id).values(seat=seat))

    def give_scorekeeper(self, seat: str, on: bool) -> None:
        """Make a seat a scorekeeper, or no longer."""
        self.update_seat(seat, scorekeeper=on)

    def next_table(self, seats: Sequence[SeatInfo], header: Header) -> str:
        """The code of the rematch: the same table each time, made the first time with these people at it."""
        known = self._connection.execute(select(TABLES.c.next_code).where(TABLES.c.id == self._table_id)).scalar_one()
        if known is not None:
            return str(known)
        after, code = insert_table(self._connection, header, self._now)
        for seat in seats:
            after.update_seat(seat.name, scorekeeper=seat.scorekeeper, joined_at=self._now if seat.joined else None)
        self._connection.execute(update(TABLES).where(TABLES.c.id == self._table_id).values(next_code=code))
        self.touch()
        return code

    def update_seat(self, name: str, *where: ColumnElement[bool], **values: Any) -> bool:
        """Update the seat of this name; returns whether there was one to change."""
        found = update(SEATS).where(SEATS.c.table_id == self._table_id, SEATS.c.name == name, *where)
        return bool(self._connection.execute(found.values(values)).rowcount)


def insert_table(connection: Connection, header: Header, now: datetime) -> tuple[TableWriter, str]:
    """Make a table with nobody at it: its writer and its code."""
    code = new_code()
    while connection.execute(select(TABLES.c.id).where(TABLES.c.code == code)).first() is not None:
        code = new_code()
    row = {"code": code, "header": stored(dict(header.plain)), "opened_at": now, "touched": 0}
    table_id = connection.execute(insert(TABLES).values(row).returning(TABLES.c.id)).scalar_one()
    seats = [
        {"table_id": table_id, "position": position, "name": name, "scorekeeper": False}
        for position, name in enumerate(header.seats)
    ]
    connection.execute(insert(SEATS), seats)
    return TableWriter(connection, table_id, now), code
