"""Where each rule of the game meets the table; see tests/games/test_rulebooks.py for what the parts are."""

from __future__ import annotations

from tests.games.comings import refusals
from tests.games.fluff.sitting import UNDO, Plain, bid, call, header, roll, ruling, show, spill, starts

THREE = header()
LOST = [starts(), bid("Ann", 9, 6), call("Tom"), *[show(name, "22222") for name in ("Mia", "Ann", "Tom")]]

REFUSALS: dict[str, tuple[Plain, list[object]]] = {
    "first-roll": (THREE, [roll(Ann=1, Tom=0)]),
    "bid": (THREE, [starts(), bid("Tom", 3, 4)]),
    "raise": (THREE, [starts(), bid("Ann", 5, 4), bid("Tom", 5, 3)]),
    "call": (THREE, [starts(), bid("Ann", 5, 4), call("Ann")]),
    "settle": (THREE, [starts(), bid("Ann", 5, 4), call("Tom"), show("Mia", "2222")]),
    "spill": (THREE, [starts(), spill("Tom")]),
    "table-ruling": (THREE, [starts(), ruling("Tom", 1)]),
    "malformed": (THREE, ["no object"]),
    "not-now": (THREE, [bid("Ann", 1, 2)]),
    "game-is-over": (header(2), [starts(seats=2), ruling("Tom", -5), ruling("Tom", 1)]),
    "nothing-to-undo": (THREE, [UNDO]),
    **refusals(header(2), header(4), [starts(seats=2), bid("Ann", 1, 2)]),
}

FOUND: dict[str, tuple[Plain, list[object]]] = {}

INFORMATIONAL = {
    "next-opening": "it names who bids first; somebody else's bid is refused by bid",
    "last-dice": "it ends the game; a move after that is refused by game-is-over",
    "hidden-dice": "dice lie under cups; the app never learns them before a call",
    "cocked-die": "it happens at the table; what it costs is a ruling",
    "exposed-dice": "it happens at the table; what it costs is a ruling",
    "out-of-turn": "it happens at the table; what it costs is a ruling",
    "taking-back": "what was entered is undone; what it costs is a ruling",
    "leaving": "the host moves the seat to another phone; what it costs is a ruling",
    "cheating": "what it costs is a ruling",
}
