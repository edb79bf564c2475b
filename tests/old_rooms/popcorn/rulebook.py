"""The rules of Popcorn by the names that the old room calls them; they are today's."""

from companion.games.popcorn.rulebook import BOOK, BOUNDS

RANK_DUE, CLAIM, CALL, REVEAL, TABLE_RULING, MALFORMED, NOT_NOW, GAME_IS_OVER = (
    BOOK[rule]
    for rule in (
        "rank-due", "claim", "call", "reveal", "table-ruling", "malformed", "not-now", "game-is-over",
    )
)  # fmt: skip
SEAT_RULES = BOOK.seat_rules
__all__ = ["BOOK", "BOUNDS", "SEAT_RULES"]
