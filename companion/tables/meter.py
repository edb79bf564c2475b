"""What the tables and the server tell of their work, for whoever counts it."""

from __future__ import annotations


class Meter:
    """Hears of it and counts nothing. A meter that does must be quick: some of this is told with every move."""

    def saved(self, code: str, moves: int, seconds: float) -> None:
        """A tap's moves are on disk, `seconds` after they set out for it. Of an act alone there are none."""

    def heard(self, code: str) -> None:
        """Another process has told of a change at that table."""

    def refused(self, game: str, rule: str) -> None:
        """A move was refused by that rule."""

    def told(self, seconds: float) -> None:
        """All phones here that listen to a table have been told of a change, `seconds` after it was published."""

    def came(self) -> None:
        """A phone listens."""

    def left(self) -> None:
        """It listens no more."""
