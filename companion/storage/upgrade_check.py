"""Whether today's rules let every table stand: all ledgers played through, and nothing touched."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Row, select

from companion.games.rules_editions import RULES
from companion.games.text import Text
from companion.storage.backup import backup
from companion.storage.database import Database, connect_read_only
from companion.storage.ledger import Ledger
from companion.storage.migrate import newest, revision_of, upgrade
from companion.storage.schema import TABLES
from companion.storage.sqlite import sqlite_file
from companion.tables.entry import loaded
from companion.tables.errors import BrokenLedger
from companion.tables.reading import opening, read_on

AT_ONCE = 500  # tables in one query
LATEST = 200  # tables that are looked at when a server starts with other rules than before
_TABLES = select(TABLES.c.id, TABLES.c.code, TABLES.c.header, TABLES.c.opened_at)


class NoDatabase(Exception):
    """There is none at this URL yet."""


@dataclass(frozen=True, slots=True)
class WouldStop:
    """A table that stops: at the entry of that version (0: its header), by which rule, where one is against it, why."""

    code: str
    version: int
    rule: str | None
    because: Text


@dataclass(frozen=True, slots=True)
class Upgraded:
    """The rules are others than when the latest table was opened (`before`, None: before they were numbered).

    `looked_at` is how many of the latest tables were played through, `stops` those of them that stop.
    """

    before: int | None
    looked_at: int
    stops: tuple[WouldStop, ...]


def check_tables(url: str, latest: int | None = None) -> Iterator[WouldStop | None]:
    """Every table of the database, or the `latest` ones: how it stops, None where it plays on. It is only read.

    One of an older shape is copied first, and the copy brought up to date. Raises Unavailable, NoDatabase,
    BackupError where it cannot be copied, and alembic's CommandError where a later program made it.
    """
    with _readable(url) as database:
        tables = _all_tables(database) if latest is None else _latest_tables(database, latest)
        yield from (_checked(database, table) for table in tables)


def after_an_upgrade(url: str) -> Upgraded | None:
    """What the latest tables meet in today's rules, where they were opened under others; None where they were not.

    Looks at one row where nothing has changed. Raises Unavailable, NoDatabase.
    """
    with _readable(url) as database:
        tables = _latest_tables(database, 1)
        before = _edition(tables[0].header) if tables else RULES
        if before == RULES:
            return None
        tables = _latest_tables(database, LATEST)
        found = [_checked(database, table) for table in tables]
        return Upgraded(before, len(tables), tuple(one for one in found if one is not None))


@contextmanager
def _readable(url: str) -> Iterator[Database]:
    """The database to be read, in the shape that this program knows."""
    file = sqlite_file(url)
    if file is not None and not file.exists():
        raise NoDatabase
    with closing(connect_read_only(url)) as database:
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
        with closing(connect_read_only(f"sqlite:///{copy}")) as database:
            yield database


def _all_tables(database: Database) -> Iterator[Row[Any]]:
    """The rows of all tables in the order of their ids, `AT_ONCE` in a query."""
    last = 0
    while rows := database.rows(_TABLES.where(TABLES.c.id > last).order_by(TABLES.c.id).limit(AT_ONCE)):
        yield from rows
        last = rows[-1].id


def _latest_tables(database: Database, most: int) -> Sequence[Row[Any]]:
    """The rows of the tables that were opened last, the latest first."""
    return database.rows(_TABLES.order_by(TABLES.c.id.desc()).limit(most))


def _checked(database: Database, table: Row[Any]) -> WouldStop | None:
    try:
        here = opening(table.code, table.id, table.header, table.opened_at)
        for step in read_on(here, Ledger(database).read(table.id)):
            here = step.after
    except BrokenLedger as broken:
        return WouldStop(table.code, broken.version, None, broken.text)
    stopped = here.stopped
    if stopped is None:
        return None
    return WouldStop(table.code, stopped.version, None if stopped.rule is None else stopped.rule.id, stopped.because)


def _edition(header: str) -> int | None:
    """The edition of the rules that a stored header names."""
    raw = loaded(header)
    found = raw.get("rules") if isinstance(raw, dict) else None
    return found if isinstance(found, int) else None
