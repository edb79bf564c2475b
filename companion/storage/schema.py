"""The schema: the tables' rows as models. What one database alone understands is in `sqlite.py` and `postgresql.py`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, DateTime, Dialect, MetaData, String, Text, TypeDecorator, UniqueConstraint
from sqlmodel import Field, SQLModel

_STAND_IN, _ITSELF, _NUL = "\ufdd0", "\ufdd1", "\ufdd2"


class UtcTime(TypeDecorator[datetime]):
    """A moment, always UTC. SQLite stores no time zone, so reading adds it again."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Name(TypeDecorator[str]):
    """A person's name: any text. PostgreSQL takes no NUL: there NUL is escaped by noncharacters, and so are they."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or dialect.name != "postgresql":
            return value
        return value.replace(_STAND_IN, _STAND_IN + _ITSELF).replace("\0", _STAND_IN + _NUL)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or dialect.name != "postgresql":
            return value
        return value.replace(_STAND_IN + _NUL, "\0").replace(_STAND_IN + _ITSELF, _STAND_IN)


class LongName(Name):
    """Text as `Name` keeps it, in a column that was made as TEXT."""

    impl = Text
    cache_ok = True


class Row(SQLModel):
    """The rows' common base. Named constraints, so that a migration can change them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Numbered(Row):
    id: int = Field(default=None, primary_key=True)  # the database gives it


class NumberedOnce(Numbered):
    """No number is given twice, so that nobody takes a new row for one that is gone."""

    __table_args__: Any = {"sqlite_autoincrement": True}


class TableRow(NumberedOnce, table=True):
    """One table. `header` is its transcript header as JSON; `touched` rises with every change that is no entry.

    With it go, by a trigger, its seats, keys and entries.
    """

    __tablename__ = "tables"

    code: str = Field(unique=True)
    header: str = Field(sa_type=Text)
    opened_at: datetime = Field(sa_type=UtcTime)
    touched: int = 0
    next_code: str | None = None


class SeatRow(Numbered, table=True):
    """A place at a table. `joined_at` is null until somebody's phone plays it.

    `color` and `initial` are those that its person had in the table's circle when the table was opened.
    """

    __tablename__ = "seats"
    __table_args__: Any = (UniqueConstraint("table_id", "position"), UniqueConstraint("table_id", "name"))

    table_id: int = Field(foreign_key="tables.id")
    position: int
    name: str = Field(sa_type=Name)
    scorekeeper: bool = False
    joined_at: datetime | None = Field(default=None, sa_type=UtcTime)
    color: int | None = None
    initial: str | None = Field(default=None, sa_type=Name)


class KeyFields(NumberedOnce):
    """What the keys of tables and of circles have in common. Only the hash of a key is kept.

    `role` is the right that a key gives, or "recovery" for a code that makes another phone a host.
    """

    role: str
    hash: str = Field(unique=True)
    label: str
    made_at: datetime = Field(sa_type=UtcTime)


class KeyRow(KeyFields, table=True):
    """A key to a table, of role "host" or "seat".

    `seat` is the seat it plays (null: none, a host who does not play); `used_at` is null until a phone first shows the
    key, when the seat's older keys are revoked.
    """

    __tablename__ = "keys"

    table_id: int = Field(foreign_key="tables.id", index=True)
    seat: str | None = Field(default=None, sa_type=Name)
    used_at: datetime | None = Field(default=None, sa_type=UtcTime)
    revoked_at: datetime | None = Field(default=None, sa_type=UtcTime)


class EntryRow(Row, table=True):
    """One accepted move, or an act of the referee. Never changed, never removed but with its table: triggers see to it.

    The columns are the fields of an `Entry`, in its order. (table, version) is unique, and so is (table, request), by
    which a repeat is recognised.
    """

    __tablename__ = "entries"
    __table_args__: Any = (UniqueConstraint("table_id", "request"),)

    table_id: int = Field(foreign_key="tables.id", primary_key=True)
    version: int = Field(primary_key=True)
    move: str = Field(sa_type=Text)
    at: datetime = Field(sa_type=UtcTime)
    by: str | None = Field(default=None, sa_column=Column("entered_by", LongName, key="by", nullable=True))
    key_id: int = Field(foreign_key="keys.id")
    label: str
    request: str | None = None
    kind: str = Field(default="move", sa_column_kwargs={"server_default": "move"})


class CircleRow(NumberedOnce, table=True):
    """People who play together. `used_at`: when one of them last opened a table, joined, or changed something."""

    __tablename__ = "circles"

    code: str = Field(unique=True)
    name: str = Field(sa_type=Name)
    opened_at: datetime = Field(sa_type=UtcTime)
    used_at: datetime = Field(sa_type=UtcTime)


class PersonRow(NumberedOnce, table=True):
    """Somebody who plays in a circle, as the circle calls them; `color` is a seat's, from 1 on."""

    __tablename__ = "people"

    circle_id: int = Field(foreign_key="circles.id", index=True)
    name: str = Field(sa_type=Name)
    color: int


class PersonNameRow(Row, table=True):
    """A name by which a circle knows a person, as it reads: of "Tom" and "TOM" there is one.

    `number` is higher than those of the circle's names that were given before it; None: before they were numbered.
    """

    __tablename__ = "person_names"

    circle_id: int = Field(foreign_key="circles.id", primary_key=True)
    reads: str = Field(sa_type=Name, primary_key=True)
    person_id: int = Field(foreign_key="people.id", index=True)
    number: int | None


class CircleKeyRow(KeyFields, table=True):
    """A key to a circle, of role "host" or "member", removed when it ends. `person_id`: whose phone it is, if known."""

    __tablename__ = "circle_keys"

    circle_id: int = Field(foreign_key="circles.id", index=True)
    person_id: int | None = Field(default=None, foreign_key="people.id", index=True)


class CircleGameRow(Row, table=True):
    """A table that belongs to a circle, and a summary of its game, which is derived from the ledger and rewritten.

    `summary` is JSON without a name in it, of `version` entries of the ledger; null before the first one. `made` tells
    its form and the edition of the rules that it was made by. With the table it goes, by a trigger.
    """

    __tablename__ = "circle_games"

    table_id: int = Field(foreign_key="tables.id", primary_key=True, sa_column_kwargs={"autoincrement": False})
    circle_id: int = Field(foreign_key="circles.id", index=True)
    version: int | None = None
    made: int = 0
    summary: str | None = Field(default=None, sa_type=Text)


class CircleSeatRow(Row, table=True):
    """Who sat where in a game of a circle; `person_id` is null for somebody whom the circle has forgotten.

    `name_hash` is of the seat's name, which stands in the table's own rows alone.
    """

    __tablename__ = "circle_seats"

    table_id: int = Field(foreign_key="circle_games.table_id", primary_key=True)
    name_hash: str = Field(primary_key=True)
    position: int
    person_id: int | None = Field(default=None, foreign_key="people.id", index=True)


class PresetRow(Numbered, table=True):
    """House rules of a game that a circle keeps by a name. `options` is JSON, as a transcript's header has them."""

    __tablename__ = "presets"

    circle_id: int = Field(foreign_key="circles.id", index=True)
    name: str = Field(sa_type=Name)
    game: str
    options: str = Field(sa_type=Text)


TABLES, CIRCLES, ENTRIES = (Row.metadata.tables[name] for name in ("tables", "circles", "entries"))
"""The same for SQLAlchemy Core, by which the ledger appends and whole databases are read."""
