"""Changes to a circle's rows, in one transaction with its row locked: its code, its games, what it keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, delete, func, select

from companion.circles.errors import CircleFull, LastHost, NoSuchCircle, NoSuchPreset
from companion.storage.keyring import HOST, MEMBER, CircleKeys
from companion.storage.people import PeopleWriter, is_id
from companion.storage.schema import (
    CircleGameRow,
    CircleKeyRow,
    CircleRow,
    CircleSeatRow,
    PersonNameRow,
    PersonRow,
    PresetRow,
    TableRow,
)
from companion.storage.sessions import save
from companion.tables.entry import stored
from companion.tables.keys_and_codes import new_code

MOST_PRESETS, MOST_GAMES = 60, 5000  # of one circle


class CircleWriter:
    """A unit of work on one circle, whose `row` is locked."""

    def __init__(self, session: Session, row: CircleRow, now: datetime) -> None:
        self._session, self.row, self._now = session, row, now
        self.keyring = CircleKeys(session, row.id, now)
        self.people = PeopleWriter(session, row.id)

    def touch(self) -> None:
        self.row.used_at = self._now

    def new_code(self) -> str:
        """Give the circle another code; the one before opens nothing any more."""
        self.row.code = free_code(self._session)
        self.keyring.events.append(("code renewed", {}))
        return self.row.code

    def give_host(self, key_id: int, on: bool) -> None:
        """Make a phone a host, or no longer. Raises NoSuchPhone, LastHost."""
        key = self.keyring.need(key_id)
        if (key.role == HOST) != on:
            key.role = HOST if on else MEMBER
            self.keyring.events.append(("host given" if on else "host taken", {"key_id": key_id}))
        self.need_host()

    def keep_table(self, table_id: int, names: Sequence[str]) -> None:
        """Let a table belong to the circle, with these people at it. Raises CircleFull."""
        self._need_room(CircleGameRow, MOST_GAMES)
        save(self._session, CircleGameRow(table_id=table_id, circle_id=self.row.id))
        self.people.seat(table_id, names)
        self.touch()

    def release_table(self, table_id: int) -> None:
        """Let a table belong to no circle any more."""
        here = col(CircleGameRow.circle_id) == self.row.id, col(CircleGameRow.table_id) == table_id
        if lock_games(self._session, *here):
            self._session.exec(delete(CircleSeatRow).where(col(CircleSeatRow.table_id) == table_id))
            self._session.exec(delete(CircleGameRow).where(*here))

    def summarise(
        self, table_id: int, names: Sequence[str], left: Sequence[str], *, version: int, made: int, summary: str
    ) -> None:
        """Put a game's summary in place of an older one; a newer one stays. `left`: who sat there, and no more."""
        game = self._session.get(CircleGameRow, table_id, with_for_update=True)
        if game is None or game.circle_id != self.row.id:
            return
        if game.version is None or game.version < version or game.made != made:
            game.version, game.made, game.summary = version, made, summary
            self.people.seat(table_id, names, left)

    def add_preset(self, name: str, game: str, options: Mapping[str, Any]) -> int:
        """Keep house rules by a name, in place of those that the game has by it. Raises CircleFull."""
        same = col(PresetRow.circle_id) == self.row.id, col(PresetRow.game) == game, col(PresetRow.name) == name
        self._session.exec(delete(PresetRow).where(*same))
        self._need_room(PresetRow, MOST_PRESETS)
        row = PresetRow(circle_id=self.row.id, name=name, game=game, options=stored(dict(options)))
        return save(self._session, row).id

    def drop_preset(self, preset: int) -> None:
        """Keep these house rules no longer. Raises NoSuchPreset."""
        row = self._session.get(PresetRow, preset) if is_id(preset) else None
        if row is None or row.circle_id != self.row.id:
            raise NoSuchPreset
        self._session.delete(row)

    def delete(self) -> None:
        """Delete the circle with all that it keeps. Its tables stay, and belong to none."""
        lock_games(self._session, col(CircleGameRow.circle_id) == self.row.id)
        tables = select(CircleGameRow.table_id).where(CircleGameRow.circle_id == self.row.id)
        self._session.exec(delete(CircleSeatRow).where(col(CircleSeatRow.table_id).in_(tables)))
        for model in (CircleGameRow, CircleKeyRow, PersonNameRow, PresetRow, PersonRow):
            self._session.exec(delete(model).where(col(model.circle_id) == self.row.id))
        self._session.delete(self.row)

    def _need_room(self, model: type[CircleGameRow | PresetRow], most: int) -> None:
        if self._session.exec(select(func.count()).where(col(model.circle_id) == self.row.id)).one() >= most:
            raise CircleFull

    def need_host(self) -> None:
        if not any(key.role == HOST for key in self.keyring.keys):
            raise LastHost


def free_code(session: Session) -> str:
    """A code that neither a table nor a circle has: one field takes both."""
    while True:
        code = new_code()
        taken = (session.exec(select(one.id).where(one.code == code)).first() for one in (TableRow, CircleRow))
        if all(found is None for found in taken):
            return code


def locked_circle(session: Session, circle_id: int) -> CircleRow:
    """The row of a circle, locked until the transaction ends. Raises NoSuchCircle."""
    row = session.exec(select(CircleRow).where(CircleRow.id == circle_id).with_for_update()).first()
    if row is None:
        raise NoSuchCircle
    return row


def lock_games(session: Session, *which: ColumnElement[bool]) -> bool:
    """Lock these games until the transaction ends; returns whether there are any.

    A writer does so before it changes their seats: two that change both would deadlock otherwise.
    """
    return session.exec(select(CircleGameRow.table_id).where(*which).with_for_update()).first() is not None
