"""What all charts with lines share: the steps of a scale, and labels at the lines' ends that can be read."""

from __future__ import annotations

from collections.abc import Sequence

LABEL_GAP = 16
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 10**6)


def step_of(span: float, lines: int = 5) -> int:
    """The least step of a scale with which so many steps, at most, reach as far."""
    return next(step for step in STEPS if span <= step * lines)


def apart(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """Labels as near as can be to where they are wanted, far enough from each other, between top and bottom."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = [0.0] * len(wanted)
    lowest = top
    for line in order:
        placed[line] = lowest = max(lowest, wanted[line])
        lowest += LABEL_GAP
    highest = bottom
    for line in reversed(order):
        placed[line] = highest = min(highest, placed[line])
        highest -= LABEL_GAP
    return placed
