"""What an everyday run does of what is alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import often, running

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


@dataclass(frozen=True, eq=False)
class Item:
    """A test as it was collected: its name, its mark `sampled`, the database that it runs on."""

    nodeid: str
    mark: pytest.Mark | None = None
    kind: str | None = None

    @property
    def path(self) -> Path:
        return running.TESTS.parent / self.nodeid.partition("::")[0]

    @property
    def callspec(self) -> SimpleNamespace:
        return SimpleNamespace(params={"kind": self.kind} if self.kind else {})

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.mark if name == "sampled" else None


def left(items: list[Any]) -> Counter[str]:
    return Counter(item.nodeid.partition("::")[0] for item in running.left_out(items))


def test_tests_of_several_files_that_are_alike_are_drawn_from_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(often, "ALL", False)
    alike, other = pytest.mark.sampled(2, alike="a journey").mark, pytest.mark.sampled(3).mark
    journeys = [Item(f"tests/browser/test_{name}.py::test_it", alike) for name in ("a", "b", "c", "d")]
    cases = [Item(f"tests/web/test_e.py::test_it[{n}]", other) for n in range(6)]
    found = left([*journeys, *cases, Item("tests/web/test_f.py::test_it")])
    assert found.pop("tests/web/test_e.py") == 4
    assert found.total() == 2
    assert "tests/web/test_f.py" not in found
    assert not left(journeys[:1])  # who asks for one file has what is in it


def test_what_runs_on_postgresql_after_sqlite_is_sampled_and_alone_it_is_all_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(often, "ALL", False)

    def on(kind: str, folder: str) -> list[Item]:
        return [Item(f"tests/{folder}/test_a.py::test_{n}[{kind}]", kind=kind) for n in range(9)]

    both: list[Any] = [*on("sqlite", "service"), *on("postgresql", "service")]
    assert [item.kind for item in running.left_out(both)] == ["postgresql"] * 6  # type: ignore[attr-defined]
    assert not left(on("postgresql", "service"))
    assert not left([*on("sqlite", "storage"), *on("postgresql", "storage")])
    monkeypatch.setattr(often, "ALL", True)
    assert not left([*on("sqlite", "service"), *on("postgresql", "service")])
