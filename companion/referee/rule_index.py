"""The index of a rulebook in one language: what is known of each rule, and how telling each word of the book is.

Words count by their stems. A rule has its own words, and those with which people ask for it (`Game.asked`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.game import AnyGame
from companion.games.ruling import Rule
from companion.games.text import Text
from companion.referee.thesaurus import ALIKE, ASKING
from companion.referee.word_match import Stem, stemmer, words_of

Put = Callable[[Text], str]
"""Puts a text into words of the index's language."""

# What a word weighs by the part of a rule that it stands in.
TITLE = 1.0  # the title, or the id
ASKED = 0.85  # what people ask who mean the rule
SAYS = 0.7  # the rule's sentence
REST = 0.4  # example, sources, readings, and the house rule with its question

ASKING_WORD = 0.3
"""Factor for a word that asks for nothing by itself ("may", "what")."""
STEMMED = 8192  # words whose stems are remembered while an index is made


@dataclass(frozen=True, slots=True)
class IndexedRule:
    """An indexed rule.

    `words` are all of its words, folded, also those by which people only ask. By stem `weights` says what they weigh,
    and `words_by_stem` which of them are read in the rule. `names` are its id and its title, folded; `questions` are
    those that it is known to answer, each as a set of stems.
    """

    rule: Rule
    words: tuple[str, ...]
    weights: Mapping[str, float]
    words_by_stem: Mapping[str, frozenset[str]]
    names: tuple[str, str]
    questions: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Index:
    """The rules of one game in one language.

    `vocabulary` has the stem of each word of its rules, `rarity` by stem how telling it is (the fewer rules have it,
    the more), `read` the stems that are read in some rule. `kin` has by stem those of the rulebook that stand for it,
    each with a word for it. `asking` are the words that ask for nothing by themselves.
    """

    language: str
    rules: tuple[IndexedRule, ...]
    vocabulary: Mapping[str, str]
    rarity: Mapping[str, float]
    read: frozenset[str]
    kin: Mapping[str, Mapping[str, str]]
    asking: frozenset[str]


def index_of(game: AnyGame, put: Put, language: str = "en") -> Index:
    """The index of a game's rulebook in the language into which `put` puts a text."""
    stem = lru_cache(maxsize=STEMMED)(stemmer(language))
    asking = frozenset(words_of(put(ASKING)))
    rules = tuple(_indexed(game, rule, put, stem) for rule in game.rules)
    vocabulary = {word: stem(word) for indexed in rules for word in indexed.words}
    rarity = _rarity(rules, {stem(word) for word in asking})
    read = frozenset(root for indexed in rules for root in indexed.words_by_stem)
    return Index(language, rules, vocabulary, rarity, read, _kin(put, stem, rarity), asking)


def _indexed(game: AnyGame, rule: Rule, put: Put, stem: Stem) -> IndexedRule:
    name, title, says = " ".join(words_of(rule.id)), put(rule.title), put(rule.says)
    readings = [put(part) for reading in rule.readings for part in (reading.source, reading.says)]
    house = [put(game.asks(rule.option))] if rule.option in game.options.model_fields else []
    rest = [put(rule.example), *map(put, rule.sources), *readings, *house]
    asked = game.asked.get(rule.id)
    known = [] if asked is None else put(asked).split(";")
    option = rule.option or ""
    weights: dict[str, float] = {}
    for weight, texts in ((TITLE, [title, name]), (ASKED, known), (SAYS, [says]), (REST, [*rest, option])):
        for word in words_of(" ".join(texts)):
            weights.setdefault(stem(word), weight)
    words_by_stem: dict[str, set[str]] = {}
    for word in words_of(" ".join((title, says, *rest))):
        words_by_stem.setdefault(stem(word), set()).add(word)
    questions = (frozenset(map(stem, words_of(text))) for text in (name, title, *known))
    return IndexedRule(
        rule,
        tuple(words_of(" ".join((title, says, *rest, *known, name, option)))),
        weights,
        {root: frozenset(words) for root, words in words_by_stem.items()},
        (name, " ".join(words_of(title))),
        tuple(filter(None, questions)),
    )


def _rarity(rules: tuple[IndexedRule, ...], asking: set[str]) -> dict[str, float]:
    """By stem how telling it is. A rule that is only asked by it counts half; stems that are `asking` tell little."""
    found = {}
    for root in {root for indexed in rules for root in indexed.weights}:
        having = sum(1.0 if root in indexed.words_by_stem else 0.5 for indexed in rules if root in indexed.weights)
        found[root] = math.log(1 + len(rules) / having) * (ASKING_WORD if root in asking else 1.0)
    return found


def _kin(put: Put, stem: Stem, rarity: Mapping[str, float]) -> dict[str, dict[str, str]]:
    """By stem: the stems of the rulebook that are alike, each with a word for it, the first of the group first."""
    found: dict[str, dict[str, str]] = {}
    for group in ALIKE:
        words = {stem(word): word for word in reversed(words_of(put(group)))}
        known = {root: word for root, word in reversed(words.items()) if root in rarity}
        for root in words:
            found.setdefault(root, {}).update({other: word for other, word in known.items() if other != root})
    return found
