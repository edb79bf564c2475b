"""Reasons that people tap at a table of Ui77: what is in dispute, the usual first, and why a table rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.reasons import DISPUTES as IN_ANY_GAME
from companion.games.reasons import RULINGS, Reason
from companion.games.text import Text

DISPUTES = (
    Reason(Text("Somebody else won the trick"), "trick-winner"),
    Reason(Text("A suit was not followed"), "revoke"),
    Reason(Text("Trump was led too early"), "trump-broken"),
    Reason(Text("Too many cards were thrown"), "discard-limit"),
    Reason(Text("The cards left were counted wrong"), "score"),
    *IN_ANY_GAME,
)
RULING_REASONS: Mapping[str, tuple[Reason, ...]] = {
    "": (Reason(Text("For a revoke"), "revoke"), Reason(Text("For a cut"), "cut"), *RULINGS)
}
