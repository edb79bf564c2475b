"""Names as people typed them, any text: which can be seen, which read the same, and an initial for each of several."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from companion.games.header import can_be_seen

JOINERS = "\u200d\ufe0f"


@lru_cache(512)
def initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """An initial for each name, no two alike: its first letter, or that and another; an emoji or a flag stays whole."""
    letters = [[part for part in clusters(name) if can_be_seen(part)] or [name] for name in names]
    firsts = [parts[0].upper() for parts in letters]
    found: list[str] = []
    for seat, (first, parts) in enumerate(zip(firsts, letters, strict=True), 1):
        # Whose name is the letter alone has nothing to add to it.
        tries = [first + part.lower() for part in parts[1:]] if firsts.count(first) > 1 else []
        free = (one for one in tries or [first] if one not in found)
        found.append(next(free, f"{first}{seat}"))
    return tuple(found)


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
