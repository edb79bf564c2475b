"""Full-text search of a rulebook as one types: best first, in people's own words, inflected or misspelt.

A rule is found by its text, by what people ask who mean it (`Game.asked`), and by words that are alike (`thesaurus`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from rapidfuzz.distance import Indel

from companion.games.game import AnyGame
from companion.games.rulebook import BOOK_KEEPING, COMMON_ASKED
from companion.games.ruling import Rule
from companion.games.text import Text
from companion.referee.thesaurus import ALIKE, ASKING
from companion.referee.word_match import SURE, Stem, likeness, stemmer, words_of

Put = Callable[[Text], str]

LONGEST = 120
"""Characters of a query that are read."""
MOST_WORDS = 16

TITLE, ASKED, SAYS, REST = 1.0, 0.85, 0.7, 0.4
"""What a word weighs by the part of a rule that it stands in; the least of them also for its house rule's question."""
KIN = 0.7
NEAR = 0.07
UNLIKELY = 0.35
ASKING_WORD = 0.3
NAMED = 0.3
KNOWN = 1.2
SURELY_NAMED = 0.85
BEGINS = 0.05
LAST = 0.5
CUT = 0.45
MARKED = 0.45
LITTLE = 0.5
SINGLE = 0.5
UNSEEN = 0.9
SLIP = 0.6
STEMS = 0.95
STEMMED = 8192  # words whose stems are remembered while an index is made


