"""Questions as people type them, collected before the words of the search were chosen, bring their rules.

Each file of a bank holds those of one game: a question, " = ", and the ids of the rules that answer it. `questions` and
`questions_since` are English; the latter were asked afterwards, before anything was mended for them: see
`docs/decisions/0019-the-search.md`. The other banks are named after their language.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import PRODUCTS
from companion.games.game import AnyGame
from tests.referee.searching import first_ids, rules_of

FOLDER = Path(__file__).parent
ENGLISH = ("questions", "questions_since")
LANGUAGES = ("de", "es", "fr", "it", "nl")
WANTED = 0.95
AT_LEAST = 40


def bank(name: str, game: AnyGame) -> list[tuple[str, frozenset[str]]]:
    """The questions of a bank for a game, each with the ids of the rules that answer it."""
    lines = (FOLDER / name / f"{game.folder}.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.partition(" = ") for line in lines if line and not line.startswith("#")]
    return [(question, frozenset(ids.split())) for question, _, ids in pairs]


def missed(language: str, game: AnyGame, asked: list[tuple[str, frozenset[str]]]) -> list[str]:
    """The questions that do not bring one of their rules among the first three."""
    assert {rule for _, ids in asked for rule in ids} <= rules_of(game.slug)
    return [question for question, ids in asked if ids.isdisjoint(first_ids(game.slug, language, question))]


@pytest.mark.parametrize("name", ENGLISH)
@pytest.mark.parametrize("game", PRODUCTS, ids=lambda game: game.slug)
def test_95_of_100_english_questions_have_their_rule_among_the_first_three(game: AnyGame, name: str) -> None:
    asked = bank(name, game)
    assert len(asked) >= AT_LEAST
    wrong = missed("en", game, asked)
    assert len(wrong) <= (1 - WANTED) * len(asked), wrong


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PRODUCTS, ids=lambda game: game.slug)
def test_every_question_in_another_language_has_its_rule_among_the_first_three(game: AnyGame, language: str) -> None:
    assert missed(language, game, bank(f"questions_{language}", game)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_language_has_at_least_forty_questions(language: str) -> None:
    assert sum(len(bank(f"questions_{language}", game)) for game in PRODUCTS) >= AT_LEAST
