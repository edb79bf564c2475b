"""The rulebook of Ui77: `rulebook.md`, read once."""

from __future__ import annotations

from pathlib import Path

from companion.games.rulebook import load

BOUNDS = (2, 5)
"""How many may play: the fewest, and the most."""
BOOK = load(Path(__file__).with_name("rulebook.md"), BOUNDS)
