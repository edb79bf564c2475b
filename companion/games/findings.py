"""Findings: what a seat has done against the rules, from the entry that shows it until the table has ruled on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.games.book import Book
from companion.games.move import TableRuling
from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class Finding:
    """What `seat` has done against the rule of id `rule`: `text` tells it, `reason` is short, as a ruling gives it.

    `after` is the book after the entry that shows it. A revoke that cards have proved has two tricks, as its game shows
    them: in `missed` the seat did not follow, `shown` proves that it could have.
    """

    seat: str
    rule: str
    text: Text
    reason: Text
    after: Book
    missed: Any = None
    shown: Any = None


def not_ruled_on(book: Book, found_in: Callable[[Book], Iterable[Finding]]) -> tuple[Finding, ...]:
    """What stands in the book and no later ruling is about: the seat that a ruling names has had its own.

    `found_in` tells what the latest entry of a book has shown. The earliest finding comes first.
    """
    named: set[str] = set()
    found: list[Finding] = []
    for step in book.standing():
        if isinstance(step.move, TableRuling):
            named |= step.move.names
        else:
            found += reversed([one for one in found_in(step) if one.seat not in named])
    return tuple(reversed(found))
