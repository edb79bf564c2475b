"""Scores and holdings before and after, side by side: only what would be different."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.ruling import Text
from companion.referee.what_if import WhatIf


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that would be different: `who` (a seat or a place), `what` of it, then and now."""

    who: str
    what: Text
    before: str | int | Text
    after: str | int | Text


def compared(found: WhatIf) -> tuple[Row, ...]:
    """Phase, winners, points and holdings that would differ."""
    return tuple(row for row in (*_scores(found), *_holdings(found)) if row.before != row.after)


def _scores(found: WhatIf) -> Iterator[Row]:
    before, after = found.before.report(), found.after.report()
    sheets = [book.game.sheet(book.state) for book in (found.before, found.after)]
    for seat in found.before.header.seats:
        yield Row(seat, Text("total"), before.totals.get(seat, 0), after.totals.get(seat, 0))
        yield Row(seat, Text("this round so far"), *(_running(sheet.running, seat) for sheet in sheets))
    yield Row("", Text("rounds finished"), len(before.rounds), len(after.rounds))
    yield Row("", Text("winner"), ", ".join(before.winners), ", ".join(after.winners))


def _running(running: Mapping[str, Any], seat: str) -> str | Text:
    return running[seat].text if seat in running else ""


def _holdings(found: WhatIf) -> Iterator[Row]:
    before, after = (_flat(book.report().holdings) for book in (found.before, found.after))
    for place, item in {**before, **after}:
        yield Row(place, Text(item), before.get((place, item), 0), after.get((place, item), 0))


def _flat(holdings: Mapping[str, Any]) -> dict[tuple[str, str], int]:
    """By place and what lies there; a place that holds one kind of thing has it as a bare number."""
    return {
        (place, str(item)): count
        for place, held in holdings.items()
        for item, count in (held.items() if isinstance(held, Mapping) else [("", held)])
    }
