"""The simulated evenings: the same seed, the same evening; and they see it where nobody follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.service.follower import Follower
from tests.faults.fault import Broken, Trial
from tests.faults.following import following


def test_the_same_seed_is_the_same_evening(tmp_path: Path) -> None:
    one, again = (following(Trial(1, 3, _made(tmp_path / name))) for name in "ab")
    assert one == again
    assert one["taps"]


def test_of_a_line_that_breaks_in_the_middle_of_a_ping_nothing_is_left_unheard(tmp_path: Path) -> None:
    assert following(Trial(1, 314434410, tmp_path))["taps"]


def test_an_evening_in_which_nothing_is_followed_is_told_with_its_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Follower, "_announced", lambda *_: None)
    with pytest.raises(Broken, match="--seed 3"):
        following(Trial(1, 3, tmp_path))


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
