"""Where each rule of the game meets the table: see `tests/games/test_rulebooks.py`."""

from __future__ import annotations

from tests.games.comings import refusals
from tests.games.popcorn.sitting import PASS, UNDO, Plain, call, claim, give, header, honest

THREE = header()
TO_ONE = [give(17, "Ann", "Cat"), claim("Ann", "A")]

REFUSALS: dict[str, tuple[Plain, list[object]]] = {
    "rank-due": (THREE, [claim("Ann", "2")]),
    "claim": (THREE, [claim("Ann", "A", 5)]),
    "call": (THREE, [claim("Ann", "A"), call("Ann")]),
    "reveal": (header(hidden_count=True), [claim("Ann", "A", 1, 2), call("Ben"), honest()]),
    "table-ruling": (THREE, [give(1, "pile", "Ann")]),
    "malformed": (THREE, ["no object"]),
    "not-now": (THREE, [call("Ann")]),
    "game-is-over": (THREE, [*TO_ONE, PASS, PASS]),
    "nothing-to-undo": (THREE, [UNDO]),
    **refusals(header(2), header(10), [claim("Ann", "A")]),
}

FOUND: dict[str, tuple[Plain, list[object]]] = {}

INFORMATIONAL = {
    "deal": "it fills the hands; how many decks there are is judged with the header",
    "next-seat": "it says whose turn it is; another seat\u2019s claim is refused by claim, another rank by rank-due",
    "last-cards": "it ends the game; a move after that is refused by game-is-over",
    "misdeal": "the cards are dealt at the table; what it costs is a ruling",
    "exposed-card": "it happens at the table; what it costs is a ruling",
    "out-of-turn": "it happens at the table; what it costs is a ruling",
    "looking-at-pile": "it happens at the table; what it costs is a ruling",
    "taking-back": "what was entered is undone; what it costs is a ruling",
    "leaving": "the host moves the seat to another phone; what it costs is a ruling",
    "cheating": "what it costs is a ruling",
}
