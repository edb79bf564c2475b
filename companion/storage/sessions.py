"""SQLModel sessions on the database's connections. A session that writes saves with its transaction, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from sqlmodel import Session, SQLModel
from sqlmodel.sql.expression import SelectOfScalar

from companion.storage.database import Database

Found = TypeVar("Found")
Model = TypeVar("Model", bound=SQLModel)


@contextmanager
def reading(database: Database) -> Iterator[Session]:
    """A session to read with. Raises Unavailable."""
    with database.reading() as connection, Session(connection) as session:
        yield session


@contextmanager
def writing(database: Database) -> Iterator[Session]:
    """A session in one transaction; raises as `Database.writing`."""
    with database.writing() as connection, Session(connection) as session:
        yield session
        session.flush()


def all_of(database: Database, query: SelectOfScalar[Found]) -> Sequence[Found]:
    with reading(database) as session:
        return session.exec(query).all()


def first_of(database: Database, query: SelectOfScalar[Found]) -> Found | None:
    """The first that a query finds, if any. Raises Unavailable."""
    with reading(database) as session:
        return session.exec(query).first()


def save(session: Session, row: Model) -> Model:
    """Insert a row; returns it with the id that the database has given it."""
    session.add(row)
    session.flush()
    return row
