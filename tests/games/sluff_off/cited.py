"""Where each rule of the game meets the table: a refusal that cites it, a finding that is named by it, or neither.

`REFUSALS` has for each id a header and moves of which the last is refused by that rule, all before it stand.
`FOUND` has moves after which the report names an irregularity of that kind. `INFORMATIONAL` rules are cited by
nothing, each with the reason why.
"""

from __future__ import annotations

from tests.games.comings import refusals
from tests.games.sluff_off.sitting import (
    UNDO,
    Plain,
    cards,
    done,
    give,
    header,
    points,
    sluffer,
    steal,
    take,
    trick,
    turn_in,
)

FOUR = header()
NONE_TAKEN = [done(name) for name in ("Chris", "Mary", "Katie", "Cory")]
ONE_RED = [take("Chris", "red"), *NONE_TAKEN]
ALL_RED = [take("Chris", "red"), take("Chris", "red"), take("Chris", "red"), done("Chris")]

REFUSALS: dict[str, tuple[Plain, list[object]]] = {
    "prediction-order": (FOUR, [take("Mary", "red")]),
    "take-from-centre": (FOUR, [*[take("Chris", "red")] * 4]),
    "steal-only-when-centre-empty": (FOUR, [take("Chris", "red"), done("Chris"), steal("Mary", "red", "Chris")]),
    "steal-needs-holder": (FOUR, [*ALL_RED, steal("Mary", "red", "Katie")]),
    "no-white-left": (header(supply={"white": 0}), [*ALL_RED, steal("Mary", "red", "Chris")]),
    "no-white-or-black-in-prediction": (FOUR, [take("Chris", "white")]),
    "one-sluffer": (FOUR, [sluffer("Chris"), sluffer("Mary")]),
    "sluffer-instead-of-tokens": (FOUR, [take("Chris", "red"), sluffer("Chris")]),
    "turn-in-before-next-trick": (FOUR, [*ONE_RED, trick("Chris", "red"), trick("Mary", "red")]),
    "winning-color": (FOUR, [*NONE_TAKEN, trick("Chris", "red", "green")]),
    "one-card-each": (FOUR, [*NONE_TAKEN, cards("red 1", "red 2", "red 3")]),
    "card-in-deck": (FOUR, [*NONE_TAKEN, cards("red 1", "red 2", "red 3", "red 13")]),
    "card-played-once": (FOUR, [*NONE_TAKEN, cards("red 1", "red 2", "red 3", "red 1")]),
    "result-matches-cards": (FOUR, [*NONE_TAKEN, cards("red 1", "red 2", "red 3", "red 4", winner="Chris")]),
    "turn-in-fits-trick": (FOUR, [*ONE_RED, trick("Chris", "red"), turn_in("Chris", "blue")]),
    "white-with-match": (
        header(white_with_match=False),
        [*ONE_RED, give("white", "centre", "Chris"), trick("Chris", "red"), turn_in("Chris", "white")],
    ),
    "turn-in-by-winner": (FOUR, [*ONE_RED, trick("Chris", "red"), turn_in("Mary", "red")]),
    "table-ruling": (FOUR, [give("red", "Mary", "Chris")]),
    "malformed": (FOUR, ["no object"]),
    "not-now": (FOUR, [trick("Chris", "red")]),
    "game-is-over": (header(rounds=1), [*NONE_TAKEN, *[trick("Chris", "red")] * 15, points("Chris", 1)]),
    "nothing-to-undo": (FOUR, [UNDO]),
    **refusals(header(3), header(5), [take("Chris", "red")]),
}

FOUND: dict[str, tuple[Plain, list[object]]] = {
    "revoke": (
        FOUR,
        [*NONE_TAKEN, cards("red 1", "green 2", "red 3", "red 4"), cards("red 5", "red 6", "red 7", "red 8")],
    ),
}

INFORMATIONAL = {
    "edition": "it names the box; a colour of another one is refused as malformed, or with the header",
    "box": "it fills the centre; what a table's box holds is judged with the header",
    "steal-pays-white": "it happens by itself with each steal",
    "white-is-wild": "it allows, and refuses nothing",
    "turn-in-is-owed": "who can turn in is asked to; going on without is refused by turn-in-before-next-trick",
    "black-when-nothing-fits": "it happens by itself with the trick",
    "black-runs-out": "it happens by itself with the trick",
    "missed-turn-in": "it allows miss_turn_in; making up for it later is refused by not-now",
    "sluffer-pays-nothing": "nothing is asked of the holder; a turn-in all the same is refused by not-now",
    "follow-suit": "hands are hidden, so nobody can be refused; what later cards prove is found as revoke",
    "score": "a sum",
    "sluffer-score": "a sum",
    "rounds": "it ends the game; a move after that is refused by game-is-over",
    "winner": "it names who has won",
    "deal": "the cards are dealt at the table; a card of another number is refused by card-in-deck",
    "lead": "who leads follows from what was entered; nobody names it",
    "misdeal": "the cards are dealt at the table; what it costs is a ruling",
    "exposed-card": "it happens at the table; what it costs is a ruling",
    "out-of-turn": "it happens at the table; what it costs is a ruling",
    "old-tricks": "it happens at the table; what it costs is a ruling",
    "taking-back": "what was entered is undone; what it costs is a ruling",
    "leaving": "the host moves the seat to another phone; what it costs is a ruling",
    "cheating": "what it costs is a ruling",
}
