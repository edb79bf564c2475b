"""The repository of circles: their rows, read anew at each request, and changed by a `CircleWriter`.

Nothing of a circle is kept in memory: it is asked for a few times in an evening, and any process may have changed it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, exists, func, insert, select

from companion.circles.circle import Circle, Member, Person, Preset
from companion.circles.errors import NoSuchCircle
from companion.storage.circle_writer import HOST, RECOVERY, CircleWriter, free_code, lock_circle
from companion.storage.database import Database
from companion.storage.last_use import circle_idle
from companion.storage.people import read_people, read_seats
from companion.storage.schema import CIRCLE_GAMES, CIRCLE_KEYS, CIRCLES, ENTRIES, PRESETS, TABLES
from companion.tables.entry import loaded
from companion.tables.keys_and_codes import key_hash, recovery_hash

_LATEST = select(func.max(ENTRIES.c.version)).where(ENTRIES.c.table_id == CIRCLE_GAMES.c.table_id).scalar_subquery()


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A table of a circle: how many entries its ledger has (`latest`), and what is kept of it, as of entry `version`.

    `summary` is None before anything is kept. `people` are the ids of who sits at it, in the order of the seats, None
    for somebody whom the circle does not know.
    """

    table_id: int
    code: str
    latest: int
    version: int | None
    made: int
    summary: str | None
    people: tuple[int | None, ...]


class CircleRepository:
    """The circles of one database. All methods raise Unavailable where it does not answer."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self.database, self._clock = database, clock

    def find(self, code: str) -> Circle | None:
        """The circle of this code."""
        return _circle(self.database.row(select(CIRCLES).where(CIRCLES.c.code == code)))

    def of_table(self, table_id: int) -> Circle | None:
        """The circle that a table belongs to."""
        query = select(CIRCLES).join(CIRCLE_GAMES, CIRCLE_GAMES.c.circle_id == CIRCLES.c.id)
        return _circle(self.database.row(query.where(CIRCLE_GAMES.c.table_id == table_id)))

    def member(self, circle_id: int, key: str) -> Member | None:
        """Who holds this key of the circle."""
        row = self.database.row(_phones(circle_id).where(CIRCLE_KEYS.c.hash == key_hash(key)))
        return None if row is None else _member(row)

    def of_key(self, key: str) -> Circle | None:
        """The circle that this is a phone's key of."""
        query = select(CIRCLES).join(CIRCLE_KEYS, CIRCLE_KEYS.c.circle_id == CIRCLES.c.id)
        return _circle(
            self.database.row(query.where(CIRCLE_KEYS.c.hash == key_hash(key), CIRCLE_KEYS.c.role != RECOVERY))
        )

    def has_recovery(self, circle_id: int, typed: str) -> bool:
        """Whether this is the recovery code of the circle."""
        query = select(CIRCLE_KEYS.c.id).where(CIRCLE_KEYS.c.hash == recovery_hash(circle_id, typed))
        return self.database.row(query.where(CIRCLE_KEYS.c.circle_id == circle_id)) is not None

    def phones(self, circle_id: int) -> tuple[Member, ...]:
        """The phones that have joined, those that did so first before the others."""
        return tuple(map(_member, self.database.rows(_phones(circle_id).order_by(CIRCLE_KEYS.c.id))))

    def people(self, circle_id: int) -> tuple[Person, ...]:
        """The people of a circle, those who came first before the others."""
        with self.database.reading() as connection:
            return read_people(connection, circle_id)

    def presets(self, circle_id: int) -> tuple[Preset, ...]:
        """The house rules that the circle keeps, in the order in which they were kept."""
        query = select(PRESETS).where(PRESETS.c.circle_id == circle_id).order_by(PRESETS.c.id)
        return tuple(map(_preset, self.database.rows(query)))

    def games(self, circle_id: int) -> tuple[KeptGame, ...]:
        """The tables of a circle, the one that was opened first before the others."""
        query = (
            select(CIRCLE_GAMES, TABLES.c.code, func.coalesce(_LATEST, 0).label("latest"))
            .join(TABLES, TABLES.c.id == CIRCLE_GAMES.c.table_id)
            .where(CIRCLE_GAMES.c.circle_id == circle_id)
            .order_by(CIRCLE_GAMES.c.table_id)
        )
        with self.database.reading_repeatably() as connection:
            seats = read_seats(connection, circle_id)
            rows = connection.execute(query).all()
        return tuple(
            KeptGame(
                row.table_id, row.code, row.latest, row.version, row.made, row.summary, seats.get(row.table_id, ())
            )
            for row in rows
        )

    def unplayed(self, circle_id: int) -> tuple[str, ...]:
        """The codes of its tables whose ledger has nothing yet, the latest first."""
        empty = ~exists().where(ENTRIES.c.table_id == TABLES.c.id)
        query = select(TABLES.c.code).join(CIRCLE_GAMES, CIRCLE_GAMES.c.table_id == TABLES.c.id)
        wanted = query.where(CIRCLE_GAMES.c.circle_id == circle_id, CIRCLE_GAMES.c.version.is_(None), empty)
        return tuple(row.code for row in self.database.rows(wanted.order_by(TABLES.c.id.desc())))

    def idle_since(self, moment: datetime, most: int) -> list[int]:
        """Circles in which nothing has happened since then, by number: at most so many."""
        query = select(CIRCLES.c.id).where(circle_idle(moment)).order_by(CIRCLES.c.id).limit(most)
        return [row.id for row in self.database.rows(query)]

    @contextmanager
    def opening(self, name: str) -> Iterator[tuple[CircleWriter, str]]:
        """A transaction that makes a circle without anybody: its writer and its code. Saved when the block is left."""
        with self.database.writing() as connection:
            code, now = free_code(connection), self._clock()
            row = {"code": code, "name": name, "opened_at": now, "used_at": now}
            circle_id = connection.execute(insert(CIRCLES).values(row).returning(CIRCLES.c.id)).scalar_one()
            yield CircleWriter(connection, circle_id, now), code

    @contextmanager
    def changing(self, circle_id: int) -> Iterator[CircleWriter]:
        """A transaction that changes a circle, which no other process does meanwhile: its time is when that begins.

        Raises NoSuchCircle.
        """
        with self.database.writing() as connection:
            lock_circle(connection, circle_id)
            yield CircleWriter(connection, circle_id, self._clock())

    def delete_idle(self, circle_id: int, unless_used_since: datetime) -> bool:
        """Delete a circle in which nothing has happened since then; False where it is gone, or was used."""
        try:
            with self.database.writing() as connection:
                lock_circle(connection, circle_id)
                idle = exists().where(CIRCLES.c.id == circle_id, circle_idle(unless_used_since))
                if not connection.execute(select(idle)).scalar_one():
                    return False
                CircleWriter(connection, circle_id, self._clock()).delete()
        except NoSuchCircle:
            return False
        self.database.wipe()
        return True


def _phones(circle_id: int) -> Select[Any]:
    return select(CIRCLE_KEYS).where(CIRCLE_KEYS.c.circle_id == circle_id, CIRCLE_KEYS.c.role != RECOVERY)


def _circle(row: Row[Any] | None) -> Circle | None:
    return None if row is None else Circle(row.id, row.code, row.name, row.opened_at)


def _member(row: Row[Any]) -> Member:
    return Member(row.circle_id, row.id, row.role == HOST, row.label, row.person_id, row.made_at)


def _preset(row: Row[Any]) -> Preset:
    options = loaded(row.options)
    return Preset(row.id, row.name, row.game, options if isinstance(options, dict) else {})
