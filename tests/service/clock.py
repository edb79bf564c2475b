"""A clock that stands still until a test sets it."""

from __future__ import annotations

from datetime import UTC, datetime

BEGAN = datetime(2026, 11, 22, 20, tzinfo=UTC)


class Clock:
    """What `now` is, for as long as a test likes."""

    def __init__(self) -> None:
        self.now = BEGAN

    def __call__(self) -> datetime:
        return self.now
