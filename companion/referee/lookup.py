"""Looking up a rule, as one types: full text, forgiving of slips, best first.

The index is made of texts already put into words, so it works in any language.
It is small and lies in memory; nothing in here knows a game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from companion.games.game import AnyGame
from companion.games.ruling import Rule, Text
from companion.referee.likeness import SURE, fold, likeness, spans, words_of

Put = Callable[[Text], str]

LONGEST = 120
"""Characters of a query that are read; nobody types more into a phone."""
MOST_WORDS = 12

TITLE, SAYS, ASKS, REST = 1.0, 0.7, 0.5, 0.4
NEAR = 0.05
UNLIKELY = 0.35
PHRASE = 0.3
BEGINS = 0.05
CUT = 0.5
MARKED = 0.45


@dataclass(frozen=True, slots=True)
class Found:
    """A rule that was found. `words` are the folded words that answered the query, for `pieces` to mark."""

    rule: Rule
    score: float
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Page:
    """A rule as the index has it: how much each of its words weighs, and its two names as phrases."""

    rule: Rule
    weights: Mapping[str, float]
    phrases: tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Meant:
    """What a typed word may mean: the likely words, the less likely ones, and how much it tells rules apart."""

    likely: Mapping[str, float]
    unlikely: Mapping[str, float]
    telling: float


@dataclass(frozen=True, slots=True)
class Index:
    """The rules of one game in one language. Made by `index_of`."""

    pages: tuple[_Page, ...]
    vocabulary: frozenset[str]

    def search(self, query: str) -> tuple[Found, ...]:
        """The rules that answer the query, best first; none where nothing is like it, or nothing was asked.

        An id typed in full is its rule, first. Words that no rule has are passed over
        as long as another one is known.
        """
        typed = asked(query)
        meant = [one for one in map(self._meant, typed) if one.likely]
        found = [one for page in self.pages if (one := _found(page, meant, " ".join(typed)))]
        best = max((one.score for one in found), default=0.0)
        return tuple(sorted((one for one in found if one.score >= CUT * best), key=lambda one: -one.score))

    def _meant(self, typed: str) -> _Meant:
        like = {word: how for word in self.vocabulary if (how := likeness(typed, word))}
        # Somebody who writes "red" means red, and hardly "led".
        bar = min(SURE, max(like.values(), default=0.0) - NEAR)
        likely = {word: how for word, how in like.items() if how >= bar}
        unlikely = {word: how * UNLIKELY for word, how in like.items() if how < bar}
        in_pages = sum(not likely.keys().isdisjoint(page.weights) for page in self.pages)
        return _Meant(likely, unlikely, math.log(1 + len(self.pages) / max(1, in_pages)))


def asked(query: str) -> list[str]:
    """The words of a query that are looked up, folded. A single letter only begins one: there is nothing to ask yet."""
    words = words_of(query[:LONGEST])[:MOST_WORDS]
    return [word for word in dict.fromkeys(words) if len(word) > 1 or not (word.isascii() and word.isalpha())]


def _found(page: _Page, meant: list[_Meant], phrase: str) -> Found | None:
    """The page as an answer: the mean of what each word finds, and a little for being called so, or beginning so."""
    hits = {word for one in meant for word in one.likely.keys() & page.weights.keys()}
    if not hits:
        return None
    score = sum(one.telling * _best(page, one) for one in meant) / sum(one.telling for one in meant)
    score += PHRASE * max(Indel.normalized_similarity(phrase, name) for name in page.phrases)
    score += BEGINS * any(name.partition(" ")[0] in hits for name in page.phrases)
    # "the" is not worth a mark beside "centre"
    least = MARKED * max(one.telling for one in meant)
    marked = {word for one in meant if one.telling >= least for word in one.likely} & hits
    return Found(page.rule, score + (phrase == page.phrases[0]), frozenset(marked))


def _best(page: _Page, meant: _Meant) -> float:
    like = {**meant.likely, **meant.unlikely}
    return max((like[word] * page.weights[word] for word in like.keys() & page.weights.keys()), default=0.0)


def index_of(game: AnyGame, put: Put) -> Index:
    """An index of a game's rulebook in the words that `put` finds for a text."""
    asks = {name: Text(field.title) for name, field in game.options.model_fields.items() if field.title}
    pages = tuple(_page(rule, asks.get(rule.option or ""), put) for rule in game.rules)
    return Index(pages, frozenset(word for page in pages for word in page.weights))


def _page(rule: Rule, asks: Text | None, put: Put) -> _Page:
    name, title = " ".join(words_of(rule.id)), put(rule.title)
    told = [part for reading in rule.readings for part in (reading.source, reading.says)]
    fields = (
        (TITLE, [title, name]),
        (SAYS, [put(rule.says)]),
        (ASKS, [put(asks) if asks else "", rule.option or ""]),
        (REST, [put(text) for text in (rule.example, *rule.sources, *told)]),
    )
    weights: dict[str, float] = {}
    for weight, texts in fields:
        for text in texts:
            for word in words_of(text):
                weights.setdefault(word, weight)
    return _Page(rule, weights, (name, " ".join(words_of(title))))


def pieces(text: str, words: frozenset[str]) -> tuple[tuple[str, bool], ...]:
    """A text in pieces, each with whether it is one of these words; put together they are the text again."""
    cut: list[tuple[str, bool]] = []
    at = 0
    for start, end in spans(text):
        if fold(text[start:end]) in words:
            cut += [(text[at:start], False), (text[start:end], True)]
            at = end
    return tuple((piece, marked) for piece, marked in (*cut, (text[at:], False)) if piece)
