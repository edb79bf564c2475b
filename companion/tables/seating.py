"""Opening a table, its seats and its keys: the SQL behind them, each function inside a caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from companion.games.game import Header
from companion.tables.codes import key_hash, new_code, new_key
from companion.tables.ledger import stored
from companion.tables.loading import KEYS, SEATS, TABLES
from companion.tables.troubles import NoSuchSeat, SeatTaken
from companion.tables.values import SeatInfo, Snapshot


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a change is made: the transaction, the table's id, and the moment."""

    connection: Connection
    table_id: int
    now: datetime

    def run(self, statement: Any) -> Any:
        """Carry out a statement in the transaction."""
        return self.connection.execute(statement)

    def touch(self) -> None:
        """A change that is no entry: the table's stamp rises."""
        self.run(update(TABLES).where(TABLES.c.id == self.table_id).values(touched=TABLES.c.touched + 1))


def new_table(connection: Connection, header: Header, now: datetime) -> tuple[Desk, str]:
    """A new table with nobody at it, and its code."""
    code = new_code()
    while connection.execute(select(TABLES.c.id).where(TABLES.c.code == code)).first() is not None:
        code = new_code()
    row = {"code": code, "header": stored(dict(header.plain)), "opened_at": now, "touched": 0}
    table_id = connection.execute(insert(TABLES).values(row).returning(TABLES.c.id)).scalar_one()
    desk = Desk(connection, table_id, now)
    connection.execute(insert(SEATS), [_seat_row(desk, i, name) for i, name in enumerate(header.seats)])
    return desk, code


def _seat_row(desk: Desk, position: int, name: str) -> dict[str, Any]:
    return {"table_id": desk.table_id, "position": position, "name": name, "scorekeeper": False}


def add_key(desk: Desk, *, seat: str | None, host: bool, label: str, used: bool) -> str:
    """A new key to the table, told in the clear this once."""
    key = new_key()
    desk.run(
        insert(KEYS).values(
            table_id=desk.table_id, seat=seat, role="host" if host else "seat", hash=key_hash(key),
            label=label, made_at=desk.now, used_at=desk.now if used else None,
        )
    )  # fmt: skip
    return key


def take(desk: Desk, seats: Sequence[SeatInfo], name: str) -> None:
    """Mark a free seat as joined. Raises NoSuchSeat or SeatTaken."""
    if name not in {seat.name for seat in seats}:
        raise NoSuchSeat(name)
    free = update(SEATS).where(_is_seat(desk, name), SEATS.c.joined_at.is_(None))
    if desk.run(free.values(joined_at=desk.now)).rowcount == 0:
        raise SeatTaken(name)


def first_use(desk: Desk, key_id: int, name: str, label: str | None) -> None:
    """A seat's key is shown for the first time: the seat is this phone's now, and older keys of it are void.

    A host's key stays the host's and gives up the seat alone.
    """
    mine = (KEYS.c.table_id == desk.table_id) & (KEYS.c.seat == name) & (KEYS.c.id != key_id)
    others = mine & ((KEYS.c.id < key_id) | KEYS.c.used_at.is_not(None))
    voided = update(KEYS).where(others, KEYS.c.role == "seat", KEYS.c.revoked_at.is_(None))
    desk.run(voided.values(revoked_at=desk.now))
    desk.run(update(KEYS).where(others, KEYS.c.role == "host").values(seat=None))
    told = {} if label is None else {"label": label}
    desk.run(update(KEYS).where(KEYS.c.id == key_id).values(used_at=desk.now, **told))
    desk.run(update(SEATS).where(_is_seat(desk, name), SEATS.c.joined_at.is_(None)).values(joined_at=desk.now))


def revoke(desk: Desk, key_ids: Sequence[int]) -> None:
    """These keys open nothing any more."""
    desk.run(update(KEYS).where(KEYS.c.id.in_(key_ids)).values(revoked_at=desk.now))


def sit(desk: Desk, seats: Sequence[SeatInfo], key_id: int, held: str | None, name: str | None) -> None:
    """A host's phone leaves the seat it held and plays this one (None: none). Raises NoSuchSeat or SeatTaken."""
    if name is not None:
        take(desk, seats, name)
    if held is not None:
        desk.run(update(SEATS).where(_is_seat(desk, held)).values(joined_at=None))
    desk.run(update(KEYS).where(KEYS.c.id == key_id).values(seat=name))


def give_rights(desk: Desk, seats: Sequence[SeatInfo], name: str, on: bool) -> None:
    """Make a seat a scorekeeper, or no longer. Raises NoSuchSeat."""
    if name not in {seat.name for seat in seats}:
        raise NoSuchSeat(name)
    desk.run(update(SEATS).where(_is_seat(desk, name)).values(scorekeeper=on))


def next_table(desk: Desk, before: Snapshot, header: Header) -> str:
    """The rematch: a new table with the same people, known to the old one. The same one each time."""
    known = desk.run(select(TABLES.c.next_code).where(TABLES.c.id == desk.table_id)).scalar_one()
    if known is not None:
        return str(known)
    after, code = new_table(desk.connection, header, desk.now)
    for seat in before.seats:
        values = {"scorekeeper": seat.scorekeeper, "joined_at": desk.now if seat.joined else None}
        after.run(update(SEATS).where(_is_seat(after, seat.name)).values(values))
    desk.run(update(TABLES).where(TABLES.c.id == desk.table_id).values(next_code=code))
    desk.touch()
    return code


def _is_seat(desk: Desk, name: str) -> Any:
    return (SEATS.c.table_id == desk.table_id) & (SEATS.c.name == name)
