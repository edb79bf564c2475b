"""Badges: the colour and the initial by which people at a table are told apart; how an initial is made of any name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.games.header import can_be_seen

COLORS = 12
"""As many as `seat-1` to `seat-12` in static/css/seat_badges.css. Where more people come and go, they come again."""

QUOTES = "\"'`\u00b4\u00ab\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a"
JOINERS = "\u200d\ufe0f"

Worn = tuple[int | None, str | None]
"""The colour, from 1, and the initial that somebody has in the table's circle; None: none."""


@dataclass(frozen=True, slots=True)
class Badge:
    """One person's badge; `name` is the current one."""

    name: str
    color: int
    initial: str


@lru_cache(2048)
def badges(names: tuple[str, ...], worn: tuple[Worn, ...]) -> tuple[Badge, ...]:
    """The badges of these people, in the order in which they came; as `worn` where that tells them apart.

    Of two who wear one colour the first keeps it, and the other gets the next that is free.
    """
    colors = _colors([color for color, _ in worn])
    letters = _letters(names, [initial for _, initial in worn])
    return tuple(Badge(*one) for one in zip(names, colors, letters, strict=True))


def _colors(worn: Sequence[int | None]) -> list[int]:
    found = [color if color not in worn[:seat] else None for seat, color in enumerate(worn)]
    for seat, (own, wanted) in enumerate(zip(found, worn, strict=True)):
        if own is None:
            first = (wanted or seat + 1) - 1
            others = [(first + more) % COLORS + 1 for more in range(COLORS)]
            found[seat] = next((one for one in others if one not in found), others[0])
    return [color or 0 for color in found]


def _letters(names: tuple[str, ...], worn: Sequence[str | None]) -> list[str]:
    """The worn ones where no two are alike; else those that the names of the table make."""
    made = initials(names)
    mixed = [own or usual for own, usual in zip(worn, made, strict=True)]
    return mixed if len(set(mixed)) == len(mixed) else list(made)


@lru_cache(512)
def initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """An initial for each name, no two alike: its first letter, or that and another; an emoji or a flag stays whole."""
    letters = [_letters_of(name) for name in names]
    firsts = [parts[0].upper() for parts in letters]
    found: list[str] = []
    for seat, (first, parts) in enumerate(zip(firsts, letters, strict=True), 1):
        # A name of one letter has none to add.
        tries = [first + part.lower() for part in parts[1:]] if firsts.count(first) > 1 else []
        free = (one for one in tries or [first] if one not in found)
        found.append(next(free, f"{first}{seat}"))
    return tuple(found)


def _letters_of(name: str) -> list[str]:
    """What an initial is made of: no quotation mark, unless there is nothing else."""
    seen = [part for part in clusters(name) if can_be_seen(part)]
    return [part for part in seen if part[0] not in QUOTES] or seen or [name]


def clusters(name: str) -> Iterator[str]:
    """The name in parts that must not be torn: a letter with its accents, an emoji, a flag."""
    part = ""
    for char in name:
        flag = len(part) == 1 and _flag_half(part) and _flag_half(char)
        if part and not (flag or _joins(char) or part[-1] == JOINERS[0] or unicodedata.category(char)[0] == "M"):
            yield part
            part = ""
        part += char
    if part:
        yield part


def _joins(char: str) -> bool:
    return char in JOINERS or bool(unicodedata.combining(char)) or "\U0001f3fb" <= char <= "\U0001f3ff"


def _flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
