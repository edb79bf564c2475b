"""The rulebook of this game: what it must have besides what every game's has."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.games.sluff_off.rulebook import BOOK

GAME = GAMES["sluff-off"]

# How well the sheets carry each rule: p both, m the manual alone, c they disagree, s silent, a arithmetic, o our own.
STANDINGS = {
    "c": "box white-with-match follow-suit sluffer-score",
    "p": "deal lead no-white-or-black-in-prediction turn-in-before-next-trick prediction-order "
    "take-from-centre steal-only-when-centre-empty steal-needs-holder steal-pays-white "
    "one-sluffer sluffer-instead-of-tokens winning-color card-in-deck result-matches-cards turn-in-fits-trick "
    "white-is-wild turn-in-is-owed turn-in-by-winner black-when-nothing-fits sluffer-pays-nothing score rounds winner",
    "m": "black-runs-out missed-turn-in",
    "s": "edition no-white-left revoke misdeal exposed-card out-of-turn old-tricks taking-back leaving cheating "
    "late-joiner leaver moved-seats seat-name number-of-players",
    "a": "one-card-each card-played-once",
    "o": "table-ruling malformed not-now game-is-over nothing-to-undo",
}
NAMES = {"c": "conflict", "p": "agreed", "m": "one-sheet", "s": "silent", "a": "arithmetic", "o": "ours"}


def test_the_rulebook_has_these_rules_and_says_how_the_sheets_carry_them() -> None:
    expected = {rule_id: NAMES[how] for how, ids in STANDINGS.items() for rule_id in ids.split()}
    assert {rule.id: rule.support for rule in GAME.rulebook.rules} == expected


@pytest.mark.parametrize(
    ("rule_id", "publisher", "manual", "default", "option"),
    [
        pytest.param("box", "yellow and orange", "yellow tokens and no green", "27 in all", "supply", id="box"),
        pytest.param(
            "white-with-match", "without the colour", "Any trick", "Any trick, also", "white_with_match", id="white"
        ),
        pytest.param(
            "follow-suit", "can\u2019t follow", "blue at any time", "must follow", "trump_any_time", id="suit"
        ),
        pytest.param("sluffer-score", "At most 4", "5 with three", "5 with three", "sluffer_points", id="sluffer"),
    ],
)
def test_conflicts_are_told_with_both_sides(
    rule_id: str, publisher: str, manual: str, default: str, option: str
) -> None:
    rule = GAME.rulebook[rule_id]
    said = {reading.source: str(reading.says) for reading in rule.readings}
    assert publisher in said[BOOK.sources["publisher"]]
    assert manual in said[BOOK.sources["manual"]]
    assert [default in str(reading.says) for reading in rule.readings if reading.default] == [True]
    assert rule.option == option


def test_the_house_rule_where_the_sheets_are_silent() -> None:
    assert BOOK["no-white-left"].option == "steal_unpaid"
    assert BOOK["rounds"].option == "rounds"
