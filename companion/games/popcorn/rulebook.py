"""The rulebook of Popcorn: `rulebook.md`, read once."""

from __future__ import annotations

from pathlib import Path

from companion.games.rulebook import load

BOUNDS = (2, 10)
"""How many may play: the fewest, and the most."""
BOOK = load(Path(__file__).with_name("rulebook.md"), BOUNDS)
SEAT_RULES = BOOK.seat_rules
RANK_DUE = BOOK["rank-due"]
CLAIM = BOOK["claim"]
CALL = BOOK["call"]
REVEAL = BOOK["reveal"]
TABLE_RULING = BOOK["table-ruling"]
MALFORMED = BOOK["malformed"]
NOT_NOW = BOOK["not-now"]
GAME_IS_OVER = BOOK["game-is-over"]
