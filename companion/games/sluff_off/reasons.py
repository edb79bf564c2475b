"""Reasons that people tap at a table of Sluff Off!: what is in dispute, the usual first, and why a table rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.reasons import DISPUTES as IN_ANY_GAME
from companion.games.reasons import RULINGS, Reason, reasons
from companion.games.text import Text

DISPUTES = (
    Reason(Text("The wrong colour was turned in"), "turn-in-fits-trick"),
    Reason(Text("Somebody else won the trick"), "winning-color"),
    Reason(Text("A colour was not followed"), "revoke"),
    Reason(Text("Nothing was turned in"), "missed-turn-in"),
    Reason(Text("That steal was not allowed"), "steal-only-when-centre-empty"),
    *IN_ANY_GAME,
)
RULING_REASONS: Mapping[str, tuple[Reason, ...]] = {
    "": (*reasons(Text("We counted again"), Text("One had been misplaced")), *RULINGS),
    "points": (
        Reason(Text("For a revoke"), "revoke"),
        Reason(Text("For a missed turn-in"), "missed-turn-in"),
        *RULINGS,
    ),
}
