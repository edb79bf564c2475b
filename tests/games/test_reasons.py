"""Reasons to tap: each game has its own for a dispute and for a ruling, and those about a rule name one that it has."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.games.game import AnyGame
from companion.games.move import TableRuling
from companion.games.rulebook import AMENDS, COUNTS, DISPUTES, RULINGS, STANDS, WITHDRAWN


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_reasons_of_a_game_are_about_its_rules_and_told_apart(game: AnyGame) -> None:
    shapes = {shape.marker or "" for shape in game.moves if issubclass(shape, TableRuling)}
    assert set(game.rulebook.ruling_reasons) <= shapes
    for offered in (game.rulebook.disputes, *game.rulebook.ruling_reasons.values()):
        assert len({str(one.text) for one in offered}) == len(offered) >= 2
        assert all(game.rulebook[one.rule] for one in offered if one.rule)


@pytest.mark.parametrize("slug", ["sluff-off", "ui77", "popcorn", "fluff"])
def test_a_game_has_disputes_of_its_own_the_usual_first(slug: str) -> None:
    game = GAMES[slug]
    assert len(game.rulebook.disputes) > len(DISPUTES)
    assert game.rulebook.disputes[0].rule


def test_there_is_a_reason_to_tap_for_all_that_is_settled() -> None:
    assert all(len(offered) >= 2 for offered in (AMENDS, COUNTS, RULINGS, STANDS, WITHDRAWN))


def test_a_rule_is_called_by_its_title_and_one_that_the_rulebook_has_no_more_by_its_id() -> None:
    fluff = GAMES["fluff"]
    assert str(fluff.rulebook.title_of("spill")) == "Sloppy style"
    assert fluff.rulebook.title_of("of-an-earlier-rulebook") == "of-an-earlier-rulebook"
