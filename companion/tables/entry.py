"""An entry of the ledger as it is stored: a move of the game or an act of the referee, as JSON, and who made it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.games.move import Move
from companion.games.text import Text
from companion.games.transcript import load_any_json
from companion.tables.acts import Act

MOVE, ACT = "move", "act"

IMPORTED = Text("imported from a file").message
"""The label of entries that were made elsewhere and came with a transcript: no phone of this table made them."""

Item = Move | Act
"""What an entry holds: a move of the game, or an act of the referee."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry as it is stored. `move` is JSON: a move or an act, as `kind` says (MOVE, ACT).

    `by` is the seat that entered it (None: a host without one), `request` the request's name (None: it has none).
    """

    table_id: int
    version: int
    move: str
    at: datetime
    by: str | None
    key_id: int
    label: str
    request: str | None
    kind: str = MOVE


def stored(plain: dict[str, Any]) -> str:
    """A move, an act or a header as the database keeps it: JSON in ASCII, so that any database takes any name."""
    return json.dumps(plain, ensure_ascii=True, separators=(",", ":"))


def loaded(text: str) -> object:
    """What is stored as an entry, as a JSON value; what is no JSON, as it is."""
    try:
        return load_any_json(text)
    except ValueError:
        return text
