"""What is written of the measurements: sections with tables, and one table of what was wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Verdict:
    """A target and what was found: `found` is to be at most, or at least, `wanted`."""

    what: str
    found: float
    side: Literal["at most", "at least"]
    wanted: float
    unit: str = ""

    @property
    def met(self) -> bool:
        """Whether the target is reached."""
        return self.found <= self.wanted if self.side == "at most" else self.found >= self.wanted

    @property
    def row(self) -> tuple[str, str, str, str]:
        """The verdict as a table tells it."""
        wanted = f"{self.side} {self.wanted:g}{self.unit}"
        return self.what, wanted, f"{self.found:.2f}{self.unit}", "yes" if self.met else "**no**"


@dataclass(frozen=True, slots=True)
class Section:
    """One part's heading and text, and its verdicts."""

    title: str
    text: str
    verdicts: tuple[Verdict, ...] = ()


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = (f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows))
    return "\n".join(lines)


def document(head: str, sections: Sequence[Section], notes: str) -> str:
    """The whole of RESULTS.md: what was wanted comes first, the notes that were written by hand last."""
    verdicts = [verdict.row for section in sections for verdict in section.verdicts]
    wanted = table(("what", "wanted", "found", "reached"), verdicts)
    parts = [f"## {section.title}\n\n{section.text}" for section in sections]
    return "\n\n".join((head, wanted, *parts, notes)).strip() + "\n"
