"""Rules that every game has: they concern the book, not the cards."""

from __future__ import annotations

from companion.games.ruling import Rule, Text

MALFORMED = Rule(
    "malformed",
    Text("A claim nobody can read"),
    Text("A move names its kind and has exactly the keys of that kind, each with a value that makes sense there."),
    Text("\u201cMary turns in pink\u201d is not understood: there is no pink token."),
    "ours",
)
NOT_NOW = Rule(
    "not-now",
    Text("Not at this moment"),
    Text("Each phase has its own moves, and most of them belong to one seat."),
    Text("While Cory predicts, no trick can be recorded."),
    "ours",
)
GAME_IS_OVER = Rule(
    "game-is-over",
    Text("The game is over"),
    Text("After the last round nothing is recorded any more; the latest entry can still be taken back."),
    Text("Cory finds a mistake after the podium: undo, then enter it as it was."),
    "ours",
)
NOTHING_TO_UNDO = Rule(
    "nothing-to-undo",
    Text("Nothing to take back"),
    Text("Undo takes back the latest entry that still stands; where none stands, there is nothing to do."),
    Text("Chris taps Undo before anybody has made a move."),
    "ours",
)
