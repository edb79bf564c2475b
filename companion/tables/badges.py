"""Badges: the colour and the initial that tell people at a table apart, and how a name becomes an initial."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.games.header import can_be_seen

COLORS = 12
"""The number of colours, `seat-1` to `seat-12` in static/css/seat_badges.css. More people than that share colours."""

QUOTES = "\"'`\u00b4\u00ab\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a"
JOINERS = "\u200d\ufe0f"

CircleBadge = tuple[int | None, str | None]
"""A person's colour, from 1, and initial in the table's circle; each is None if the person has none there."""


@dataclass(frozen=True, slots=True)
class Badge:
    """The badge of the person whose current name is `name`."""

    name: str
    color: int
    initial: str


@lru_cache(512)
def badges(names: tuple[str, ...], in_circle: tuple[CircleBadge, ...]) -> tuple[Badge, ...]:
    """Return the badges of these people, who are listed in the order in which they came.

    Everybody keeps the colour that they have in the circle; of two with the same one, the first keeps it, and the other
    gets the next that is free. The circle's initials are used only if no two people would then have the same.
    """
    usual = initials(names)
    mixed = tuple(own or initial for (_, own), initial in zip(in_circle, usual, strict=True))
    letters = mixed if len(set(mixed)) == len(mixed) else usual
    return tuple(map(Badge, names, _colors([color for color, _ in in_circle]), letters))


def _colors(wanted: Sequence[int | None]) -> list[int]:
    colors = {place: color for place, color in enumerate(wanted) if color is not None and color not in wanted[:place]}
    for place, color in enumerate(wanted):
        if place not in colors:
            first = (color or place + 1) - 1
            others = [(first + step) % COLORS + 1 for step in range(COLORS)]
            colors[place] = next((other for other in others if other not in colors.values()), others[0])
    return [colors[place] for place in range(len(wanted))]


@lru_cache(512)
def initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a different initial for each name: its first letter, with a second one if two names begin alike.

    An emoji or a flag counts as one letter.
    """
    letters = [_letters_of(name) for name in names]
    firsts = [parts[0].upper() for parts in letters]
    chosen: list[str] = []
    for number, (first, parts) in enumerate(zip(firsts, letters, strict=True), 1):
        longer = [first + part.lower() for part in parts[1:]] if firsts.count(first) > 1 else []
        free = (initial for initial in longer or [first] if initial not in chosen)
        chosen.append(next(free, f"{first}{number}"))
    return tuple(chosen)


def _letters_of(name: str) -> list[str]:
    """Return the visible letters of a name without its quotation marks, unless it has nothing else."""
    visible = [part for part in clusters(name) if can_be_seen(part)]
    return [part for part in visible if part[0] not in QUOTES] or visible or [name]


def clusters(name: str) -> Iterator[str]:
    """Split a name into parts that must stay whole: a letter with its accents, an emoji, a flag."""
    part = ""
    for char in name:
        flag = len(part) == 1 and _is_half_a_flag(part) and _is_half_a_flag(char)
        if part and not (flag or _extends_letter(char) or part[-1] == JOINERS[0]):
            yield part
            part = ""
        part += char
    if part:
        yield part


def _extends_letter(char: str) -> bool:
    """Return True for an accent, a joiner and the colour of an emoji's skin."""
    return char in JOINERS or "\U0001f3fb" <= char <= "\U0001f3ff" or unicodedata.category(char)[0] == "M"


def _is_half_a_flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
