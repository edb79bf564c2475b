"""Findings: what seats have done against the rules, from the entry that shows it until the table has ruled on it."""

from __future__ import annotations

from collections.abc import Callable
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


Findings = tuple[Finding, ...]
KEPT = 512  # books, those first asked about last
_KNOWN: dict[Book, Findings] = {}


def not_ruled_on(book: Book, findings_in: Callable[[Book], Findings]) -> Findings:
    """Return the findings in a book that no later ruling has settled, the earliest first.

    A ruling settles the findings about the seats that it names. `findings_in` returns what the latest entry of a book
    shows. Every screen asks for this, so results are cached by book: a new entry costs the same however long the game
    is.
    """
    findings: Findings = ()
    unknown = list[Book]()
    for earlier in book.standing():
        if (known := _KNOWN.get(earlier)) is not None:
            findings = known
            break
        unknown.append(earlier)
    for entered in reversed(unknown):
        findings = _after(findings, entered, findings_in)
    _KNOWN[book] = findings
    # Threads may meet here: each line is one operation on the dictionary, and a result dropped too soon is made again.
    for old in list(_KNOWN)[:-KEPT] if len(_KNOWN) > KEPT else ():
        _KNOWN.pop(old, None)
    return findings


def _after(findings: Findings, book: Book, findings_in: Callable[[Book], Findings]) -> Findings:
    """Return the findings after the latest entry of a book; `findings` are those before it."""
    move = book.move
    if isinstance(move, TableRuling):
        return tuple(finding for finding in findings if finding.seat not in move.names)
    if isinstance(move, Leave):
        return tuple(finding for finding in findings if finding.seat != move.seat)
    if isinstance(move, Rename):
        old, new = move.seat, move.name
        return tuple(replace(finding, seat=new) if finding.seat == old else finding for finding in findings)
    if book.before is not None and book.state == book.before.state:
        return findings  # an entry that is refused today, of which nothing came, shows nothing either
    more = findings_in(book)
    return (*findings, *more) if more else findings
