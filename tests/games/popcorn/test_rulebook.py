"""The rulebook of this game: what it must have besides what every game's has."""

from __future__ import annotations

from companion.games import GAMES
from tests.games.comings import IDS

GAME = GAMES["popcorn"]
OF_THE_SHEET = ["deal", "rank-due", "claim", "call", "reveal", "next-seat", "last-cards"]
NO_SHEET = ["misdeal", "exposed-card", "out-of-turn", "looking-at-pile", "taking-back", "leaving", "cheating", *IDS]
OURS = ["table-ruling", "malformed", "not-now", "game-is-over", "nothing-to-undo"]


def test_the_rulebook_has_these_rules_in_order() -> None:
    assert [rule.id for rule in GAME.rulebook.rules] == [*OF_THE_SHEET, *NO_SHEET, *OURS]
    assert {rule.support for rule in GAME.rulebook.rules[: len(OF_THE_SHEET)]} == {"one-sheet"}
    assert {GAME.rulebook[rule_id].support for rule_id in NO_SHEET} == {"silent"}
    assert {GAME.rulebook[rule_id].support for rule_id in OURS} == {"ours"}


def test_what_the_sheet_leaves_open_is_said() -> None:
    assert [rule.id for rule in GAME.rulebook.rules if rule.readings] == ["deal", "rank-due", "claim", "call"]
