"""What is asked of a search, how far it is, and what it has found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.game import Header
from companion.referee.edits import Line
from companion.referee.reconcile.counting import Counts, Difference
from companion.referee.reconcile.telling import Explanation


@dataclass(frozen=True, slots=True)
class Task:
    """What was counted at a table, and what stands there.

    With `upto` the count is compared with the book after that many lines: when a
    round has just ended all lies in the centre again. `reason` is what a ruling
    would give as its own; `changes` how many slips at most are looked for, two of them
    only where one explains nothing, or in any case where `further` is set.
    """

    header: Header
    lines: Sequence[Line]
    counted: Counts
    upto: int | None = None
    reason: str = "Counted"
    changes: int = 1
    further: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is; it may be over before it comes to the end."""

    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Found:
    """Where cardboard and book differ, and what explains it, the likeliest first; `changes` were looked for."""

    differences: tuple[Difference, ...]
    explanations: tuple[Explanation, ...]
    changes: int


def spread(shares: Iterator[float], low: int, high: int) -> Iterator[Progress]:
    """A stage of a search, done in shares from 0 to 1, as the part of the whole from `low` to `high` percent."""
    for share in shares:
        yield Progress(low + round((high - low) * share), 100)
