"""The page about a million tables: its sums are right, and its words are about figures that are there."""

from __future__ import annotations

import re

import pytest

from companion.live.presence import BEAT_SECONDS
from tests.deploy.sums import FOLLOWS, PAGE, given, shown, worked_out, written_anew

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_sums_are_right() -> None:
    assert FOLLOWS.search(TEXT)
    assert written_anew(TEXT) == TEXT


def test_a_figure_that_changes_changes_what_follows() -> None:
    twice = written_anew(TEXT.replace("| 1,000,000 |", "| 2,000,000 |", 1))
    assert "| `tables * phones` | 10,000,000 |" in twice
    assert len([row for row in FOLLOWS.findall(twice) if row not in FOLLOWS.findall(TEXT)]) > 5


def test_every_figure_that_goes_in_is_used() -> None:
    formulas = " ".join(formula for _, _, formula, *_ in FOLLOWS.findall(TEXT))
    assert set(given(TEXT)) <= set(re.findall(r"[a-z_]+", formulas))


def test_what_the_words_speak_of_is_worked_out_above() -> None:
    names = {*given(TEXT), *(name for _, name, *_ in FOLLOWS.findall(TEXT)), "map", "hash"}
    assert set(re.findall(r"`([a-z_]+)`", TEXT.partition("## What that says")[2])) <= names


def test_a_beat_is_as_long_as_in_the_program() -> None:
    assert given(TEXT)["beat"] == BEAT_SECONDS


@pytest.mark.parametrize(
    ("value", "text"), [(61667, "62,000"), (3.08, "3.1"), (0.4514, "0.45"), (9.99, "10"), (10, "10")]
)
def test_two_figures_are_shown(value: float, text: str) -> None:
    assert shown(value) == text


@pytest.mark.parametrize("formula", ["print(1)", "moves ** 2", "'a' * 3"])
def test_a_formula_is_a_sum_and_nothing_else(formula: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        worked_out(formula, {"moves": 1})
