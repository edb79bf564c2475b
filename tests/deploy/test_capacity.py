"""The page about a million tables: its sums are right, and its words are about figures that are there."""

from __future__ import annotations

import re

from companion.live.presence import BEAT_SECONDS
from tests.deploy.sums import FOLLOWS, PAGE, given, written_anew

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_sums_are_right() -> None:
    assert FOLLOWS.search(TEXT)
    assert written_anew(TEXT) == TEXT


def test_every_figure_that_goes_in_is_used() -> None:
    formulas = " ".join(formula for _, _, formula, *_ in FOLLOWS.findall(TEXT))
    assert set(given(TEXT)) <= set(re.findall(r"[a-z_]+", formulas))


def test_what_the_words_speak_of_is_worked_out_above() -> None:
    names = {*given(TEXT), *(name for _, name, *_ in FOLLOWS.findall(TEXT)), "map", "hash"}
    assert set(re.findall(r"`([a-z_]+)`", TEXT.partition("## What that says")[2])) <= names


def test_a_beat_is_as_long_as_in_the_program() -> None:
    assert given(TEXT)["beat"] == BEAT_SECONDS
