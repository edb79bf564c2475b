"""A simulated evening that once left something unheard: its seed is kept."""

from __future__ import annotations

from pathlib import Path

from tests.faults.fault import Trial
from tests.faults.following import following


def test_of_a_line_that_breaks_in_the_middle_of_a_ping_nothing_is_left_unheard(tmp_path: Path) -> None:
    assert following(Trial(1, 314434410, tmp_path))["taps"]
