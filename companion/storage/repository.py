"""The repository: rows of tables, seats and keys, read as a `CachedTable` and changed by a `TableWriter`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, case, delete, exists, func, select, update
from sqlmodel import Session, col
from sqlmodel import select as models

from companion.games.header import Header
from companion.live.bus import Stamp
from companion.storage.cached_table import CachedTable, KeyInfo
from companion.storage.circle_writer import lock_games
from companion.storage.database import Database
from companion.storage.last_use import table_idle
from companion.storage.schema import CIRCLE_GAMES, ENTRIES, KEYS, TABLES, KeyRow, SeatRow, TableRow
from companion.storage.seats_and_keys import RECOVERY, TableWriter, insert_table, recovery_of
from companion.tables.errors import NoSuchTable
from companion.tables.keys_and_codes import normal_code
from companion.tables.reading import opening
from companion.tables.snapshot import SeatInfo

_LATEST = select(func.max(ENTRIES.c.version)).where(ENTRIES.c.table_id == TABLES.c.id).scalar_subquery()
_STAMPS = select(TABLES.c.code, func.coalesce(_LATEST, 0).label("version"), TABLES.c.touched)
_ONE_STAMP = _STAMPS.where(TABLES.c.code == bindparam("code"))
_MANY_STAMPS = _STAMPS.where(TABLES.c.code.in_(bindparam("codes", expanding=True)))


@dataclass(slots=True)
class RowsChange:
    """A change under way: its writer, and the table as its rows are now; after saving, as they were saved."""

    writer: TableWriter
    table: CachedTable


class TableRepository:
    """Tables, seats and keys of one database. All methods raise Unavailable where it does not answer."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self.database, self._clock = database, clock

    def read(self, code: str) -> CachedTable:
        """The table as it was opened, with its seats and keys of today and none of its entries.

        Raises NoSuchTable, and BrokenLedger where its header is of no game that is known.
        """
        if not code or normal_code(code) != code:
            raise NoSuchTable
        with self.database.reading() as connection:
            return _read(connection, code)

    def stamp(self, code: str) -> Stamp | None:
        """A table's stamp; None where no table has the code."""
        row = self.database.row(_ONE_STAMP, {"code": code})
        return None if row is None else (row.version, row.touched)

    def stamps(self, codes: Sequence[str]) -> dict[str, Stamp]:
        """The stamps of these tables, by code; codes that no table has are left out."""
        rows = self.database.rows(_MANY_STAMPS, {"codes": codes})
        return {row.code: (row.version, row.touched) for row in rows}

    def code_of_key(self, hashed: str) -> str | None:
        """The code of the table that the key of this hash was made for, revoked or not."""
        query = select(TABLES.c.code).join(KEYS, KEYS.c.table_id == TABLES.c.id)
        row = self.database.row(query.where(KEYS.c.hash == hashed))
        return None if row is None else row.code

    def has_key(self, table_id: int, hashed: str) -> bool:
        """Whether the key of this hash opens the table."""
        good = select(KEYS.c.id).where(KEYS.c.hash == hashed, KEYS.c.table_id == table_id, KEYS.c.revoked_at.is_(None))
        return self.database.row(good) is not None

    def delete(self, table_id: int, unless_used_since: datetime | None = None, hosts_key: int | None = None) -> bool:
        """Delete a table for good, with its seats, keys and entries; False where it is gone, or was used since then.

        With the number of the host's key: False, too, where that is the host's no more.
        """
        with self.database.writing() as connection:
            locked = select(TABLES.c.id).where(TABLES.c.id == table_id).with_for_update()
            there = connection.execute(locked).first() is not None  # from now on nobody enters anything
            lock_games(connection, CIRCLE_GAMES.c.table_id == table_id)
            wanted = [TABLES.c.id == table_id]
            if unless_used_since is not None:
                wanted.append(table_idle(unless_used_since))
            if hosts_key is not None:
                wanted.append(
                    exists().where(KEYS.c.id == hosts_key, KEYS.c.role == "host", KEYS.c.revoked_at.is_(None))
                )
            if not there or not connection.execute(delete(TABLES).where(*wanted)).rowcount:
                return False
        self.database.wipe()
        return True

    def idle_since(self, moment: datetime, most: int) -> list[tuple[int, str]]:
        """Tables at which nothing has happened since then, as (table id, code): at most so many."""
        query = select(TABLES.c.id, TABLES.c.code).where(table_idle(moment)).order_by(TABLES.c.id).limit(most)
        return [(row.id, row.code) for row in self.database.rows(query)]

    def touch(self, code: str, known: int) -> None:
        """Raise a table's `touched` above what it is and above what is known of it."""
        most = case((TABLES.c.touched > known, TABLES.c.touched), else_=known)
        with self.database.writing() as connection:
            connection.execute(update(TABLES).where(TABLES.c.code == code).values(touched=most + 1))

    def before(self, code: str) -> str | None:
        """The code of the table whose rematch this is."""
        row = self.database.row(select(TABLES.c.code).where(TABLES.c.next_code == code))
        return None if row is None else row.code

    def has_recovery(self, table_id: int, typed: str, sitting: Sequence[str]) -> bool:
        """Whether this is a recovery code of the table: its host's, or that of a seat, by their first names."""
        return self.database.row(select(KEYS.c.id).where(recovery_of(table_id, typed, sitting))) is not None

    @contextmanager
    def opening(self, header: Header) -> Iterator[tuple[TableWriter, str]]:
        """A transaction that makes a table with nobody at it: its writer and its code. Saved when the block is left."""
        with self.database.writing() as connection:
            yield insert_table(connection, header, self._clock())

    @contextmanager
    def changing(self, known: CachedTable) -> Iterator[RowsChange]:
        """A transaction that changes seats, keys or rights of a table; saved when the block is left.

        No other process changes them meanwhile; moves may be entered. The time of a change is when that begins.
        """
        code = known.snapshot.code
        with self.database.writing() as connection:
            table = known.with_rows(_read(connection, code, lock=True))
            change = RowsChange(TableWriter(connection, table.snapshot.table_id, self._clock()), table)
            yield change
            change.table = table.with_rows(_read(connection, code))


def _read(connection: Connection, code: str, *, lock: bool = False) -> CachedTable:
    table = models(TableRow).where(col(TableRow.code) == code)
    with Session(connection) as session:
        row = session.exec(table.with_for_update(key_share=True) if lock else table).first()
        if row is None:
            raise NoSuchTable
        seats = session.exec(models(SeatRow).where(SeatRow.table_id == row.id).order_by(col(SeatRow.position))).all()
        good = models(KeyRow).where(
            KeyRow.table_id == row.id, KeyRow.role != RECOVERY, col(KeyRow.revoked_at).is_(None)
        )
        keys = {key.hash: _key(key) for key in session.exec(good)}
    shown = {key.seat for key in keys.values() if key.used}
    infos = tuple(
        SeatInfo(
            seat.name,
            seat.scorekeeper,
            seat.joined_at is not None,
            seat.joined_at is not None and seat.name in shown,
            (seat.color, seat.initial),
        )
        for seat in seats
    )
    opened = opening(row.code, row.id, row.header, row.opened_at, infos, row.touched, row.next_code)
    return CachedTable(opened, keys)


def _key(row: KeyRow) -> KeyInfo:
    return KeyInfo(row.id, row.seat, row.role == "host", row.label, row.used_at is not None)