@dataclass(frozen=True, slots=True)
class Match:
    """A rule that was found, its score, and the folded `words` of it that match the query."""

    rule: Rule
    score: float
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Page:
    """An indexed rule.

    `weights` holds its stems, weighted by the part they stand in, and `words_by_stem` the words that are
    read in it.
    `names` are its id and title as phrases, `known` the questions that it is
    known to answer, each as (its stems, how telling they are together).
    """

    rule: Rule
    weights: Mapping[str, float]
    words_by_stem: Mapping[str, frozenset[str]]
    names: tuple[str, str]
    known: tuple[tuple[frozenset[str], float], ...]


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What a typed word may mean: stems with their likeness, how telling it is, and the word that it was taken for."""

    typed: str
    likely: Mapping[str, float]
    unlikely: Mapping[str, float]
    weight: float
    taken: str | None


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found, best first, and which typed words were taken for which others."""

    rules: tuple[Match, ...]
    taken: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Index:
    """The rules of one game in one language; made by `index_of`.

    `vocabulary` holds the stem of each word of the rulebook, `kin` the stems that are like a stem, `asking` the words
    that hardly count, `rarity` how telling each stem is, `read` the stems that are read in some rule.
    """

    language: str
    pages: tuple[_Page, ...]
    vocabulary: Mapping[str, str]
    kin: Mapping[str, Mapping[str, str]]
    asking: frozenset[str]
    rarity: Mapping[str, float]
    read: frozenset[str]

    def look_up(self, query: str) -> Found:
        """The matching rules, best first; one whose id was typed in full comes first of all, then one that was named.

        Words that are like none of the index are ignored.
        """
        typed, stem = asked(query), stemmer(self.language)
        meant = [one for one in (self._meant(word, stem) for word in typed) if one.likely]
        found = [one for page in self.pages if (one := self._match(page, meant, " ".join(typed)))]
        best = max((one.score for one in found), default=0.0)
        rules = tuple(sorted((one for one in found if one.score >= CUT * best), key=lambda one: -one.score))
        return Found(rules, tuple((one.typed, one.taken) for one in meant if one.taken and rules))

    def _meant(self, typed: str, stem: Stem) -> _Meaning:
        root = stem(typed)
        factor = ASKING_WORD if typed in self.asking else 1.0
        kin = self.kin.get(root, {})
        if root in self.rarity:
            likely = self._slips(typed) | dict.fromkeys(kin, KIN) | {root: 1.0}
            taken = None if root in self.read or typed in self.asking else self._word_for(kin)
            return _Meaning(typed, likely, self._like(typed, UNLIKELY), factor * self.rarity[root], taken)
        if kin:
            return _Meaning(typed, dict.fromkeys(kin, KIN), {}, factor * self._rare(kin), self._word_for(kin))
        like = {word: how * self._seen(word) for word in self.vocabulary if (how := self._likeness(typed, root, word))}
        bar = min(SURE, max(like.values(), default=0.0) - NEAR)
        likely = self._stems({word: how for word, how in like.items() if how >= bar})
        unlikely = self._stems({word: how * UNLIKELY for word, how in like.items() if how < bar})
        word = max(like, key=lambda one: like[one], default=None)
        taken = None if word is None or word.startswith(typed) or like[word] >= SURE else self._as_read(word)
        best = max(likely.values(), default=0.0)
        return _Meaning(typed, likely, unlikely, best * self._rare(one for one in likely if likely[one] == best), taken)

    def _likeness(self, typed: str, root: str, word: str) -> float:
        """Of the words, or of their stems: "rasing" is as like "raise" as "rase" is."""
        return max(likeness(typed, word), STEMS * likeness(root, self.vocabulary[word]) if root != typed else 0.0)

    def _slips(self, typed: str) -> dict[str, float]:
        """What an inflected word that is not in the book may be by a slip as well: "losts" of "lost", or of "costs"."""
        if typed in self.vocabulary:
            return {}
        return self._stems({word: how for word in self.vocabulary if (how := likeness(typed, word)) >= SLIP})

    def _seen(self, word: str) -> float:
        """A factor for a misspelt word: what is read in a rule was rather meant than what is only asked."""
        return 1.0 if self.vocabulary[word] in self.read else UNSEEN

    def _as_read(self, word: str) -> str:
        """The word itself where a rule has it, else one of the rulebook that is like it."""
        stem = self.vocabulary[word]
        return word if stem in self.read else self._word_for(self.kin.get(stem, {})) or word

    def _word_for(self, kin: Mapping[str, str]) -> str | None:
        """The word of the rulebook by which one that is not in it was understood."""
        return next((word for stem, word in kin.items() if stem in self.read), None)

    def _like(self, typed: str, factor: float) -> dict[str, float]:
        """The stems of words that begin as the typed one does, which may be meant while it is still being typed."""
        return self._stems({word: factor for word in self.vocabulary if len(typed) > 1 and word.startswith(typed)})

    def _stems(self, words: Mapping[str, float]) -> dict[str, float]:
        found: dict[str, float] = {}
        for word, how in words.items():
            root = self.vocabulary[word]
            found[root] = max(how, found.get(root, 0.0))
        return found

    def _rare(self, stems: Iterable[str]) -> float:
        """How telling it is that a page has one of these stems: as the most common of them."""
        return min((self.rarity[stem] for stem in stems if stem in self.rarity), default=0.0)

    def _match(self, page: _Page, meant: list[_Meaning], phrase: str) -> Match | None:
        """The page's match: the mean over the typed words, a bonus for being named so, one for a known question."""
        hits = {stem for one in meant for stem in one.likely.keys() & page.weights.keys()}
        if not hits:
            return None
        score = sum(one.weight * _best(page, one) for one in meant) / sum(one.weight for one in meant)
        named = max(Indel.normalized_similarity(phrase, name) for name in page.names)
        score += NAMED * named + KNOWN * _best_known(meant, page, hits)
        score += BEGINS * any(
            name.partition(" ")[0] in page.words_by_stem.get(hit, ()) for hit in hits for name in page.names
        )
        if page.rule.id in BOOK_KEEPING and named < SURELY_NAMED:
            score *= LAST
        # Common words are not marked beside rare ones: "the" beside "centre".
        least = MARKED * max(one.weight for one in meant)
        telling = {stem for one in meant if one.weight >= least for stem in one.likely} & hits
        marked = {word for stem in telling for word in page.words_by_stem.get(stem, ())}
        score += (named >= SURELY_NAMED) + (phrase == page.names[0])
        return Match(page.rule, score, frozenset(marked))


def asked(query: str) -> list[str]:
    """The folded words of a query, without repetitions and single letters, at most `MOST_WORDS`."""
    words = words_of(query[:LONGEST])[:MOST_WORDS]
    return [word for word in dict.fromkeys(words) if len(word) > 1 or not (word.isascii() and word.isalpha())]


def _best(page: _Page, meant: _Meaning) -> float:
    like = {**meant.unlikely, **meant.likely}
    return max((like[stem] * page.weights[stem] for stem in like.keys() & page.weights.keys()), default=0.0)


