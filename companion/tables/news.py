"""What other processes have written, asked of the database: of one table, or of many in one query.

These are asked with every request, and with every move of another process: the statements are made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Select, and_, bindparam, func, or_, select

from companion.tables.ledger import ENTRIES, Entry, entry_of
from companion.tables.live import Stamp
from companion.tables.loading import TABLES

LARGEST = 64  # entries in one query

_LATEST = select(func.max(ENTRIES.c.version)).where(ENTRIES.c.table_id == TABLES.c.id).scalar_subquery()
_STAMPS = select(TABLES.c.code, _LATEST, TABLES.c.touched)
_ONE = _STAMPS.where(TABLES.c.code == bindparam("code"))
_MANY = _STAMPS.where(TABLES.c.code.in_(bindparam("codes", expanding=True)))


def read_stamp(connection: Connection, code: str) -> Stamp | None:
    """A table's stamp; None where no table has the code."""
    row = connection.execute(_ONE, {"code": code}).first()
    return None if row is None else (row[1] or 0, row[2])


def read_stamps(connection: Connection, codes: Sequence[str]) -> dict[str, Stamp]:
    """The stamps of these tables; of codes that no table has, none."""
    rows = connection.execute(_MANY, {"codes": codes})
    return {code: (version or 0, touched) for code, version, touched in rows}


def read_entries(connection: Connection, wanted: Sequence[tuple[int, int]]) -> dict[int, list[Entry]]:
    """The entries of these (table id, version), by table id and in order; what is not there, is not."""
    found: dict[int, list[Entry]] = {}
    for first in range(0, len(wanted), LARGEST):
        for entry in _some(connection, wanted[first : first + LARGEST]):
            found.setdefault(entry.table_id, []).append(entry)
    return found


def _some(connection: Connection, wanted: Sequence[tuple[int, int]]) -> Iterable[Entry]:
    size = 1 << (len(wanted) - 1).bit_length()
    same = [*wanted, *[wanted[-1]] * (size - len(wanted))]  # few sizes, so that each is made and planned once
    told = {f"{name}{i}": value for i, pair in enumerate(same) for name, value in zip("tv", pair, strict=True)}
    return map(entry_of, connection.execute(_asking(size), told))


@lru_cache
def _asking(many: int) -> Select[Any]:
    """Each pair by itself: SQLite looks through all entries for a list of pairs."""
    pairs = (
        and_(ENTRIES.c.table_id == bindparam(f"t{i}"), ENTRIES.c.version == bindparam(f"v{i}")) for i in range(many)
    )
    return select(ENTRIES).where(or_(*pairs)).order_by(ENTRIES.c.table_id, ENTRIES.c.version)
