"""The ledger as it lies in the database, read without the program."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sqlalchemy import text

from companion.tables.keys_and_codes import request_hash
from tests.faults.history import Line
from tests.storage.raw import raw

ENTRIES = """
SELECT code, version, request, key_id, move FROM tables LEFT JOIN entries ON entries.table_id = tables.id
WHERE :code IN (code, '') ORDER BY code, version
"""


def ledgers(url: str, names: Iterable[str] = (), code: str = "") -> dict[str, list[Line]]:
    """The entries of all tables, or of one, by the table's code.

    Of `names` it is told which of them a request was sent under.
    """
    found: dict[str, list[Line]] = {}
    sent = Sent(names)
    with raw(url) as connection:
        for here, version, request, key_id, move in connection.execute(text(ENTRIES), {"code": code}):
            lines = found.setdefault(here, [])
            if version is not None:
                lines.append(Line(version, sent.name(key_id, request), told(json.loads(move))))
    return found


def ledger_of(url: str, code: str, names: Iterable[str] = ()) -> list[Line]:
    """One table's entries."""
    return ledgers(url, names, code)[code]


class Sent:
    """The names that requests were sent under, by what the ledger makes of them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(names)
        self._by_key: dict[int, dict[str, str]] = {}

    def name(self, key_id: int, stored: str | None) -> str:
        """The name that was sent; what the ledger has, where it is of another."""
        if key_id not in self._by_key:
            self._by_key[key_id] = {request_hash(key_id, name): name for name in self._names}
        here = (stored or "").rpartition("/")[0]
        return self._by_key[key_id].get(here, here)


def told(move: object) -> str:
    """A move as two histories compare it."""
    return json.dumps(move, sort_keys=True)
