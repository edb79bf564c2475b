"""Where each rule of the game meets the table: a refusal that cites it, a finding that is named by it, or neither.

`REFUSALS` has for each id a header and moves of which the last is refused by that rule, all before it stand.
`FOUND` has moves after which the report names an irregularity of that kind. `INFORMATIONAL` rules are cited by
nothing, each with the reason why.
"""

from __future__ import annotations

from tests.games.comings import refusals
from tests.games.ui77.sitting import UNDO, Plain, cards, count, discard, face_up, header, limit, swap, trick

THREE = header()
NONE_THROWN = [face_up(), discard("Ann"), discard("Bob"), discard("Cat")]
TWO = header(2)
SHORT = [face_up(), discard("Ann"), discard("Bob")]
ANN_TAKES_ALL = [*SHORT, *[trick("Ann")] * 9]
BOTH_DEALT = [*ANN_TAKES_ALL, count("Ann", 4), face_up(), discard("Bob"), discard("Ann"), *[trick("Bob")] * 9]

REFUSALS: dict[str, tuple[Plain, list[object]]] = {
    "face-up": (THREE, [face_up("4H", "6S")]),
    "swap": (THREE, [face_up(), swap("Ann", "5H", "4H")]),
    "discard-limit": (THREE, [face_up(), discard("Ann", 3)]),
    "trump-broken": (THREE, [*NONE_THROWN, cards("5H 6H 7H")]),
    "one-card-each": (THREE, [*NONE_THROWN, cards("5S 7S")]),
    "card-in-deck": (THREE, [*NONE_THROWN, cards("5S 7S 1S")]),
    "card-played-once": (THREE, [*NONE_THROWN, cards("5S 7S 6S")]),
    "trick-winner": (THREE, [*NONE_THROWN, cards("5S 7S 8S", winner="Ann")]),
    "score": (TWO, [*ANN_TAKES_ALL, count("Ann", 5)]),
    "limit": (TWO, [*BOTH_DEALT, count("Bob", 4), limit(50)]),
    "malformed": (THREE, ["no object"]),
    "not-now": (THREE, [trick("Ann")]),
    "game-is-over": (TWO, [*BOTH_DEALT, count("Bob", 0), limit(11), face_up()]),
    "nothing-to-undo": (THREE, [UNDO]),
    **refusals(header(2), header(5), [face_up()]),
}

FOUND: dict[str, tuple[Plain, list[object]]] = {
    "revoke": (
        THREE,
        [*NONE_THROWN, cards("5S 8D 8S", only_trump=False), trick("Cat"), cards("9C 10C 7C"), cards("QS KS AS")],
    ),
}

INFORMATIONAL = {
    "first-dealer": "who deals first stands in the header",
    "hand-table": "it sets what a hand asks for; throwing more is refused by discard-limit",
    "cut": "it adds a point; a cut outside a hand is refused by not-now",
    "follow-suit": "hands are hidden, so nobody can be refused; what later cards prove is found as revoke",
    "draw": "it happens by itself with each of the first four tricks",
    "hand-over": "it happens by itself; a trick after it is refused by not-now",
    "go-nov": "it happens by itself when a hand is scored",
    "end-of-game": "it ends the game; a move after that is refused by game-is-over",
    "table-ruling": "points can be given to any seat while a hand runs; at another time not-now refuses it",
    "lead": "who leads and who deals follows from what was entered; nobody names it",
    "misdeal": "the cards are dealt at the table; what it costs is a ruling",
    "exposed-card": "it happens at the table; what it costs is a ruling",
    "out-of-turn": "it happens at the table; what it costs is a ruling",
    "old-tricks": "it happens at the table; what it costs is a ruling",
    "taking-back": "what was entered is undone; what it costs is a ruling",
    "leaving": "the host moves the seat to another phone; what it costs is a ruling",
    "cheating": "what it costs is a ruling",
}
