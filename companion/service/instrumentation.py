"""Instrumentation: what the service and the server report of their work, for metrics."""

from __future__ import annotations

BOUNDS = ("database", "table", "circle", "streams")
"""What may be full: the database; a table's entries or keys; what a circle keeps; running searches; streams."""


class Meter:
    """Counts nothing. Subclasses do, and must be quick: some methods are called with every move."""

    def committed(self, code: str, moves: int, seconds: float) -> None:
        """A tap is on disk `seconds` after it was decided, with this many moves: none where it held acts only."""

    def unsaved(self) -> None:
        """A tap was decided, and the database did not take it."""

    def announced(self, code: str) -> None:
        """Another process has announced a change at that table."""

    def refused(self, game: str, rule: str) -> None:
        """A move was refused by that rule."""

    def full(self, bound: str) -> None:
        """A request was refused because a bound was met, one of `BOUNDS`."""

    def delivered(self, seconds: float) -> None:
        """All streams of a table in this process have been sent a change, `seconds` after it was published."""

    def connected(self) -> None:
        """A stream was opened."""

    def disconnected(self) -> None:
        """A stream has ended."""