def _best_known(meant: list[_Meaning], page: _Page, hits: set[str]) -> float:
    """How like what was typed is to the likest of the questions that the page is known to answer: 0 to 1, the same."""
    # A single word asks for no longer question more than for another.
    single = sum(one.weight > LITTLE for one in meant) == 1
    likest = 0.0
    for known, weight in page.known:
        if not (known.isdisjoint(hits) or (single and len(known) > 1)):
            likest = max(likest, _alike(meant, known, weight))
    return likest * (SINGLE if single else 1)


def _alike(meant: list[_Meaning], known: frozenset[str], weight: float) -> float:
    """How like what was typed is to a known question of that weight."""
    shared = missed = 0.0
    for one in meant:
        how = max((one.likely[stem] for stem in known & one.likely.keys()), default=0.0)
        shared += one.weight * how
        missed += one.weight * (how == 0)
    return shared / max(weight + missed, shared)


def index_of(game: AnyGame, put: Put, language: str = "en") -> Index:
    """The index of a game's rulebook in a language, into which `put` puts a text."""
    stem = lru_cache(maxsize=STEMMED)(stemmer(language))
    asking = frozenset(words_of(put(ASKING)))
    sought = {**COMMON_ASKED, **game.asked}
    asks = {name: game.asks(name) for name in game.options.model_fields}
    pages: list[_Page] = []
    vocabulary: dict[str, str] = {}
    for rule in game.rules:
        known = put(sought[rule.id]).split(";") if rule.id in sought else []
        house = [put(asks[rule.option])] if rule.option and rule.option in asks else []
        page = _page(rule, known, house, put, stem)
        vocabulary |= {word: stem(word) for part in (*_texts(rule, put), *house, *known) for word in words_of(part)}
        vocabulary |= {word: stem(word) for word in words_of(f"{rule.id} {rule.option or ''}")}
        pages.append(page)
    little = {stem(word) for word in asking}
    read = frozenset(root for page in pages for root in page.words_by_stem)
    rarity = {
        root: math.log(1 + len(pages) / _pages_with(root, pages)) * (ASKING_WORD if root in little else 1.0)
        for root in {root for page in pages for root in page.weights}
    }
    pages = [_weighed(page, rarity) for page in pages]
    return Index(language, tuple(pages), vocabulary, _kin(put, stem, rarity), asking, rarity, read)


def _weighed(page: _Page, rarity: Mapping[str, float]) -> _Page:
    """The page with its known questions weighed."""
    return replace(page, known=tuple((known, sum(rarity[stem] for stem in known)) for known, _ in page.known))


def _pages_with(stem: str, pages: list[_Page]) -> float:
    """How many pages have the stem; those that are only asked by it count half."""
    return sum(1.0 if stem in page.words_by_stem else 0.5 for page in pages if stem in page.weights)


def _kin(put: Put, stem: Stem, rarity: Mapping[str, float]) -> dict[str, dict[str, str]]:
    """By stem: the stems of the rulebook that are alike, each with a word for it, the first of the group first."""
    found: dict[str, dict[str, str]] = {}
    for group in ALIKE:
        words = {stem(word): word for word in reversed(words_of(put(group)))}
        known = {root: word for root, word in reversed(words.items()) if root in rarity}
        for root in words:
            found.setdefault(root, {}).update({other: word for other, word in known.items() if other != root})
    return found


def _texts(rule: Rule, put: Put) -> list[str]:
    readings = [part for reading in rule.readings for part in (reading.source, reading.says)]
    return [put(text) for text in (rule.title, rule.says, rule.example, *rule.sources, *readings)]


def _page(rule: Rule, known: list[str], house: list[str], put: Put, stem: Stem) -> _Page:
    name, (title, says, *rest) = " ".join(words_of(rule.id)), _texts(rule, put)
    fields = (
        (TITLE, [title, name]),
        (ASKED, known),
        (SAYS, [says]),
        (REST, [*rest, *house, rule.option or ""]),
    )
    weights: dict[str, float] = {}
    for weight, texts in fields:
        for word in (word for text in texts for word in words_of(text)):
            weights.setdefault(stem(word), weight)
    words_by_stem: dict[str, set[str]] = {}
    for word in words_of(" ".join((title, says, *rest, *house))):
        words_by_stem.setdefault(stem(word), set()).add(word)
    questions = (frozenset(stem(word) for word in words_of(text)) for text in (name, title, *known))
    return _Page(
        rule,
        weights,
        {root: frozenset(words) for root, words in words_by_stem.items()},
        (name, " ".join(words_of(title))),
        tuple((question, 0.0) for question in questions if question),
    )
