"""docs/security.md names every point of the standard that applies, and tests that are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))
ROWS = re.findall(r"^\| ([0-9][0-9., to]*) \|(.*)\|$", PAGE, re.MULTILINE)
POINTS = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1, "3.2": 2, "3.3": 4,
    "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4, "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
    "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1, "9.1": 3, "9.2": 4, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1,
    "11.6": 1, "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4,
    "14.3": 3, "15.1": 3, "15.2": 3, "15.3": 7, "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
}  # fmt: skip
"""How many points of levels 1 and 2 each section has: they come first in it."""


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[f"{file}::{name}" for file, name in NAMED])
def test_a_test_that_is_named_is_there(file: str, name: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def told() -> set[str]:
    """The points of the rows, "6.2.1 to 6.2.12" as twelve."""
    found: set[str] = set()
    for points, _ in ROWS:
        for first, last in re.findall(r"(\d+\.\d+\.\d+)(?: to \d+\.\d+\.(\d+))?", points):
            section, _, number = first.rpartition(".")
            found |= {f"{section}.{one}" for one in range(int(number), int(last or number) + 1)}
    return found


def test_a_row_without_a_test_says_why() -> None:
    met, _, _ = PAGE.partition("### What is left")
    rows = re.findall(r"^\| [0-9].*$", met, re.MULTILINE)
    assert len(rows) > 80
    assert [row for row in rows if not re.search(r"`tests/[\w/]+\.py::| no test: \w", row)] == []


def test_every_point_that_applies_is_answered() -> None:
    assert len(NAMED) > 40
    every = {f"{section}.{one}" for section, many in POINTS.items() for one in range(1, many + 1)}
    assert every - told() == set()
