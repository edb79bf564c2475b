"""A database with very many tables, made from a few real ones: their rows, over and over, with other codes and keys."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.tables.keys_and_codes import ALPHABET, LENGTH
from tests.bench.load import load
from tests.bench.served import companion

MANY = 100_000
PLAYED = 20
"""Moves that were played at every fifth table."""
EVERY = 5
CACHE_KB = 1_000_000
_STEP = 852_891_037_441  # odd, so that none of the 32 ** 8 codes comes twice

Row = dict[str, Any]


def fill(root: Path, folder: Path) -> int:
    """Put MANY tables into a fresh database in that folder; how many rows it has then."""
    with companion(root, folder) as server, load("companion", server.url) as made:
        made.ask("open", tables=EVERY)
        made.ask("whole", only=[0], moves=PLAYED)
    with closing(sqlite3.connect(folder / "companion.sqlite3")) as database, database:
        database.execute(f"PRAGMA cache_size = {-CACHE_KB}")  # keys come in no order, so all of their index is needed
        models = [_Model(database, number) for number in range(1, EVERY + 1)]
        for table in ("tables", "seats", "keys", "entries"):
            rows = (row for number in range(EVERY, MANY) for row in models[number % EVERY].copies(table, number))
            _insert(database, table, rows)
        counts = [f"(SELECT count(*) FROM {table})" for table in ("tables", "seats", "keys", "entries")]
        found: int = database.execute(f"SELECT {' + '.join(counts)}").fetchone()[0]
    return found


class _Model:
    """A real table's rows, to be copied."""

    def __init__(self, database: sqlite3.Connection, number: int) -> None:
        self._rows = {
            "tables": _select(database, "tables", "id", number),
            **{table: _select(database, table, "table_id", number) for table in ("seats", "keys", "entries")},
        }
        self._first_key = min(row["id"] for row in self._rows["keys"])
        self._keys, self._seats = len(self._rows["keys"]), len(self._rows["seats"])

    def copies(self, table: str, number: int) -> Iterator[Row]:
        """This table's rows for the so-manieth table."""
        for place, row in enumerate(self._rows[table]):
            yield {**row, **getattr(self, f"_{table}_row")(row, place, number)}

    def _tables_row(self, row: Row, place: int, number: int) -> Row:
        return {"id": number + 1, "code": code_of(number)}

    def _seats_row(self, row: Row, place: int, number: int) -> Row:
        return {"id": number * self._seats + place + 1, "table_id": number + 1}

    def _keys_row(self, row: Row, place: int, number: int) -> Row:
        hashed = hashlib.sha256(f"{number} {place}".encode()).hexdigest()
        return {"id": number * self._keys + place + 1, "table_id": number + 1, "hash": hashed}

    def _entries_row(self, row: Row, place: int, number: int) -> Row:
        return {"table_id": number + 1, "key_id": number * self._keys + row["key_id"] - self._first_key + 1}


def code_of(number: int) -> str:
    """The so-manieth table's code."""
    left, code = number * _STEP % len(ALPHABET) ** LENGTH, ""
    for _ in range(LENGTH):
        left, letter = divmod(left, len(ALPHABET))
        code += ALPHABET[letter]
    return code


def _select(database: sqlite3.Connection, table: str, by: str, number: int) -> list[Row]:
    found = database.execute(f"SELECT * FROM {table} WHERE {by} = ?", (number,))
    names = [column[0] for column in found.description]
    return [dict(zip(names, values, strict=True)) for values in found]


def _insert(database: sqlite3.Connection, table: str, rows: Iterator[Row]) -> None:
    columns = [column[1] for column in database.execute(f"PRAGMA table_info({table})")]
    marks = ", ".join(f":{column}" for column in columns)
    database.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)
