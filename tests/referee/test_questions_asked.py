"""Questions as people type them, collected before the words of the search were chosen, find their rules.

Each file of `questions/` holds those of one game: a question, " = ", and the ids of the rules that answer it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import PRODUCTS
from companion.games.game import AnyGame
from companion.referee.rule_search import Index, index_of

BANK = Path(__file__).parent / "questions"
AMONG = 3
WANTED = 0.95
AT_LEAST = 40


def bank(folder: str) -> list[tuple[str, frozenset[str]]]:
    """The questions of a game, each with the ids that answer it."""
    lines = (BANK / f"{folder}.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.partition(" = ") for line in lines if line and not line.startswith("#")]
    return [(question, frozenset(ids.split())) for question, _, ids in pairs]


def answered(index: Index, question: str, ids: frozenset[str]) -> bool:
    return not ids.isdisjoint(found.rule.id for found in index.search(question)[:AMONG])


@pytest.mark.parametrize("game", PRODUCTS[1:], ids=lambda game: game.slug)
def test_95_of_100_questions_find_their_rule_among_the_first_three(game: AnyGame) -> None:
    index, asked = index_of(game, str, "en"), bank(game.folder)
    assert len(asked) >= AT_LEAST
    known = {rule.id for rule in game.rules}
    assert {one for _, ids in asked for one in ids} <= known
    missed = [question for question, ids in asked if not answered(index, question, ids)]
    assert len(missed) <= (1 - WANTED) * len(asked), missed
