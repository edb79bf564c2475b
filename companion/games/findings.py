"""Findings: what a seat has done against the rules, from the entry that shows it until the table has ruled on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.games.game import Book
from companion.games.move import TableRuling
from companion.games.seating import Leave, Rename
from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class Finding:
    """What `seat` has done against the rule of id `rule`: `text` tells it, `reason` is short, as a ruling gives it.

    `after` is the book after the entry that shows it. A revoke that cards have proved has two tricks, as its game shows
    them: in `missed` the seat did not follow, `shown` proves that it could have. `remedy` is how a table ruling would
    make good for it: keys and values of the ruling's form.
    """

    seat: str
    rule: str
    text: Text
    reason: Text
    after: Book
    missed: Any = None
    shown: Any = None
    remedy: tuple[tuple[str, str], ...] = ()


Found = tuple[Finding, ...]
KEPT = 512  # books, those first asked about last
_KNOWN: dict[Book, Found] = {}


def not_ruled_on(book: Book, found_in: Callable[[Book], Iterable[Finding]]) -> Found:
    """What stands in the book and no later ruling is about: the seat that a ruling names has had its own.

    `found_in` tells what the latest entry of a book has shown. The earliest finding comes first. Each screen asks, so
    what was found up to a book is kept: after the next tap that tap alone is looked at, however long the game is.
    """
    steps, found = list[Book](), Found()
    for step in book.standing():
        if (known := _KNOWN.get(step)) is not None:
            found = known
            break
        steps.append(step)
    for step in reversed(steps):
        found = _after(found, step, found_in)
    _KNOWN[book] = found
    # Threads may meet here: each line is one operation on the dictionary, and what is dropped too soon is found again.
    for old in list(_KNOWN)[:-KEPT] if len(_KNOWN) > KEPT else ():
        _KNOWN.pop(old, None)
    return found


def _after(found: Found, step: Book, found_in: Callable[[Book], Iterable[Finding]]) -> Found:
    if isinstance(step.move, TableRuling):
        named = step.move.names
        return tuple(one for one in found if one.seat not in named)
    if isinstance(step.move, Leave):
        return tuple(one for one in found if one.seat != step.move.seat)
    if isinstance(step.move, Rename):
        old, new = step.move.seat, step.move.name
        return tuple(replace(one, seat=new) if one.seat == old else one for one in found)
    return (*found, *found_in(step))
