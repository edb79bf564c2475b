"""Questions as people type them, collected before the words of the search were chosen, find their rules.

Each file of `questions/` holds those of one game: a question, " = ", and the ids of the rules that answer it. Those of
`questions_since/` were asked afterwards, before anything was mended for them: see `docs/decisions/0019-the-search.md`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import PRODUCTS
from companion.games.game import AnyGame
from tests.referee.searching import found, rules_of

pytestmark = pytest.mark.unmeasured

BANKS = ("questions", "questions_since")
WANTED = 0.95
AT_LEAST = 40


def bank(name: str, folder: str) -> list[tuple[str, frozenset[str]]]:
    """The questions of a bank for a game, each with the ids that answer it."""
    lines = (Path(__file__).parent / name / f"{folder}.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.partition(" = ") for line in lines if line and not line.startswith("#")]
    return [(question, frozenset(ids.split())) for question, _, ids in pairs]


@pytest.mark.parametrize("name", BANKS)
@pytest.mark.parametrize("game", PRODUCTS, ids=lambda game: game.slug)
def test_95_of_100_questions_find_their_rule_among_the_first_three(game: AnyGame, name: str) -> None:
    asked = bank(name, game.folder)
    assert len(asked) >= AT_LEAST
    assert {one for _, ids in asked for one in ids} <= rules_of(game.slug)
    missed = [question for question, ids in asked if ids.isdisjoint(found(game.slug, "en", question))]
    assert len(missed) <= (1 - WANTED) * len(asked), missed
