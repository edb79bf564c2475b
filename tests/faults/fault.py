"""What a fault is: what is done, how often, in a whole run, an hour and the selection, and the figures of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

Figures = dict[str, int | float | str]
"""What was counted, by what it is called; a whole number is told as it is, another with one decimal."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One run of one fault: how often it is made, in a folder of its own, with chance that a seed gives again."""

    count: int
    seed: int
    folder: Path

    def chance(self, about: object = "") -> Random:
        """Chance for one part of the trial: the same seed and part, the same chance."""
        return Random(f"{self.seed} {about}")


@dataclass(frozen=True, slots=True)
class Fault:
    """`whole` is how often it is made in all, `hour` in an hour of all faults, `selected` in the selection.

    `run` raises where a promise fails.
    """

    name: str
    does: str
    run: Callable[[Trial], Figures]
    whole: int
    hour: int
    selected: int


class Broken(AssertionError):
    """A promise was not kept."""


def need(kept: bool, *told: object) -> None:
    """Raise Broken unless the promise is kept."""
    if not kept:
        raise Broken(*told)


def put(figures: Figures) -> str:
    """Figures as one line."""
    return "; ".join(f"{_number(number)} {what}" for what, number in figures.items())


def _number(number: float | str) -> str:
    if isinstance(number, str):
        return number
    return f"{number:,}" if isinstance(number, int) else f"{number:,.1f}"
