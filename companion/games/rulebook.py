"""A game's rulebook: its rules register in order as they are declared, and those that all games share with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.ruling import Grid, Reading, Remedy, Rule, Support
from companion.games.text import Text

BOOK_KEEPING = frozenset({"malformed", "not-now", "game-is-over", "nothing-to-undo"})
"""Rules of the book that the app keeps, not of the table: nobody looks them up before others."""


class Rulebook:
    """The rules of one game in the order of their declaration, which is the order in which people read them."""

    def __init__(self) -> None:
        self._rules: list[Rule] = []
        self._section: Text | None = None

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules declared so far."""
        return tuple(self._rules)

    def rule(
        self,
        rule_id: str,
        title: Text,
        says: Text,
        example: Text,
        support: Support = "ours",
        sources: tuple[Text, ...] = (),
        readings: tuple[Reading, ...] = (),
        option: str | None = None,
        see: tuple[str, ...] = (),
        grid: Grid | None = None,
        remedy: Remedy | None = None,
    ) -> Rule:
        """Declare the next rule; the fields are those of `Rule`, and one without support is our own."""
        found = Rule(
            rule_id, title, says, example, support, sources, readings, option, self._section, see, grid, remedy
        )
        self._rules.append(found)
        return found

    def usual(
        self,
        rule_id: str,
        title: Text,
        says: Text,
        example: Text,
        remedy: Remedy,
        readings: tuple[Reading, ...] = (),
    ) -> Rule:
        """Declare what tables usually do where no sheet says, with the table ruling that they make of it."""
        return self.rule(
            rule_id, title, says, example, "silent", readings=readings, see=("table-ruling",), remedy=remedy
        )

    def section(self, title: Text) -> None:
        """Begin the next part of the rulebook: the rules declared from here on stand in it."""
        self._section = title

    def include(self, rules: Iterable[Rule]) -> None:
        """Let rules that were declared elsewhere, in sections of their own, follow here."""
        self._rules += rules

    def common(
        self, *, malformed: Text, not_now: Text, game_is_over: Text, nothing_to_undo: Text
    ) -> tuple[Rule, Rule, Rule, Rule]:
        """Declare the rules that all games share, in this order, each with an example of this game."""
        return (
            self.rule(
                "malformed",
                Text("An entry nobody understands"),
                Text(
                    "A move names its kind and has exactly the keys of that kind, each with a value that makes sense "
                    "there."
                ),
                malformed,
            ),
            self.rule(
                "not-now",
                Text("Not at this moment"),
                Text("Each part of the game has its own moves, and most belong to one player."),
                not_now,
            ),
            self.rule(
                "game-is-over",
                Text("The game is over"),
                Text("When the game is over, nothing more can be entered; you can still undo the latest entry."),
                game_is_over,
            ),
            self.rule(
                "nothing-to-undo",
                Text("Nothing to take back"),
                Text("Undo takes back the latest entry; if there is none, there is nothing to undo."),
                nothing_to_undo,
            ),
        )


COMMON_ASKED: Mapping[str, Text] = {
    "malformed": Text("strange entry; not understood; error in an entry"),
    "not-now": Text("why can i not enter this; button is dimmed; wrong moment"),
    "game-is-over": Text("enter something after the end; correct the last entry; finished game"),
    "nothing-to-undo": Text("undo does nothing; undo at the start"),
}
"""How people look for these rules in any game: as in a game's own `asked`."""
