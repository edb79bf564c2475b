"""Middle and tail of a list of times."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import quantiles


def p(values: Sequence[float], percent: int) -> float:
    """The value that so many percent of the values do not exceed."""
    return quantiles(values, n=100, method="inclusive")[percent - 1]
