"""The rulebook of this game: what it must have besides what every game's has, and every rule has its test."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import GAMES
from companion.games.ruling import Rule
from tests.games.comings import IDS

GAME = GAMES["popcorn"]
OTHERS = [path for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__)]
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in OTHERS)
OF_THE_SHEET = ["deal", "rank-due", "claim", "call", "reveal", "next-seat", "last-cards"]
NO_SHEET = ["misdeal", "exposed-card", "out-of-turn", "looking-at-pile", "taking-back", "leaving", "cheating", *IDS]
OURS = ["table-ruling", "malformed", "not-now", "game-is-over", "nothing-to-undo"]


def test_the_rulebook_has_these_rules_in_order() -> None:
    assert [rule.id for rule in GAME.rules] == [*OF_THE_SHEET, *NO_SHEET, *OURS]
    assert {rule.support for rule in GAME.rules[: len(OF_THE_SHEET)]} == {"one-sheet"}
    assert {GAME.rule(rule_id).support for rule_id in NO_SHEET} == {"silent"}
    assert {GAME.rule(rule_id).support for rule_id in OURS} == {"ours"}


def test_what_the_sheet_leaves_open_is_said() -> None:
    assert [rule.id for rule in GAME.rules if rule.readings] == ["deal", "rank-due", "claim", "call"]


@pytest.mark.parametrize("rule", GAME.rules, ids=lambda rule: rule.id)
def test_every_rule_has_a_test_that_names_it(rule: Rule) -> None:
    assert rule.id in TESTS or rule.id.replace("-", "_") in TESTS
