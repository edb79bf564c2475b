"""The result as a table for a spreadsheet: a row a round and a column a seat."""

from __future__ import annotations

from collections.abc import Iterator

from companion.csv_file import Cell
from companion.games.screen import AnyScreen
from companion.games.text import Text
from companion.tables.snapshot import Snapshot
from companion.web.request_language import words


def rows(snapshot: Snapshot, screen: AnyScreen) -> Iterator[list[Cell]]:
    """The sheet, a row a round and a column a seat; of a game without points only what its places are by."""
    book = snapshot.book
    report, places = book.report(), {one.name: one for one in screen.places}
    seats = (*book.seats, *report.left)
    yield [words(Text("Hand") if book.game.in_hands else Text("Round")), *seats]
    if report.starts:
        yield [words(Text("Began with")), *(report.starts.get(name, "") for name in seats)]
    for number, points in enumerate(report.rounds, 1):
        yield [number, *(points.get(name, "") for name in seats)]
    if report.totals:
        totals = {**report.totals, **report.left}
        yield [words(Text("Total")), *(totals[name] for name in seats)]
    else:
        yield [words(Text("Result")), *(words(places[name].says) for name in seats)]
    yield [words(Text("Place")), *(places[name].place if name in places else "" for name in seats)]
