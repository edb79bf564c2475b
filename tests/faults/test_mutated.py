"""What a run of mutated requests takes for memory that grows, and what for caches that fill."""

from __future__ import annotations

import pytest

from tests.faults.mutated import LONG, levels_off

FILLS = [300, 340, 360, 370, 372, 373, 374, 374, 376, 375]
LOSES = [300, 310, 320, 330, 340, 350, 360, 370, 380, 390]
WARMS = [292, 296, 306, 321, 321, 321, 322, 343, 343, 354]


@pytest.mark.parametrize(
    ("held", "count", "level"),
    [(FILLS, LONG, True), (LOSES, LONG, False), (WARMS, LONG, False), (WARMS, LONG - 1, True)],
)
def test_what_fills_levels_off_and_what_is_lost_does_not(held: list[int], count: int, level: bool) -> None:
    assert levels_off(held, count) is level
