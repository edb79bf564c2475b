"""Where each rule of the game meets the table; see `tests/games/ui77/cited.py`."""

from __future__ import annotations

from tests.games.oh_hell.sitting import UNDO, Plain, bid, hand, header, trick, turn_up

THREE = header()
SHORT = header(most=1)
OVER = hand({"Ann": 0, "Bob": 0, "Cat": 1}, "Cat")

REFUSALS: dict[str, tuple[Plain, list[object]]] = {
    "turned-up-card": (THREE, [turn_up("1H")]),
    "bid-in-turn": (THREE, [turn_up(), bid("Bob", 0)]),
    "bid-range": (THREE, [turn_up(), bid("Ann", 2)]),
    "screw-the-dealer": (
        header(screw_the_dealer=True),
        [turn_up(), bid("Ann", 1), bid("Bob", 0), bid("Cat", 0)],
    ),
    "malformed": (THREE, ["no object"]),
    "not-now": (THREE, [trick("Ann")]),
    "game-is-over": (SHORT, [*OVER, turn_up()]),
    "nothing-to-undo": (THREE, [UNDO]),
}

FOUND: dict[str, tuple[Plain, list[object]]] = {}

INFORMATIONAL = {
    "hands-up-and-down": "it says how many cards are dealt; a bid beyond them is refused by bid-range",
    "trick-winner": "hands are hidden: the table says who won a trick",
    "score": "it happens by itself when a hand is scored",
    "most-points": "it happens by itself after the last hand",
    "table-ruling": "points can be given to any seat until the game is over",
}
