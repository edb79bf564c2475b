"""The repository of circles: their rows, read anew at each request, and changed by a `CircleWriter`.

Nothing of a circle is kept in memory: it is asked for a few times in an evening, and any process may have changed it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, exists, func, select

from companion.circles.circle import Circle, Member, Person, Preset
from companion.circles.errors import NoSuchCircle
from companion.storage.circle_writer import CircleWriter, free_code, locked_circle
from companion.storage.database import Database
from companion.storage.keyring import HOST, CircleKeys
from companion.storage.last_use import circle_idle
from companion.storage.people import read_people, read_seats
from companion.storage.schema import CircleGameRow, CircleKeyRow, CircleRow, EntryRow, PresetRow, TableRow
from companion.storage.sessions import all_of, first_of, reading, save, writing
from companion.tables.entry import loaded
from companion.tables.keys_and_codes import key_hash, normal_code

_LATEST = select(func.max(EntryRow.version)).where(EntryRow.table_id == CircleGameRow.table_id).scalar_subquery()


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
    """The circles of one database. All methods raise Unavailable if it does not answer."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self.database, self._clock = database, clock

    def find(self, code: str) -> Circle:
        """The circle of this code. Raises NoSuchCircle."""
        good = code and normal_code(code) == code
        row = first_of(self.database, select(CircleRow).where(CircleRow.code == code)) if good else None
        if row is None:
            raise NoSuchCircle
        return _circle(row)

    def of_table(self, table_id: int) -> Circle | None:
        query = select(CircleRow).join(CircleGameRow, col(CircleGameRow.circle_id) == CircleRow.id)
        row = first_of(self.database, query.where(CircleGameRow.table_id == table_id))
        return None if row is None else _circle(row)

    def of_key(self, key: str) -> tuple[Circle, Member] | None:
        """The circle that this is a phone's key of, and who holds it."""
        query = select(CircleRow, CircleKeyRow).join(CircleKeyRow, col(CircleKeyRow.circle_id) == CircleRow.id)
        with reading(self.database) as session:
            found = session.exec(query.where(CircleKeyRow.hash == key_hash(key))).first()
        return None if found is None else (_circle(found[0]), _member(found[1]))

    @contextmanager
    def keyring(self, circle_id: int) -> Iterator[CircleKeys]:
        with reading(self.database) as session:
            yield CircleKeys(session, circle_id, self._clock())

    def phones(self, by: Member) -> tuple[Member, ...]:
        """The phones of the circle, those that joined first before the others."""
        with self.keyring(by.circle_id) as ring:
            return tuple(map(_member, ring.phones))

    def people(self, circle_id: int) -> tuple[Person, ...]:
        """The people of a circle, those who came first before the others."""
        with reading(self.database) as session:
            return read_people(session, circle_id)

    def presets(self, circle: Circle) -> tuple[Preset, ...]:
        query = select(PresetRow).where(PresetRow.circle_id == circle.id).order_by(col(PresetRow.id))
        return tuple(map(_preset, all_of(self.database, query)))

    def kept_games(self, circle_id: int) -> tuple[KeptGame, ...]:
        """The tables of a circle, the one that was opened first before the others."""
        query = (
            select(CircleGameRow, TableRow.code, func.coalesce(_LATEST, 0))
            .join(TableRow, col(TableRow.id) == CircleGameRow.table_id)
            .where(CircleGameRow.circle_id == circle_id)
            .order_by(col(CircleGameRow.table_id))
        )
        with self.database.reading_repeatably() as connection, Session(connection) as session:
            seats = read_seats(session, circle_id)
            rows = session.exec(query).all()
        return tuple(
            KeptGame(game.table_id, code, latest, game.version, game.made, game.summary, seats.get(game.table_id, ()))
            for game, code, latest in rows
        )

    def unplayed(self, circle_id: int) -> tuple[str, ...]:
        """The codes of its tables whose ledger has nothing yet, the latest first."""
        empty = ~exists().where(col(EntryRow.table_id) == TableRow.id)
        query = select(TableRow.code).join(CircleGameRow, col(CircleGameRow.table_id) == TableRow.id)
        here = query.where(CircleGameRow.circle_id == circle_id, col(CircleGameRow.version).is_(None), empty)
        return tuple(all_of(self.database, here.order_by(col(TableRow.id).desc())))

    def idle_since(self, moment: datetime, most: int) -> list[int]:
        """Circles in which nothing has happened since then, by number: at most so many."""
        query = select(CircleRow.id).where(circle_idle(moment)).order_by(col(CircleRow.id)).limit(most)
        return list(all_of(self.database, query))

    @contextmanager
    def opening(self, name: str) -> Iterator[CircleWriter]:
        """A transaction that makes a circle without anybody. Saved when the block is left."""
        with writing(self.database) as session:
            now = self._clock()
            row = CircleRow(code=free_code(session), name=name, opened_at=now, used_at=now)
            yield CircleWriter(session, save(session, row), now)

    @contextmanager
    def changing(self, circle_id: int) -> Iterator[CircleWriter]:
        """A transaction that changes a circle, which no other process does meanwhile. Raises NoSuchCircle."""
        with writing(self.database) as session:
            yield CircleWriter(session, locked_circle(session, circle_id), self._clock())

    def delete_idle(self, circle_id: int, unless_used_since: datetime) -> bool:
        """Delete a circle in which nothing has happened since then; False if it is gone, or was used."""
        try:
            with writing(self.database) as session:
                row = locked_circle(session, circle_id)
                idle = select(CircleRow.id).where(CircleRow.id == circle_id, circle_idle(unless_used_since))
                if session.exec(idle).first() is None:
                    return False
                CircleWriter(session, row, self._clock()).delete()
        except NoSuchCircle:
            return False
        self.database.wipe()
        return True


def _circle(row: CircleRow) -> Circle:
    return Circle(row.id, row.code, row.name, row.opened_at)


def _member(row: CircleKeyRow) -> Member:
    return Member(row.circle_id, row.id, row.role == HOST, row.label, row.person_id, row.made_at)


def _preset(row: PresetRow) -> Preset:
    options = loaded(row.options)
    return Preset(row.id, row.name, row.game, options if isinstance(options, dict) else {})
