"""A statement is written out in SQL once a process, not for each engine: most tests have one of their own, or more.

An engine keeps what its dialect has compiled. Here all engines of a kind of database keep it together.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import Compiled, Dialect

Key = tuple[Any, ...]


class Statements(dict[Key, Compiled]):
    """What was compiled, by SQLAlchemy's key with the kind of dialect in place of an engine's own."""

    def get(self, key: Key, default: Any = None) -> Any:
        """What was compiled for any engine of that kind."""
        return super().get(_of_any_engine(key), default)

    def __setitem__(self, key: Key, compiled: Compiled) -> None:
        super().__setitem__(_of_any_engine(key), compiled)


def _of_any_engine(key: Key) -> Key:
    return tuple(type(part) if isinstance(part, Dialect) else part for part in key)


@cache
def share() -> None:
    """From now on, what one engine of this process has compiled serves for all."""
    known = Statements()

    def use(connection: Connection) -> None:
        connection.execution_options(compiled_cache=known)

    event.listen(Engine, "engine_connect", use)
