"""The editions of the rules: a table's header names the one that it was opened under, and a rulebook what each changed.

An edition begins whenever a rule is corrected, so that a move may be refused that stood before, or counts otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class RulesEdition:
    """One edition: its number, the day it is of, and what it changed.

    `changed` says by a game's slug what is different since the edition before; "" is for all games.
    """

    number: int
    day: str
    changed: tuple[tuple[str, Text], ...]

    def changes(self, slug: str) -> tuple[Text, ...]:
        """What it changed in one game."""
        return tuple(text for game, text in self.changed if game in ("", slug))


EDITIONS: tuple[RulesEdition, ...] = (
    RulesEdition(
        1,
        "2026-11-22",
        (("", Text("The first numbered edition. Tables from before it were played by the same rules.")),),
    ),
)
"""All of them, the oldest first. A correction of a rule adds one here, with what it changed."""
RULES = EDITIONS[-1].number
"""The edition that this program plays by: it stands in every header that is written."""
