"""What several pages' forms have in common: a number in a field, and the box to tick before something goes for good."""

from __future__ import annotations

from flask import request

from companion.games.text import Text

NOT_SURE = Text("Tick the box first: what is deleted cannot be brought back.")


def number_in(field: str) -> int | None:
    """The number that a field of the form holds: digits alone, no more than a row's number has."""
    text = request.form.get(field, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def is_sure() -> bool:
    """Whether the box was ticked."""
    return request.form.get("sure") == "1"
