"""How the tests of all languages ask a game's rulebook a question."""

from __future__ import annotations

from functools import cache

from companion.games import GAMES
from companion.games.game import AnyGame
from companion.games.text import ENGLISH
from companion.languages import FOLDER, read
from companion.referee.rule_search import Index, index_of, look_up

AMONG = 3
"""The number of results in which the rule must be."""


def game_of(name: str) -> AnyGame:
    """The game of that slug or folder."""
    return next(game for game in GAMES.values() if name in (game.slug, game.folder))


@cache
def index(name: str, language: str = ENGLISH.code) -> Index:
    """The index of a game's rulebook in a language. It is made once."""
    spoken = ENGLISH if language == ENGLISH.code else read(FOLDER / language, language)
    return index_of(game_of(name), lambda text: text.put(spoken), language)


def first_ids(name: str, language: str, question: str) -> list[str]:
    """The ids of the first rules that answer a question."""
    return [match.rule.id for match in look_up(index(name, language), question).rules[:AMONG]]


def rules_of(name: str) -> set[str]:
    """The ids of all rules of a game."""
    return {rule.id for rule in game_of(name).rulebook.rules}
