"""Reasons that people tap at a table of Fluff: what is in dispute, the usual first, and why a table rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.reasons import DISPUTES as IN_ANY_GAME
from companion.games.reasons import RULINGS, Reason, reasons
from companion.games.text import Text

DISPUTES = (
    Reason(Text("The dice were counted wrong"), "settle"),
    Reason(Text("The bid was not higher"), "raise"),
    Reason(Text("Two called at once"), "call"),
    Reason(Text("Dice fell out of a cup"), "spill"),
    *IN_ANY_GAME,
)
RULING_REASONS: Mapping[str, tuple[Reason, ...]] = {
    "": (*reasons(Text("We counted again"), Text("A die was lost")), *RULINGS)
}
