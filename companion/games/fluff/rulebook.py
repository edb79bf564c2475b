"""The rulebook of Fluff: `rulebook.md`, read once; and how many people it is for."""

from __future__ import annotations

from pathlib import Path

from companion.games.rulebook import load

FEWEST, SEATS_A_SET, MOST_SETS = 2, 4, 3

BOOK = load(Path(__file__).with_name("rulebook.md"), (FEWEST, SEATS_A_SET))
