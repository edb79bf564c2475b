"""What several pages' forms have in common: numbers and seats."""

from __future__ import annotations

import re
from functools import lru_cache

from flask import request

from companion.games.move import Move
from companion.games.text import Text
from companion.tables.snapshot import Snapshot

NO_NUMBER = Text("Enter a whole number.")


def number_in(field: str) -> int | None:
    """The number that a field of the form holds: digits alone, no more than a row's number has."""
    return number_of(request.form.get(field, ""))


def number_of(text: str, digits: int = 9) -> int | None:
    """The number that a text is: digits alone, no more of them than that."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


@lru_cache(64)
def number_keys(kind: type[Move]) -> tuple[str, ...]:
    """The keys of a kind of move that hold a whole number, as its model says: a form has them as text."""
    schemas = {key: (one, *one.get("anyOf", ())) for key, one in kind.model_json_schema()["properties"].items()}
    return tuple(key for key, some in schemas.items() if any(one.get("type") == "integer" for one in some))


def seat_meant(snapshot: Snapshot, sent: str) -> str:
    """The seat whose name a browser sent; what was sent, where there is none of that name.

    A form sends line breaks its own way and no NUL; a table opened by a program may have such names.
    """
    as_sent = {re.sub("\r\n|\r|\n", "\r\n", name).replace("\0", "\ufffd"): name for name in snapshot.book.seats}
    return sent if sent in snapshot.book.seats else as_sent.get(sent, sent)
