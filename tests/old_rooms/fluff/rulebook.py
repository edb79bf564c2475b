"""The rulebook of Fluff: `rulebook.md`, read once."""

from __future__ import annotations

from pathlib import Path

from companion.games.rulebook import load
from tests.old_rooms.fluff.house_rules import FEWEST, SEATS_A_SET

BOOK = load(Path(__file__).with_name("rulebook.md"), (FEWEST, SEATS_A_SET))
SEAT_RULES = BOOK.seat_rules
FIRST_ROLL = BOOK["first-roll"]
BID = BOOK["bid"]
RAISE = BOOK["raise"]
CALL = BOOK["call"]
SETTLE = BOOK["settle"]
SPILL = BOOK["spill"]
TABLE_RULING = BOOK["table-ruling"]
NOT_NOW = BOOK["not-now"]
GAME_IS_OVER = BOOK["game-is-over"]
