"""What an everyday run does of what is alike."""

from __future__ import annotations

import pytest

from tests import often

CASES = tuple(range(7))


@pytest.mark.parametrize(("every", "kept"), [(2, 4), (3, 3), (7, 1), (8, 7)])
def test_one_case_in_so_many_and_all_where_few_were_asked_for(
    monkeypatch: pytest.MonkeyPatch, every: int, kept: int
) -> None:
    monkeypatch.setattr(often, "ALL", False)
    drawn = often.drawn(CASES, every, "a test")
    assert len(set(drawn)) == kept
    assert set(drawn) <= set(CASES)
    assert drawn == often.drawn(CASES, every, "a test")  # each worker of a run has the same


def test_another_day_has_others_and_none_is_left_out_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(often, "ALL", False)
    seen = set[int]()
    for day in range(60):
        monkeypatch.setattr(often, "DAY", day)
        seen |= set(often.drawn(CASES, 3, "a test"))
    assert seen == set(CASES)


def test_where_nothing_may_be_skipped_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    assert often.often(100) in (100, 34)
    monkeypatch.setattr(often, "ALL", True)
    assert often.often(100) == 100
    assert often.drawn(CASES, 3, "a test") == list(CASES)
    monkeypatch.setattr(often, "ALL", False)
    assert often.often(100) == 34
