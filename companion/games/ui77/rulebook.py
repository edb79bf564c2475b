"""The rulebook of Ui77: `rulebook.md`, read once."""

from __future__ import annotations

from pathlib import Path

from companion.games.rulebook import load

BOUNDS = (2, 5)
"""How many may play: the fewest, and the most."""
BOOK = load(Path(__file__).with_name("rulebook.md"), BOUNDS)
SEAT_RULES = BOOK.seat_rules
FACE_UP = BOOK["face-up"]
SWAP = BOOK["swap"]
DISCARD_LIMIT = BOOK["discard-limit"]
TRUMP_BROKEN = BOOK["trump-broken"]
FOLLOW_SUIT = BOOK["follow-suit"]
ONE_CARD_EACH = BOOK["one-card-each"]
CARD_IN_DECK = BOOK["card-in-deck"]
CARD_PLAYED_ONCE = BOOK["card-played-once"]
TRICK_WINNER = BOOK["trick-winner"]
SCORE = BOOK["score"]
LIMIT = BOOK["limit"]
NOT_NOW = BOOK["not-now"]
GAME_IS_OVER = BOOK["game-is-over"]
