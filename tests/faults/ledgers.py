"""The ledger as it lies in the database, read without the program."""

from __future__ import annotations

import json

from sqlalchemy import text

from tests.faults.history import Line
from tests.storage.raw import raw

ENTRIES = """
SELECT code, version, request, move FROM tables LEFT JOIN entries ON entries.table_id = tables.id ORDER BY code, version
"""


def ledgers(url: str) -> dict[str, list[Line]]:
    """All tables' entries by the table's code; the name of a request without the move's place in it."""
    found: dict[str, list[Line]] = {}
    with raw(url) as connection:
        for code, version, request, move in connection.execute(text(ENTRIES)):
            lines = found.setdefault(code, [])
            if version is not None:
                lines.append(Line(version, name_of(request), told(json.loads(move))))
    return found


def ledger_of(url: str, code: str) -> list[Line]:
    """One table's entries."""
    return ledgers(url)[code]


def name_of(request: str | None) -> str:
    """The name that the request was sent under: the ledger adds the move's place in it."""
    return "" if request is None else request.rpartition("/")[0]


def told(move: object) -> str:
    """A move as two histories compare it."""
    return json.dumps(move, sort_keys=True)
