"""Names as people typed them, any text: cut to the room there is, isolated from the sentence round them, told apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from markupsafe import Markup

from companion.tables.snapshot import Snapshot

SHORT = 18
JOINERS = "\u200d\ufe0f"


def short(name: str, most: int = SHORT) -> str:
    """The name, cut with an ellipsis where it is longer than `most` characters; never in the middle of an emoji."""
    if len(name) <= most:
        return name
    end = most - 1
    while end > 1 and (name[end] in JOINERS or unicodedata.combining(name[end]) or name[end - 1] == JOINERS[0]):
        end -= 1
    return name[:end].rstrip() + "\u2026"


def bdi(name: str, most: int = SHORT) -> Markup:
    """The name, cut and isolated, so that its direction of writing does not turn the sentence round it."""
    return Markup("<bdi>{}</bdi>").format(short(name, most))


def can_be_seen(name: str) -> bool:
    """Whether a name has a character that shows: not spaces, joiners and accents alone."""
    return any(unicodedata.category(char)[0] not in "CZM" for char in name)


def seat_meant(snapshot: Snapshot, sent: str) -> str:
    """The seat whose name a browser sent; what was sent, where there is none of that name.

    A form sends line breaks its own way and no NUL; a table opened by a program may have such names.
    """
    as_sent = {re.sub("\r\n|\r|\n", "\r\n", name).replace("\0", "\ufffd"): name for name in snapshot.header.seats}
    return sent if sent in snapshot.header.seats else as_sent.get(sent, sent)


def initial(name: str, names: Iterable[str]) -> str:
    """The initial by which a name is told apart among these, which have it."""
    names = tuple(names)
    return initials(names)[names.index(name)]


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
