"""The repository: rows of tables, seats and keys, read as a `CachedTable` and changed by a `TableWriter`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import Session, col, func, select
from sqlmodel.sql.expression import SelectOfScalar

from companion.games.header import Header
from companion.live.bus import Stamp
from companion.storage.cached_table import CachedTable, KeyInfo
from companion.storage.circle_writer import lock_games
from companion.storage.database import Database
from companion.storage.keyring import HOST, TableKeys
from companion.storage.last_use import table_idle
from companion.storage.schema import CircleGameRow, EntryRow, KeyRow, TableRow
from companion.storage.seats_and_keys import TableWriter, new_table
from companion.storage.sessions import first_of, reading, writing
from companion.tables.errors import NoSuchTable
from companion.tables.keys_and_codes import normal_code
from companion.tables.reading import opening
from companion.tables.snapshot import SeatInfo

_LATEST = select(func.max(EntryRow.version)).where(EntryRow.table_id == TableRow.id).scalar_subquery()
_STAMPS = select(TableRow.code, func.coalesce(_LATEST, 0), TableRow.touched).where(
    col(TableRow.code).in_(bindparam("codes", expanding=True))
)


class TableRepository:
    """Tables, seats and keys of one database. All methods raise Unavailable if it does not answer."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self.database, self._clock = database, clock

    def read(self, code: str) -> CachedTable:
        """The table as it was opened, with its seats and keys of today and none of its entries.

        Raises NoSuchTable, and BrokenLedger if its header is of no game that is known.
        """
        if not code or normal_code(code) != code:
            raise NoSuchTable
        with reading(self.database) as session:
            return _table(self._writer(session, _of_code(code)))

    def stamp(self, code: str) -> Stamp | None:
        return self.stamps((code,)).get(code)

    def stamps(self, codes: Sequence[str]) -> dict[str, Stamp]:
        """The stamps of these tables, by code; codes that no table has are left out."""
        with reading(self.database) as session:
            found = session.exec(_STAMPS, params={"codes": codes})
            return {code: (version, touched) for code, version, touched in found}

    def code_of_key(self, hashed: str) -> str | None:
        """The code of the table that the key of this hash was made for, revoked or not."""
        query = select(TableRow.code).join(KeyRow, col(KeyRow.table_id) == TableRow.id)
        return first_of(self.database, query.where(KeyRow.hash == hashed))

    def delete(self, table_id: int, unless_used_since: datetime | None = None, hosts_key: int | None = None) -> bool:
        """Delete a table for good, with its seats, keys and entries; False if it is gone, or was used since then.

        With the number of the host's key: False, too, if that is the host's no more.
        """
        with writing(self.database) as session:
            table = session.get(TableRow, table_id, with_for_update=True)  # from now on nobody enters anything
            lock_games(session, col(CircleGameRow.table_id) == table_id)
            if table is None:
                return False
            if unless_used_since is not None:
                idle = select(TableRow.id).where(TableRow.id == table_id, table_idle(unless_used_since))
                if session.exec(idle).first() is None:
                    return False
            if hosts_key is not None:
                held = TableKeys(session, table_id, self._clock()).held(hosts_key)
                if held is None or held.role != HOST:
                    return False
            session.delete(table)
        self.database.wipe()
        return True

    def idle_since(self, moment: datetime, most: int) -> list[tuple[int, str]]:
        """Tables at which nothing has happened since then, as (table id, code): at most so many."""
        query = select(TableRow.id, TableRow.code).where(table_idle(moment)).order_by(col(TableRow.id)).limit(most)
        with reading(self.database) as session:
            return [(table_id, code) for table_id, code in session.exec(query)]

    def before(self, code: str) -> str | None:
        """The code of the table whose rematch this is."""
        return first_of(self.database, select(TableRow.code).where(TableRow.next_code == code))

    @contextmanager
    def keyring(self, table_id: int) -> Iterator[TableKeys]:
        with reading(self.database) as session:
            yield TableKeys(session, table_id, self._clock())

    @contextmanager
    def opening(self, header: Header) -> Iterator[TableWriter]:
        """A transaction that makes a table with nobody at it. Saved when the block is left."""
        with writing(self.database) as session:
            yield new_table(session, header, self._clock())

    @contextmanager
    def changing(self, known: CachedTable) -> Iterator[TableWriter]:
        """A transaction that changes seats, keys or rights of a table; saved when the block is left.

        No other process changes them meanwhile; moves may be entered. The time of a change is when that begins. The
        table's stamp rises if anything has changed that is kept in memory.
        """
        with writing(self.database) as session:
            writer = self._writer(session, _of_code(known.snapshot.code).with_for_update(key_share=True))
            before = _table(writer)
            writer.table = known.with_rows(before)
            yield writer
            if _table(writer).differs(before):
                writer.row.touched += 1
            writer.table = known.with_rows(_table(writer))

    def _writer(self, session: Session, query: SelectOfScalar[TableRow]) -> TableWriter:
        row = session.exec(query).first()
        if row is None:
            raise NoSuchTable
        return TableWriter(session, row, self._clock())


def _of_code(code: str) -> SelectOfScalar[TableRow]:
    return select(TableRow).where(TableRow.code == code)


def _table(rows: TableWriter) -> CachedTable:
    keys = [
        KeyInfo(key.id, key.seat, key.role == HOST, key.label, key.used_at is not None) for key in rows.keyring.phones
    ]
    shown = {key.seat for key in keys if key.used}
    infos = tuple(
        SeatInfo(
            name,
            seat.scorekeeper,
            seat.joined_at is not None,
            seat.joined_at is not None and name in shown,
            (seat.color, seat.initial),
        )
        for name, seat in rows.seats.items()
    )
    row = rows.row
    opened = opening(row.code, row.id, row.header, row.opened_at, infos, row.touched, row.next_code)
    return CachedTable(opened, dict(zip((key.hash for key in rows.keyring.phones), keys, strict=True)))
