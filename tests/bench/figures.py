"""Middle, tail and spread of what was measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from statistics import median, quantiles
from typing import Any, TypeVar

Run = TypeVar("Run")


def p(values: Sequence[float], percent: int) -> float:
    """The value that so many percent of the values do not exceed."""
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def middle(runs: Sequence[Run]) -> Run:
    """A run of medians: a dataclass whose every number is the median of that number over the runs."""
    first: Any = runs[0]
    found: Run = type(first)(*(median(getattr(run, field.name) for run in runs) for field in fields(first)))
    return found


def spread(runs: Sequence[Run], what: Callable[[Run], float], digits: int = 0) -> str:
    """The median with the least and the most: "1,234 (1,200 to 1,300)"."""
    found = [what(run) for run in runs]
    return f"{median(found):,.{digits}f} ({min(found):,.{digits}f} to {max(found):,.{digits}f})"
