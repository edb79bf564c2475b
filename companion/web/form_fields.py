"""What several pages' forms have in common: numbers, reasons, and the box to tick before something goes for good."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from flask import request

from companion.games.move import Move
from companion.games.reasons import Reason
from companion.games.text import Text
from companion.web.request_language import words

NOT_SURE = Text("Tick the box first: what is deleted cannot be brought back.")
NO_NUMBER = Text("Enter a whole number.")

BECAUSE, REASON = "because", "reason"
"""Keys of a form: the message of the reason that was tapped, and what was typed."""


def number_in(field: str) -> int | None:
    """The number that a field of the form holds: digits alone, no more than a row's number has."""
    return number_of(request.form.get(field, ""))


def number_of(text: str, digits: int = 9) -> int | None:
    """The number that a text is: digits alone, no more of them than that."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


@lru_cache(64)
def number_keys(kind: type[Move]) -> tuple[str, ...]:
    """The keys of a kind of move that hold a whole number, as its model says: a form has them as text."""
    return tuple(key for key, one in kind.model_json_schema()["properties"].items() if _is_number(one))


def _is_number(schema: Mapping[str, Any]) -> bool:
    return any(one.get("type") == "integer" for one in (schema, *schema.get("anyOf", ())))


def is_sure() -> bool:
    """Whether the box was ticked."""
    return request.form.get("sure") == "1"


def tapped(form: Mapping[str, str], offered: Iterable[Reason]) -> Reason | None:
    """The reason that was tapped in a form, None where none of those offered was."""
    return next((one for one in offered if one.text.message == form.get(BECAUSE)), None)


def given(form: Mapping[str, str], offered: Iterable[Reason]) -> str:
    """The reason as the ledger keeps it, in the language of the phone; empty where none was given."""
    typed, one = form.get(REASON, "").strip(), tapped(form, offered)
    if one is None:
        return typed
    return words(Text("{reason}: {more}", reason=one.text, more=typed)) if typed else words(one.text)
