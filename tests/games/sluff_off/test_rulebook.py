"""The rulebook and the code know the same rules, and every rule has its test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.games.ruling import Rule
from companion.games.sluff_off import rulebook
from companion.games.sluff_off.moves import Options

GAME = GAMES["sluff-off"]
TESTS = "\n".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
SOURCES = "\n".join(path.read_text() for path in Path(rulebook.__file__).parent.glob("*.py"))


def test_ids_are_unique_and_can_be_anchors() -> None:
    ids = [rule.id for rule in GAME.rules]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", rule_id) for rule_id in ids)


@pytest.mark.parametrize("rule", GAME.rules, ids=lambda rule: rule.id)
def test_every_rule_is_explained(rule: Rule) -> None:
    assert len(str(rule.says)) > 20
    assert str(rule.example)
    assert rule.sources or rule.standing in ("silent", "arithmetic", "ours")


@pytest.mark.parametrize("rule", GAME.rules, ids=lambda rule: rule.id)
def test_conflicts_show_both_readings_and_one_default(rule: Rule) -> None:
    if rule.standing == "conflict":
        assert len(rule.readings) >= 2
    if rule.readings:
        assert [reading.default for reading in rule.readings].count(True) == 1


def test_every_house_rule_belongs_to_a_rule() -> None:
    assert {rule.option for rule in GAME.rules if rule.option} == set(Options.model_fields)


@pytest.mark.parametrize("rule", GAME.rules, ids=lambda rule: rule.id)
def test_every_rule_has_a_test_that_names_it(rule: Rule) -> None:
    assert rule.id in TESTS or rule.id.replace("-", "_") in TESTS


def test_every_rule_the_judge_cites_is_in_the_rulebook() -> None:
    cited = set(re.findall(r"rulebook\.([A-Z_]+)", SOURCES)) - {"RULES"}
    assert len(cited) > 15
    assert {getattr(rulebook, name) for name in cited} <= set(GAME.rules)


def test_rule_by_id() -> None:
    assert GAME.rule("no-white-left") is rulebook.NO_WHITE_LEFT
    with pytest.raises(KeyError):
        GAME.rule("steal-at-will")
