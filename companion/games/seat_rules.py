"""The rules of who comes and who goes, which every game has in its own words: no sheet speaks of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.rulebook import Rulebook
from companion.games.ruling import Rule
from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class SeatRules:
    """The rules of a game's rulebook that a change of seats can meet."""

    late_joiner: Rule
    leaver: Rule
    moved_seats: Rule
    seat_name: Rule
    number_of_players: Rule


def seat_rules(
    book: Rulebook, *, late_joiner: tuple[Text, Text], leaver: tuple[Text, Text], moved_seats: tuple[Text, Text]
) -> SeatRules:
    """Declare the rules; each of those given as what it says, and its example."""
    book.section(Text("Who comes, who goes"))
    return SeatRules(
        book.rule("late-joiner", Text("A late joiner"), *late_joiner, "silent", see=("number-of-players",)),
        book.rule("leaver", Text("Taking a player out"), *leaver, "silent", see=("number-of-players",)),
        book.rule("moved-seats", Text("Changing places"), *moved_seats, "silent"),
        book.rule(
            "seat-name",
            Text("Another name for a seat"),
            Text(
                "A seat may be renamed at any time until the game is over, also for somebody who takes it over; it "
                "keeps all that it has. At one table a name can be seen, stays with one player, and no two read the "
                "same."
            ),
            Text("\u201cPlayer 3\u201d is Eve, who has just come in: from now on the seat is called Eve."),
            "silent",
        ),
        book.rule(
            "number-of-players",
            Text("Never too few, never too many"),
            Text("Whoever comes or goes, there stay as many players as the game is for."),
            Text("Three play a game for three to five: one may go home only when somebody else sits down first."),
            "silent",
        ),
    )


SEATS_ASKED: Mapping[str, Text] = {
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
"""How people look for these rules, in every game: as in each game's `asked`."""
