"""What the bench writes down: a row for each figure, with its peer's beside it and what was wanted of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

HEAD = ("what", "ours", "boardgame.io, in memory", "with FlatFile", "wanted", "found")
NONE = "–"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted of a figure, and what was found."""

    found: float
    side: Literal["at least", "at most"]
    wanted: float
    unit: str

    @property
    def met(self) -> bool:
        return self.found <= self.wanted if self.side == "at most" else self.found >= self.wanted

    @property
    def said(self) -> str:
        return f"{self.side} {self.wanted:g} {self.unit}"

    @property
    def told(self) -> str:
        """What was found; bold if it is not what was wanted."""
        found = f"{self.found:,.0f}" if self.found >= 100 else f"{self.found:.3g}"
        return found if self.met else f"**{found}**"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the results: ours, that of the peer in memory and with FlatFile, as far as they have one."""

    what: str
    figures: tuple[str, ...]
    wanted: tuple[Wanted, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        wanted = "; ".join(one.said for one in self.wanted) or NONE
        found = "; ".join(one.told for one in self.wanted) or NONE
        lacking = [NONE] * (len(HEAD) - 3 - len(self.figures))
        return self.what, *self.figures, *lacking, wanted, found


def table(rows: Iterable[Row]) -> str:
    """Return a table in Markdown."""
    lines: list[Sequence[str]] = [HEAD, ["---"] * len(HEAD), *(row.cells for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
