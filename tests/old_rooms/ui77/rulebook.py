"""The rules that the old room cites, from today's page."""

from __future__ import annotations

from companion.games.ui77.rulebook import BOOK, BOUNDS

__all__ = ["BOOK", "BOUNDS"]
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
