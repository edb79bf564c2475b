"""Full-text search of a rulebook as one types: best first, with prefixes, inflected words and misspellings."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from rapidfuzz.distance import OSA, Indel, LCSseq

from companion.games.game import AnyGame
from companion.games.ruling import Rule
from companion.games.text import Text

SURE = 0.75
"""A likeness from here on is a match as far as the word is typed; below, a guess."""

_WORD = re.compile(r"[^\W_]+")
_SHORTEST_GUESS = 3
_SHORTEST_PART = 4


def words_of(text: str) -> list[str]:
    """The words of a text in order, folded."""
    return [fold(text[start:end]) for start, end in spans(text)]


def spans(text: str) -> Iterator[tuple[int, int]]:
    """The (start, end) of each word of a text."""
    return (found.span() for found in _WORD.finditer(text))


def fold(word: str) -> str:
    """A word without case and accents, so that "Größe" and "GROSSE" are one."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def likeness(typed: str, word: str) -> float:
    """How like two folded words are: from 1, the same, to 0, another word.

    From `SURE` on: the same, a prefix ("ste" of "steal"), one letter more ("tokens" of
    "token"). Below: one or two letters wrong, missing, too many or exchanged; a part of a compound.
    """
    if typed == word:
        return 1.0
    if word.startswith(typed):
        return 0.95 - 0.02 * min(len(word) - len(typed), 8)
    if len(word) >= _SHORTEST_GUESS and typed[:-1] == word:
        return 0.78
    if not typed.isalpha():
        return 0.0
    return max(_misspelt(typed, word), _misspelt_prefix(typed, word), _compound(typed, word))


def _misspelt(typed: str, word: str) -> float:
    if len(typed) < _SHORTEST_GUESS:
        return 0.0
    most = 2 if len(typed) > 5 else 1
    slips = OSA.distance(typed, word, score_cutoff=most)
    if slips > most:
        return 0.0
    left_out = LCSseq.similarity(typed, word) == len(typed)
    return 0.8 - 0.14 * slips + (0.06 if left_out else 0) - (0 if typed[0] == word[0] else 0.06)


def _misspelt_prefix(typed: str, word: str) -> float:
    # A misspelt prefix: it may be a letter shorter or longer than what was meant.
    if len(typed) < _SHORTEST_PART or typed[0] != word[0]:
        return 0.0
    near = (word[: len(typed) + by] for by in (0, -1, 1))
    return 0.6 if any(OSA.distance(typed, start, score_cutoff=1) <= 1 for start in near) else 0.0


def _compound(typed: str, word: str) -> float:
    # For languages that form compounds, or that write no spaces.
    long_enough = len(typed) >= _SHORTEST_PART or not typed.isascii()
    return 0.5 if long_enough and typed in word else 0.0


Put = Callable[[Text], str]

LONGEST = 120
"""Characters of a query that are read."""
MOST_WORDS = 12

TITLE, SAYS, ASKS, REST = 1.0, 0.7, 0.5, 0.4
NEAR = 0.05
UNLIKELY = 0.35
PHRASE = 0.3
BEGINS = 0.05
CUT = 0.5
MARKED = 0.45


@dataclass(frozen=True, slots=True)
class Match:
    """A rule that was found, its score, and the folded `words` of it that match the query."""

    rule: Rule
    score: float
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Page:
    """An indexed rule: its folded words, weighted by the part they stand in, and its id and title as phrases."""

    rule: Rule
    weights: Mapping[str, float]
    phrases: tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Meaning:
    """The words of the index that a typed one may be, with their likeness, and its inverse document frequency."""

    likely: Mapping[str, float]
    unlikely: Mapping[str, float]
    rarity: float


@dataclass(frozen=True, slots=True)
class Index:
    """The rules of one game in one language; made by `index_of`."""

    pages: tuple[_Page, ...]
    vocabulary: frozenset[str]

    def search(self, query: str) -> tuple[Match, ...]:
        """The matching rules, best first; a rule whose id was typed in full comes first of all.

        Words that are like none of the index are ignored.
        """
        typed = asked(query)
        meant = [one for one in map(self._meant, typed) if one.likely]
        found = [one for page in self.pages if (one := _match(page, meant, " ".join(typed)))]
        best = max((one.score for one in found), default=0.0)
        return tuple(sorted((one for one in found if one.score >= CUT * best), key=lambda one: -one.score))

    def _meant(self, typed: str) -> _Meaning:
        like = {word: how for word in self.vocabulary if (how := likeness(typed, word))}
        # Whoever types "red", which is a word of the index, hardly means "led".
        bar = min(SURE, max(like.values(), default=0.0) - NEAR)
        likely = {word: how for word, how in like.items() if how >= bar}
        unlikely = {word: how * UNLIKELY for word, how in like.items() if how < bar}
        in_pages = sum(not likely.keys().isdisjoint(page.weights) for page in self.pages)
        return _Meaning(likely, unlikely, math.log(1 + len(self.pages) / max(1, in_pages)))


def asked(query: str) -> list[str]:
    """The folded words of a query, without repetitions and single letters, at most `MOST_WORDS`."""
    words = words_of(query[:LONGEST])[:MOST_WORDS]
    return [word for word in dict.fromkeys(words) if len(word) > 1 or not (word.isascii() and word.isalpha())]


def _match(page: _Page, meant: list[_Meaning], phrase: str) -> Match | None:
    """The page's match: the weighted mean over the typed words, plus a bonus for being named so or beginning so."""
    hits = {word for one in meant for word in one.likely.keys() & page.weights.keys()}
    if not hits:
        return None
    score = sum(one.rarity * _best(page, one) for one in meant) / sum(one.rarity for one in meant)
    score += PHRASE * max(Indel.normalized_similarity(phrase, name) for name in page.phrases)
    score += BEGINS * any(name.partition(" ")[0] in hits for name in page.phrases)
    # Common words are not marked beside rare ones: "the" beside "centre".
    least = MARKED * max(one.rarity for one in meant)
    marked = {word for one in meant if one.rarity >= least for word in one.likely} & hits
    return Match(page.rule, score + (phrase == page.phrases[0]), frozenset(marked))


def _best(page: _Page, meant: _Meaning) -> float:
    like = {**meant.likely, **meant.unlikely}
    return max((like[word] * page.weights[word] for word in like.keys() & page.weights.keys()), default=0.0)


def index_of(game: AnyGame, put: Put) -> Index:
    """The index of a game's rulebook; `put` gives a text in the language of the index."""
    asks = {name: game.asks(name) for name in game.options.model_fields}
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
    """A text cut into (piece, whether it is one of these folded words)."""
    cut: list[tuple[str, bool]] = []
    at = 0
    for start, end in spans(text):
        if fold(text[start:end]) in words:
            cut += [(text[at:start], False), (text[start:end], True)]
            at = end
    return tuple((piece, marked) for piece, marked in (*cut, (text[at:], False)) if piece)
