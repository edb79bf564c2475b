"""Who sits down at a table of which game: its header, and what a seat may be called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from unicodedata import category, normalize

from pydantic import BaseModel

from companion.games.text import Text

RESERVED_NAMES = frozenset({"centre", "pile"})
LONGEST_NAME = 40
NOTHING = frozenset({"Cc", "Cf", "Cs", "Mc", "Me", "Mn", "Zl", "Zp", "Zs"})
"""Kinds of characters that show nothing by themselves. What Unicode has yet to name may be an emoji of next year."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Hangul's fillers and Braille without a dot: letters and symbols to Unicode, and nothing to see."""
UNSEEN = Text("A name needs at least one visible character.")


class BadHeader(ValueError):
    """A header that is no table of this game.

    `key` is where it is wrong, `text` says how, `seat` whose name is to blame, counted from 0 (None: no single one).
    """

    def __init__(self, key: str, text: Text, seat: int | None = None) -> None:
        super().__init__(text.put())
        self.key, self.text, self.seat = key, text, seat


@dataclass(frozen=True, slots=True)
class Header:
    """Who sits at a table of which game, and by which house rules. Made by `transcript.read_header` alone.

    `seats` are clockwise, `options` holds only what differs from the defaults,
    `plain` is the header as it stands in a transcript. `rules` is the edition of the rules that the table was opened
    under; None where that was before they were numbered.
    """

    game: str
    seats: tuple[str, ...]
    dealer: str
    options: BaseModel
    plain: Mapping[str, Any]
    rules: int | None = None


def read_name(raw: object, seat: int | None = None) -> str:
    """The name of a seat, trimmed. Raises BadHeader with what is wrong with it; `seat` is its number there."""
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
    """Whether it holds half a character, which nothing can write."""
    return any("\ud800" <= char <= "\udfff" for char in name)


def can_be_seen(name: str) -> bool:
    """Whether a name has a character that shows: not spaces, joiners and accents alone, and no blank letters."""
    return any(category(char) not in NOTHING and char not in BLANK for char in name)


def as_read(name: str) -> str:
    """What two names have in common that differ in case or in how Unicode spells them: NFKC of the case-folded."""
    return normalize("NFKC", normalize("NFKC", name).casefold())
