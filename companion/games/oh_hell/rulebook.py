"""The rulebook of Oh Hell: `rulebook.md`, read once."""

from __future__ import annotations

from pathlib import Path

from companion.games.rulebook import load

BOOK = load(Path(__file__).with_name("rulebook.md"))
TURNED_UP_CARD = BOOK["turned-up-card"]
BID_IN_TURN = BOOK["bid-in-turn"]
BID_RANGE = BOOK["bid-range"]
SCREW_THE_DEALER = BOOK["screw-the-dealer"]
NOT_NOW = BOOK["not-now"]
GAME_IS_OVER = BOOK["game-is-over"]
