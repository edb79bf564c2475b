"""Every game's rulebook is whole: each rule is explained, has its sources, and is found under its id.

That each rule is tested is seen to where it is: in the table of each game's `test_rules.py`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import GAMES, PRODUCTS
from companion.games.game import AnyGame

ROOT = Path(__file__).parents[2]
EACH = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
COMMON = {"malformed", "not-now", "game-is-over", "nothing-to-undo", "table-ruling"}


def ids_of(game: AnyGame) -> set[str]:
    return {rule.id for rule in game.rulebook.rules}


@EACH
def test_ids_are_unique_and_can_be_anchors(game: AnyGame) -> None:
    assert len(ids_of(game)) == len(game.rulebook.rules)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", rule_id) for rule_id in ids_of(game))
    assert all(game.rulebook[rule.id] is rule for rule in game.rulebook.rules)
    with pytest.raises(KeyError):
        game.rulebook["no-such-rule"]


@EACH
def test_every_rule_is_explained(game: AnyGame) -> None:
    for rule in game.rulebook.rules:
        assert str(rule.title), rule.id
        assert len(str(rule.says)) > 20, rule.id
        assert str(rule.example), rule.id


@EACH
def test_sources_are_named_unless_no_sheet_says_it(game: AnyGame) -> None:
    for rule in game.rulebook.rules:
        assert bool(rule.sources) == (rule.support not in ("silent", "arithmetic", "ours")), rule.id
        assert (len(rule.sources) == 1) == (rule.support == "one-sheet"), rule.id


@EACH
def test_both_readings_are_shown_if_sheets_disagree(game: AnyGame) -> None:
    """Elsewhere readings say that the sheets leave something open: then one of them is ours, and the default."""
    for rule in (rule for rule in game.rulebook.rules if rule.support == "conflict" or rule.readings):
        quoted = {str(reading.source) for reading in rule.readings}
        assert rule.support != "conflict" or len(quoted & {str(source) for source in rule.sources}) >= 2, rule.id
        assert len(rule.readings) >= 2, rule.id
        assert [reading.default for reading in rule.readings].count(True) == 1, rule.id
        assert all(str(reading.source) and str(reading.says) for reading in rule.readings), rule.id


CONFLICTS = {
    "sluff-off": {"box", "white-with-match", "follow-suit", "sluffer-score"},
    "ui77": set(), "popcorn": set(), "fluff": set(), "oh-hell": set(),
}  # fmt: skip


@EACH
def test_these_are_the_rules_on_which_the_sheets_disagree(game: AnyGame) -> None:
    assert {rule.id for rule in game.rulebook.rules if rule.support == "conflict"} == CONFLICTS[game.slug]


@EACH
def test_every_house_rule_belongs_to_a_rule_and_asks_a_question(game: AnyGame) -> None:
    assert {rule.option for rule in game.rulebook.rules if rule.option} == set(game.options.model_fields)
    for field in game.options.model_fields.values():
        assert (field.title or "").endswith("?")


@pytest.mark.parametrize("rule_id", sorted(COMMON))
def test_the_rules_that_all_games_share_have_examples_of_each_game(rule_id: str) -> None:
    assert len({str(game.rulebook[rule_id].example) for game in GAMES.values()}) == len(GAMES)


@pytest.mark.parametrize("game", PRODUCTS, ids=lambda game: game.slug)
def test_number_of_players_is_told_of_this_game(game: AnyGame) -> None:
    told = str(game.rulebook["number-of-players"].example)
    assert re.findall(r"\d+", told)[:2] == [str(game.players[0]), str(game.most_seats(game.options()))]


@pytest.mark.parametrize("ending", ["html", "js"])
def test_pages_and_scripts_name_no_rule_that_is_none(ending: str) -> None:
    pattern = re.compile(r"""data-rule=\\?["']([a-z-]+)|["']rules\.[^)]*_anchor=["']([a-z-]+)["']|/rules#([a-z-]+)""")
    for path in [*(ROOT / "templates").rglob(f"*.{ending}"), *(ROOT / "static").rglob(f"*.{ending}")]:
        if "vendor" in path.parts:
            continue
        games = [game for game in GAMES.values() if game.folder in path.parts] or list(GAMES.values())
        for found in pattern.findall(path.read_text(encoding="utf-8")):
            assert all("".join(found) in ids_of(game) for game in games), f"{path}: {found}"
