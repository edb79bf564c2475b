"""The published sheet that the rulebook of Ui77 refers to, named by its author."""

from __future__ import annotations

from companion.games.ruling import Reading, Text

SHEET = Text("Joshua Vandercar\u2019s sheet")
OURS = Text("this companion")


def left_open(sheet: Text, ours: Text) -> tuple[Reading, Reading]:
    """Two readings: what the sheet leaves open, and what we have made of it."""
    return Reading(SHEET, sheet), Reading(OURS, ours, default=True)
