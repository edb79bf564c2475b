"""Which entries today's rules would refuse: the ledgers of all tables, read and judged, and nothing touched."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Row, select

from companion.games.text import Text
from companion.storage.backup import backup
from companion.storage.database import Database, connect
from companion.storage.ledger import Ledger
from companion.storage.migrate import newest, revision_of, upgrade
from companion.storage.schema import TABLES
from companion.storage.sqlite import sqlite_file
from companion.tables.errors import BrokenLedger
from companion.tables.history import History
from companion.tables.reading import opening

_TABLE = select(TABLES.c.id, TABLES.c.code, TABLES.c.header, TABLES.c.opened_at)


class NoDatabase(Exception):
    """There is none at this URL yet."""


@dataclass(frozen=True, slots=True)
class WouldBeRefused:
    """An entry that stands and that today's rules would refuse: by which rule, if one is against it, and why.

    Version 0 is how the table was opened.
    """

    code: str
    version: int
    rule: str | None
    because: Text


def check_tables(url: str, latest: int | None = None) -> Iterator[tuple[WouldBeRefused, ...]]:
    """For every table of the database, or for the `latest` ones, its entries that would be refused. It is only read.

    A table that cannot be read is named by the entry that stands in the way.

    One of an older shape is copied first, and the copy brought up to date. Raises Unavailable, NoDatabase,
    BackupError if it cannot be copied, and alembic's CommandError if a later program made it.
    """
    with _readable(url) as database:
        ids = [row.id for row in database.rows(select(TABLES.c.id).order_by(TABLES.c.id.desc()).limit(latest))]
        for number in reversed(ids):
            yield from (_checked(database, table) for table in database.rows(_TABLE.where(TABLES.c.id == number)))


@contextmanager
def _readable(url: str) -> Iterator[Database]:
    """The database to be read, in the shape that this program knows."""
    file = sqlite_file(url)
    if file is not None and not file.exists():
        raise NoDatabase
    with closing(connect(url, read_only=True)) as database:
        with database.reading() as connection:
            revision = revision_of(connection)
        if revision == newest():
            yield database
            return
    if not revision:
        raise NoDatabase
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite3"
        backup(url, copy)
        upgrade(f"sqlite:///{copy}")
        with closing(connect(f"sqlite:///{copy}", read_only=True)) as database:
            yield database


def _checked(database: Database, table: Row[Any]) -> tuple[WouldBeRefused, ...]:
    try:
        opened = opening(table.code, table.id, table.header, table.opened_at)
        views = History(opened).on(Ledger(database).read(table.id)).views
    except BrokenLedger as broken:
        return (WouldBeRefused(table.code, broken.version, None, broken.text),)
    found = [] if opened.refused is None else [WouldBeRefused(table.code, 0, None, opened.refused)]
    for view in views:
        refused = view.refused_today
        if refused is not None:
            rule = None if refused.rule is None else refused.rule.id
            found.append(WouldBeRefused(table.code, view.version, rule, refused.because))
    return tuple(found)
