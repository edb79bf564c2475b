"""Changes to a circle's rows, in one transaction with its row locked: its name and code, its keys, what it keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, delete, func, insert, select, update

from companion.circles.errors import CircleFull, LastHost, NoSuchCircle, NoSuchPerson, NoSuchPhone, NoSuchPreset
from companion.storage.people import PeopleWriter, is_id
from companion.storage.schema import (
    CIRCLE_GAMES,
    CIRCLE_KEYS,
    CIRCLE_SEATS,
    CIRCLES,
    PEOPLE,
    PERSON_NAMES,
    PRESETS,
    TABLES,
)
from companion.tables.entry import stored
from companion.tables.keys_and_codes import key_hash, new_code, new_recovery_code, recovery_hash

HOST, MEMBER, RECOVERY = "host", "member", "recovery"
MOST_PHONES, MOST_PRESETS, MOST_GAMES = 500, 60, 5000  # of one circle


class CircleWriter:
    """A unit of work on one circle. `events`: what the security log is to be told once it is saved."""

    def __init__(self, connection: Connection, circle_id: int, now: datetime) -> None:
        self._connection, self.circle_id, self._now = connection, circle_id, now
        self.people = PeopleWriter(connection, circle_id)
        self.events: list[tuple[str, dict[str, object]]] = []

    def role(self, key_id: int) -> str | None:
        """The right of a phone's key; None where it has ended."""
        query = select(CIRCLE_KEYS.c.role).where(self._of(CIRCLE_KEYS), CIRCLE_KEYS.c.id == key_id)
        found: str | None = self._connection.execute(query).scalar()
        return found

    def has_key(self, key: str, *roles: str) -> bool:
        """Whether this is a phone's key already, of one of these roles where any is named."""
        wanted = roles or (HOST, MEMBER)
        return self._phones(CIRCLE_KEYS.c.hash == key_hash(key), CIRCLE_KEYS.c.role.in_(wanted))

    def touch(self) -> None:
        """Note that the circle is in use."""
        self._update(used_at=self._now)

    def rename(self, name: str) -> None:
        """Call the circle by another name."""
        self._update(name=name)

    def new_code(self) -> str:
        """Give the circle another code; the one before opens nothing any more."""
        code = free_code(self._connection)
        self._update(code=code)
        self.events.append(("code renewed", {}))
        return code

    def add_key(self, role: str, label: str, key: str) -> None:
        """Let a phone open the circle with `key`. Raises CircleFull."""
        self._need_room(CIRCLE_KEYS, MOST_PHONES)
        self._insert_key(role, key_hash(key), label)

    def add_recovery(self) -> str:
        """Make a recovery code in place of the one before; returned only here."""
        self._end(CIRCLE_KEYS.c.role == RECOVERY)
        code = new_recovery_code()
        self._insert_key(RECOVERY, recovery_hash(self.circle_id, code), "")
        return code

    def spend_recovery(self, typed: str) -> bool:
        """Use up a recovery code; False where there is no such code."""
        return self._end(CIRCLE_KEYS.c.role == RECOVERY, CIRCLE_KEYS.c.hash == recovery_hash(self.circle_id, typed))

    def renew(self, key_id: int, key: str) -> None:
        """Let a phone's key be `key` alone from now on."""
        self._connection.execute(update(CIRCLE_KEYS).where(CIRCLE_KEYS.c.id == key_id).values(hash=key_hash(key)))
        self.events.append(("key renewed", {"key_id": key_id}))

    def give_host(self, key_id: int, on: bool) -> None:
        """Make a phone a host, or no longer. Raises NoSuchPhone, LastHost."""
        role, other = (HOST, MEMBER) if on else (MEMBER, HOST)
        if not self._phones(CIRCLE_KEYS.c.id == key_id):
            raise NoSuchPhone
        changed = update(CIRCLE_KEYS).where(CIRCLE_KEYS.c.id == key_id, CIRCLE_KEYS.c.role == other).values(role=role)
        if self._connection.execute(changed).rowcount:
            self.events.append(("host given" if on else "host taken", {"key_id": key_id}))
        self._need_host()

    def end_key(self, key_id: int) -> None:
        """End a phone's key. Raises NoSuchPhone, LastHost."""
        if not self._end(CIRCLE_KEYS.c.id == key_id, CIRCLE_KEYS.c.role != RECOVERY):
            raise NoSuchPhone
        self._need_host()

    def end_all_but(self, key_id: int) -> None:
        """End every other key, and the recovery code."""
        self._end(CIRCLE_KEYS.c.id != key_id)

    def whose(self, key_id: int, person: int | None) -> None:
        """Say whose phone it is; None: nobody's. Raises NoSuchPerson."""
        known = select(PEOPLE.c.id).where(self._of(PEOPLE), PEOPLE.c.id == person)
        if person is not None and self._connection.execute(known).first() is None:
            raise NoSuchPerson
        self._connection.execute(update(CIRCLE_KEYS).where(CIRCLE_KEYS.c.id == key_id).values(person_id=person))

    def keep_table(self, table_id: int, names: Sequence[str]) -> None:
        """Let a table belong to the circle, with these people at it. Raises CircleFull."""
        self._need_room(CIRCLE_GAMES, MOST_GAMES)
        self._connection.execute(insert(CIRCLE_GAMES).values(table_id=table_id, circle_id=self.circle_id, made=0))
        self.people.seat(table_id, names)
        self.touch()

    def release_table(self, table_id: int) -> None:
        """Let a table belong to no circle any more."""
        here = (CIRCLE_GAMES.c.table_id == table_id) & self._of(CIRCLE_GAMES)
        if lock_games(self._connection, here):
            self._connection.execute(delete(CIRCLE_SEATS).where(CIRCLE_SEATS.c.table_id == table_id))
            self._connection.execute(delete(CIRCLE_GAMES).where(here))

    def summarise(
        self, table_id: int, names: Sequence[str], left: Sequence[str], *, version: int, made: int, summary: str
    ) -> None:
        """Put a game's summary in place of an older one; a newer one stays. `left`: who sat there, and no more."""
        older = CIRCLE_GAMES.c.version.is_(None) | (CIRCLE_GAMES.c.version < version) | (CIRCLE_GAMES.c.made != made)
        here = update(CIRCLE_GAMES).where(CIRCLE_GAMES.c.table_id == table_id, self._of(CIRCLE_GAMES), older)
        if self._connection.execute(here.values(version=version, made=made, summary=summary)).rowcount:
            self.people.seat(table_id, names, left)

    def add_preset(self, name: str, game: str, options: Mapping[str, Any]) -> int:
        """Keep house rules by a name, in place of those that the game has by it. Raises CircleFull."""
        self._connection.execute(
            delete(PRESETS).where(self._of(PRESETS), PRESETS.c.game == game, PRESETS.c.name == name)
        )
        self._need_room(PRESETS, MOST_PRESETS)
        row = {"circle_id": self.circle_id, "name": name, "game": game, "options": stored(dict(options))}
        return int(self._connection.execute(insert(PRESETS).values(row).returning(PRESETS.c.id)).scalar_one())

    def drop_preset(self, preset: int) -> None:
        """Keep these house rules no longer. Raises NoSuchPreset."""
        here = delete(PRESETS).where(self._of(PRESETS), PRESETS.c.id == preset)
        if not is_id(preset) or not self._connection.execute(here).rowcount:
            raise NoSuchPreset

    def delete(self) -> None:
        """Delete the circle with all that it keeps. Its tables stay, and belong to none."""
        lock_games(self._connection, self._of(CIRCLE_GAMES))
        tables = select(CIRCLE_GAMES.c.table_id).where(self._of(CIRCLE_GAMES))
        self._connection.execute(delete(CIRCLE_SEATS).where(CIRCLE_SEATS.c.table_id.in_(tables)))
        for table in (CIRCLE_GAMES, CIRCLE_KEYS, PERSON_NAMES, PRESETS, PEOPLE):
            self._connection.execute(delete(table).where(self._of(table)))
        self._connection.execute(delete(CIRCLES).where(CIRCLES.c.id == self.circle_id))

    def _of(self, table: FromClause) -> ColumnElement[bool]:
        return table.c.circle_id == self.circle_id

    def _need_room(self, table: FromClause, most: int) -> None:
        count = select(func.count()).select_from(table).where(self._of(table))
        if self._connection.execute(count).scalar_one() >= most:
            raise CircleFull

    def _update(self, **values: object) -> None:
        self._connection.execute(update(CIRCLES).where(CIRCLES.c.id == self.circle_id).values(values))

    def _insert_key(self, role: str, hashed: str, label: str) -> None:
        row = {"circle_id": self.circle_id, "role": role, "hash": hashed, "label": label, "made_at": self._now}
        key_id = self._connection.execute(insert(CIRCLE_KEYS).values(row).returning(CIRCLE_KEYS.c.id)).scalar_one()
        self.events.append(("key made", {"key_id": key_id, "role": role}))

    def _end(self, *which: ColumnElement[bool]) -> bool:
        ended = delete(CIRCLE_KEYS).where(self._of(CIRCLE_KEYS), *which).returning(CIRCLE_KEYS.c.id)
        ids = sorted(self._connection.execute(ended).scalars())
        self.events += [("key ended", {"key_id": key_id}) for key_id in ids]
        return bool(ids)

    def _phones(self, *which: ColumnElement[bool]) -> bool:
        query = select(CIRCLE_KEYS.c.id).where(self._of(CIRCLE_KEYS), CIRCLE_KEYS.c.role != RECOVERY, *which)
        return self._connection.execute(query.limit(1)).first() is not None

    def _need_host(self) -> None:
        if not self._phones(CIRCLE_KEYS.c.role == HOST):
            raise LastHost


def free_code(connection: Connection) -> str:
    """A code that neither a table nor a circle has: one field takes both."""
    while True:
        code = new_code()
        taken = (select(one.c.id).where(one.c.code == code) for one in (TABLES, CIRCLES))
        if not any(connection.execute(query).first() for query in taken):
            return code


def lock_circle(connection: Connection, circle_id: int) -> None:
    """Lock the circle until the transaction ends. Raises NoSuchCircle."""
    locked = select(CIRCLES.c.id).where(CIRCLES.c.id == circle_id).with_for_update()
    if connection.execute(locked).first() is None:
        raise NoSuchCircle


def lock_games(connection: Connection, which: ColumnElement[bool]) -> bool:
    """Lock these games until the transaction ends; returns whether there are any.

    A writer does so before it changes their seats: two that change both would deadlock otherwise.
    """
    locked = select(CIRCLE_GAMES.c.table_id).where(which).with_for_update()
    return connection.execute(locked).first() is not None
