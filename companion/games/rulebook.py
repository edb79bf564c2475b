"""A game's rulebook: its rules register in order as they are declared, and those that all games share with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.ruling import Grid, Reading, Rejected, Remedy, Rule, Support
from companion.games.text import Text

OURS = Text("this companion")
BOOK_KEEPING = frozenset({"malformed", "not-now", "game-is-over", "nothing-to-undo"})
"""Rules of the book that the app keeps, not of the table: nobody looks them up before others."""


@dataclass(frozen=True, slots=True)
class SeatRules:
    """The rules of a game's rulebook that a change of seats can meet."""

    late_joiner: Rule
    leaver: Rule
    moved_seats: Rule
    seat_name: Rule
    number_of_players: Rule


class Rulebook:
    """The rules of one game in the order of their declaration, which is the order in which people read them.

    `support` and `sources` are those of most of them.
    """

    def __init__(self, support: Support = "ours", sources: tuple[Text, ...] = ()) -> None:
        self.support, self.sources = support, sources
        self._rules: list[Rule] = []
        self._section: Text | None = None

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules declared so far."""
        return tuple(self._rules)

    def __getitem__(self, rule_id: str) -> Rule:
        """The rule of that id. Raises KeyError if the rulebook has none."""
        return {rule.id: rule for rule in self._rules}[rule_id]

    def no(self, rule_id: str, because: Text) -> Rejected:
        """A rejection by the rule of that id. Raises KeyError if the rulebook has none."""
        return Rejected(self[rule_id], because)

    def rule(
        self,
        rule_id: str,
        title: Text,
        says: Text,
        example: Text,
        support: Support | None = None,
        sources: tuple[Text, ...] = (),
        readings: tuple[Reading, ...] = (),
        option: str | None = None,
        see: tuple[str, ...] = (),
        grid: Grid | None = None,
        remedy: Remedy | None = None,
    ) -> Rule:
        """Declare the next rule, with the fields of `Rule`. Without support it has that of most, and their sources."""
        if support is None:
            support, sources = self.support, sources or self.sources
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
        reason: Text,
        readings: tuple[Reading, ...] = (),
        **fields: str | int,
    ) -> Rule:
        """Declare what tables usually do where no sheet says, with the table ruling that they make of it.

        `fields` are those of the game's ruling form, for that `reason`.
        """
        remedy = Remedy(tuple((name, str(value)) for name, value in fields.items()), reason)
        return self.rule(
            rule_id, title, says, example, "silent", readings=readings, see=("table-ruling",), remedy=remedy
        )

    def left_open(self, sheet: Text, ours: Text) -> tuple[Reading, Reading]:
        """Two readings: what the book's one sheet leaves open, and what we have made of it."""
        (source,) = self.sources
        return Reading(source, sheet), Reading(OURS, ours, default=True)

    def section(self, title: Text) -> None:
        """Begin the next part of the rulebook: the rules declared from here on stand in it."""
        self._section = title

    def include(self, rules: Iterable[Rule]) -> None:
        """Let rules that were declared elsewhere, in sections of their own, follow here."""
        self._rules += rules

    def book_keeping(
        self, *, malformed: Text, not_now: Text, game_is_over: Text, nothing_to_undo: Text
    ) -> tuple[Rule, Rule, Rule, Rule]:
        """Declare the rules of the book that the app keeps, in this order, each with an example of this game."""
        return (
            self.rule(
                "malformed",
                Text("An entry nobody understands"),
                Text(
                    "A move names its kind and has exactly the keys of that kind, each with a value that makes sense "
                    "there."
                ),
                malformed,
                "ours",
            ),
            self.rule(
                "not-now",
                Text("Not at this moment"),
                Text("Each part of the game has its own moves, and most belong to one player."),
                not_now,
                "ours",
            ),
            self.rule(
                "game-is-over",
                Text("The game is over"),
                Text("When the game is over, nothing more can be entered; you can still undo the latest entry."),
                game_is_over,
                "ours",
            ),
            self.rule(
                "nothing-to-undo",
                Text("Nothing to take back"),
                Text("Undo takes back the latest entry; if there is none, there is nothing to undo."),
                nothing_to_undo,
                "ours",
            ),
        )

    def seat_rules(
        self,
        players: tuple[int, int],
        *,
        late_joiner: tuple[Text, Text],
        leaver: tuple[Text, Text],
        moved_seats: tuple[Text, Text],
    ) -> SeatRules:
        """Declare the rules of who comes and who goes; each of those given as what it says, and its example.

        `players` are how many the game is for: the fewest, and the most.
        """
        fewest, most = players
        self.section(Text("Who comes, who goes"))
        return SeatRules(
            self.rule("late-joiner", Text("A late joiner"), *late_joiner, "silent", see=("number-of-players",)),
            self.rule("leaver", Text("Taking a player out"), *leaver, "silent", see=("number-of-players",)),
            self.rule("moved-seats", Text("Changing places"), *moved_seats, "silent"),
            self.rule(
                "seat-name",
                Text("Another name for a seat"),
                Text(
                    "A seat may be renamed at any time until the game is over, also for somebody who takes it over; it "
                    "keeps all that it has. At one table a name can be seen, stays with one player, and no two read "
                    "the same."
                ),
                Text("\u201cPlayer 3\u201d is Eve, who has just come in: from now on the seat is called Eve."),
                "silent",
            ),
            self.rule(
                "number-of-players",
                Text("Never too few, never too many"),
                Text("Whoever comes or goes, there stay as many players as the game is for."),
                Text(
                    "A game for {fewest} to {most}: with {fewest} at the table, one may go home only when somebody "
                    "else sits down first.",
                    fewest=fewest,
                    most=most,
                ),
                "silent",
            ),
        )


COMMON_ASKED: Mapping[str, Text] = {
    "malformed": Text("strange entry; not understood; error in an entry"),
    "not-now": Text("why can i not enter this; button is dimmed; wrong moment"),
    "game-is-over": Text("enter something after the end; correct the last entry; finished game"),
    "nothing-to-undo": Text("undo does nothing; undo at the start"),
    "late-joiner": Text(
        "somebody comes late; late joiner; join later; new player in the middle of the game; add a player; one more "
        "wants to play; another player; can somebody join; newcomer; starting points for a new player; latecomer; "
        "extra player; come back into the game; sit down later; join in"
    ),
    "leaver": Text(
        "somebody has to go; a player leaves; drop out; remove a player; take a player out; quit; go home early; one "
        "player fewer; give up; stop playing; what happens to the points of who left; player gone; leave early"
    ),
    "moved-seats": Text(
        "change places; swap seats; sit somewhere else; order round the table; seating order; move to another chair; "
        "wrong order of seats; who sits where; other seats; turn order is wrong"
    ),
    "seat-name": Text(
        "rename; change a name; wrong name; typo in the name; misspelt name; another person takes over the seat; "
        "somebody else plays on; take over a hand; substitute; same name twice; two players with one name; nickname"
    ),
    "number-of-players": Text(
        "how many can play; too many players; too few players; minimum number of players; maximum number of players; "
        "can one more join; enough players; one person too many"
    ),
}
"""How people look for the rules that all games share: as in a game's own `asked`."""
