"""The rulebook of this game: which rules it has, how the sheet carries them."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.games.ui77.rulebook import BOOK

GAME = GAMES["ui77"]

STANDINGS = {
    "one-sheet": "first-dealer face-up hand-table swap discard-limit cut lead trump-broken follow-suit trick-winner "
    "draw hand-over score limit go-nov end-of-game",
    "silent": "revoke misdeal exposed-card out-of-turn old-tricks taking-back leaving cheating "
    "late-joiner leaver moved-seats seat-name number-of-players",
    "arithmetic": "one-card-each card-in-deck card-played-once",
    "ours": "table-ruling malformed not-now game-is-over nothing-to-undo",
}
LEFT_OPEN = "first-dealer swap lead trump-broken revoke trick-winner score limit go-nov end-of-game"


def test_the_rulebook_has_these_rules_and_says_how_the_sheet_carries_them() -> None:
    expected = {rule_id: how for how, ids in STANDINGS.items() for rule_id in ids.split()}
    assert {rule.id: rule.support for rule in GAME.rulebook.rules} == expected


def test_the_author_is_named_wherever_the_sheet_is() -> None:
    sheet = BOOK.sources["sheet"]
    assert "Vandercar" in str(sheet)
    assert all(rule.sources in ((), (sheet,)) for rule in GAME.rulebook.rules)


@pytest.mark.parametrize("rule_id", LEFT_OPEN.split())
def test_what_the_sheet_leaves_open_is_told_with_our_reading(rule_id: str) -> None:
    readings = GAME.rulebook[rule_id].readings
    assert [reading.source for reading in readings if reading.default] == [BOOK.sources["ours"]]


def test_the_house_rule() -> None:
    assert {rule.id: rule.option for rule in GAME.rulebook.rules if rule.option} == {"go-nov": "nov_rounding"}
