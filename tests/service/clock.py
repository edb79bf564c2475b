"""Clocks that stand still until a test sets them."""

from __future__ import annotations

from datetime import UTC, datetime

BEGAN = datetime(2026, 11, 22, 20, tzinfo=UTC)


class Clock:
    """What `now` is, for as long as a test likes."""

    def __init__(self) -> None:
        self.now = BEGAN

    def __call__(self) -> datetime:
        return self.now


class Seconds:
    """What is measured in seconds since nobody asks when."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now
