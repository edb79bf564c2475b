"""The header of a table (its game, its seats, its house rules), and what a seat may be called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unicodedata import category, normalize

from msgspec import Struct
from pydantic import BaseModel

from companion.games.text import Text

RESERVED_NAMES = frozenset({"centre", "pile"})
LONGEST_NAME = 40
NOTHING = frozenset({"Cc", "Cf", "Cs", "Mc", "Me", "Mn", "Zl", "Zp", "Zs"})
"""Categories of characters that show nothing by themselves. An unassigned one may be next year's emoji."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Hangul fillers and blank Braille: Unicode calls them letters and symbols, but there is nothing to see."""
UNSEEN = Text("A name needs at least one visible character.")


class BadHeader(ValueError):
    """Raised for a header that opens no table.

    `key` is the key that is wrong, `text` says what is wrong with it. `seat` is the number, from 0, of the seat whose
    name is to blame, or None if it is not a single one.
    """

    def __init__(self, key: str, text: Text, seat: int | None = None) -> None:
        super().__init__(text.put())
        self.key, self.text, self.seat = key, text, seat


class Header(Struct, frozen=True):
    """Who sits at a table, which game they play and by which house rules. Only `transcript.read_header` makes one.

    `seats` are clockwise, and `plain` is the header as it stands in a transcript. `rules` is the edition of the rules
    that the table was opened under, or None if it is older than their numbers.
    """

    game: str
    seats: tuple[str, ...]
    dealer: str
    options: BaseModel
    plain: Mapping[str, Any]
    rules: int | None = None


def read_name(raw: object, seat: int | None = None) -> str:
    """Return the trimmed name of seat number `seat`. Raise BadHeader if it cannot be a name."""
    if not isinstance(raw, str):
        raise BadHeader("seats", Text("A name is text."), seat)
    name = raw.strip()
    if not name:
        raise BadHeader("seats", Text("A seat needs a name."), seat)
    if len(name) > LONGEST_NAME:
        raise BadHeader(
            "seats",
            Text("A name has at most {most} characters; this one has {n}.", most=LONGEST_NAME, n=len(name)),
            seat,
        )
    if name in RESERVED_NAMES:
        taken = Text("\u201c{name}\u201d is a place on the table and cannot be a name.", name=name)
        raise BadHeader("seats", taken, seat)
    if is_broken(name):
        raise BadHeader("seats", Text("A name contains a broken character."), seat)
    return name


def is_broken(name: str) -> bool:
    """Return True if the name holds half a surrogate pair, which cannot be encoded."""
    return any("\ud800" <= char <= "\udfff" for char in name)


def can_be_seen(name: str) -> bool:
    """Return True if the name shows something: not only spaces, joiners, accents and blank letters."""
    return any(category(char) not in NOTHING and char not in BLANK for char in name)


def as_read(name: str) -> str:
    """Return a form that is equal for names that differ only in case or Unicode spelling: case-folded NFKC."""
    return normalize("NFKC", normalize("NFKC", name).casefold())
