"""Tables as snapshots without a database: a header, its moves, and when each was entered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.games.transcript import open_book, read_header
from companion.tables.snapshot import Provenance, Snapshot

Plain = dict[str, Any]
BEGUN = datetime(2026, 3, 6, 19, 30, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def snapshot_of(
    header: Plain,
    moves: Sequence[Plain],
    begun: datetime = BEGUN,
    times: Sequence[datetime] = (),
    code: str = "AAAA1111",
) -> Snapshot:
    """The table after these moves, which were entered a minute apart, or at these `times`."""
    read = read_header(header)
    book, provenance = open_book(read), None
    for number, move in enumerate(moves):
        ruling = book.play(move)
        book = ruling.state  # type: ignore[union-attr]  # a rejected move has none, and the test fails
        at = times[number] if times else begun + number * MINUTE
        provenance = Provenance(None, str(number + 1), provenance, at)
    return Snapshot(code, 1, read, book, 0, (), None, begun - 10 * MINUTE, provenance, version=len(moves))
