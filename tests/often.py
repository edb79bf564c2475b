"""How much an everyday run does of what is alike: a third of a property's examples, some cases of tests that are alike.

Where nothing may be skipped (COMPANION_NO_SKIPS), as `.ci/run` has it, all is done.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import TypeVar

Case = TypeVar("Case")

ALL = bool(os.environ.get("COMPANION_NO_SKIPS"))
SHARE = 3
DAY = int(os.environ.setdefault("COMPANION_TEST_DAY", str(datetime.now(UTC).toordinal())))
"""What the cases of an everyday run are drawn by: others each day, and the same in all workers of a run."""


def often(examples: int, share: int = SHARE) -> int:
    """So many examples of a property, or a third of them (one in `share`) in an everyday run."""
    return examples if ALL else -(-examples // share)


def drawn(cases: Sequence[Case], every: int, name: str) -> list[Case]:
    """One in so many of the cases of that name. Where fewer were asked for, somebody wants to see them: all."""
    if ALL or len(cases) < every:
        return list(cases)
    return Random(f"{name} {DAY}").sample(cases, -(-len(cases) // every))
