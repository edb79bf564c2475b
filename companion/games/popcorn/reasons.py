"""Reasons that people tap at a table of Popcorn: what is in dispute, the usual first, and why a table rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.reasons import DISPUTES as IN_ANY_GAME
from companion.games.reasons import RULINGS, Reason, reasons
from companion.games.text import Text

DISPUTES = (
    Reason(Text("Two called at once"), "call"),
    Reason(Text("Another rank was said"), "rank-due"),
    Reason(Text("Another number of cards was said"), "claim"),
    Reason(Text("The cards were turned over wrong"), "reveal"),
    *IN_ANY_GAME,
)
RULING_REASONS: Mapping[str, tuple[Reason, ...]] = {
    "": (*reasons(Text("We counted again"), Text("Cards stuck together")), *RULINGS)
}
