"""Findings: what a seat has done against the rules, known from the entry that shows it until the table has ruled."""

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
    """What `seat` has done against the rule with the id `rule`.

    `text` tells it in full, `reason` in short, for a ruling. `after` is the book after the entry that shows it. A
    proved revoke has two tricks, in the form that its game's templates show: `missed`, in which the seat did not
    follow, and `shown`, which proves that it could have. `remedy` holds the keys and values of a ruling that would
    make up for it.
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
    """Return the findings in a book that no later ruling has settled, the earliest first.

    A ruling settles the findings about the seats that it names. `found_in` returns what the latest entry of a book
    shows. Every screen asks for this, so results are kept by book: a new entry costs the same however long the game is.
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
    # Threads may meet here: each line is one operation on the dictionary, and a result dropped too soon is found anew.
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
    if step.before is not None and step.state == step.before.state:
        return found  # an entry that is refused today, of which nothing came, shows nothing either
    return (*found, *found_in(step))
