"""Reasons that people tap instead of typing them: what is in dispute, and why it was settled so."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class Reason:
    """`text` goes into the ledger; `rule` is the id of the rule that it is about, None where it is about none."""

    text: Text
    rule: str | None = None


def reasons(*texts: Text) -> tuple[Reason, ...]:
    """Reasons that are about no rule."""
    return tuple(map(Reason, texts))


DISPUTES = (Reason(Text("It was somebody else\u2019s turn")), Reason(Text("It was entered wrong")))
"""What may be in dispute in any game."""
RULINGS = reasons(Text("We all agreed on it"), Text("It makes up for a mistake"))
"""Why a table rules, whatever the game."""
STANDS = reasons(Text("We all saw it that way"), Text("The rule says so"), Text("It is too late to change it"))
"""Why what was entered stands."""
WITHDRAWN = reasons(Text("We agree now"), Text("It was my mistake"))
"""Why who called a hold withdraws it."""
AMENDS = reasons(
    Text("It was tapped wrong"), Text("We all saw it"), Text("The cards show it"), Text("It was forgotten")
)
"""Why an entry is corrected."""
COUNTS = reasons(Text("We counted it together"), Text("It was entered wrong"))
"""Why the book is set to what was counted."""
