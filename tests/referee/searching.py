"""How a question is asked of a game's rulebook, in whatever language: the same for all who collect questions."""

from __future__ import annotations

from functools import cache

from companion.games import GAMES
from companion.games.game import AnyGame
from companion.games.text import ENGLISH
from companion.languages import FOLDER, read
from companion.referee.rule_index import Index, index_of
from companion.referee.rule_search import look_up

AMONG = 3
"""So many of what is found are looked at."""


def game_of(name: str) -> AnyGame:
    """The game of that slug or folder."""
    return next(game for game in GAMES.values() if name in (game.slug, game.folder))


@cache
def index(name: str, language: str = ENGLISH.code) -> Index:
    """The index of a game's rulebook in a language, made once."""
    spoken = ENGLISH if language == ENGLISH.code else read(FOLDER / language, language)
    return index_of(game_of(name), lambda text: text.put(spoken), language)


def found(name: str, language: str, question: str) -> list[str]:
    """The ids of the first rules that are found for a question."""
    return [one.rule.id for one in look_up(index(name, language), question).rules[:AMONG]]


def rules_of(name: str) -> set[str]:
    """The ids of a game's rules."""
    return {rule.id for rule in game_of(name).rules}
