"""Full-text search of a rulebook, as one types: best first, in people's own words, inflected or misspelt.

`index_of` indexes the rules of a game in one language; words count by their stems. `look_up` takes each typed word for
stems of the index (`WordMeaning`): its own; those of words that stand for it; or, if the rulebook does not have the
word, those of words that it may be a slip of. Then each rule gets a score for what of it was meant.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Indel

from companion.games.game import AnyGame
from companion.games.rulebook import BOOK_KEEPING
from companion.games.ruling import Rule
from companion.games.text import Text
from companion.referee.thesaurus import ALIKE, ASKING
from companion.referee.word_match import SURE, Stem, likeness, stemmer, words_of

# The index.

Put = Callable[[Text], str]
"""Puts a text into words of the index's language."""

# What a word weighs by the part of a rule in which it stands.
TITLE = 1.0  # the title, or the id
ASKED = 0.85  # what people type who look for the rule
SAYS = 0.7  # the rule's sentence
REST = 0.4  # example, sources, readings, and the house rule with its question

ASKING_WORD = 0.3  # factor for a word that asks for nothing by itself ("may", "what")
STEMMED = 8192  # words whose stems are remembered while an index is made


@dataclass(frozen=True, slots=True)
class IndexedRule:
    """A rule with its words, folded, including those that stand only in what people type who look for it.

    By stem, `weights` says what they weigh, and `words_by_stem` which of them are read in the rule. `names` are its id
    and its title, folded; `questions` are those that it is known to answer, each as a set of stems.
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

    `vocabulary` has the stem of each word of its rules. `rarity` says by stem how telling it is (the fewer rules have
    it, the more). `read` are the stems that are read in some rule. `kin` has, for the stem of a word of the thesaurus,
    those stems of the rulebook that stand for it, each with a word for it. `asking` are the words that ask for nothing
    by themselves.
    """

    language: str
    rules: tuple[IndexedRule, ...]
    vocabulary: Mapping[str, str]
    rarity: Mapping[str, float]
    read: frozenset[str]
    kin: Mapping[str, Mapping[str, str]]
    asking: frozenset[str]


def index_of(game: AnyGame, put: Put, language: str = "en") -> Index:
    """Return the index of a game's rulebook in the language into which `put` puts a text."""
    stem = lru_cache(maxsize=STEMMED)(stemmer(language))
    rules = tuple(_indexed(game, rule, put, stem) for rule in game.rulebook.rules)
    asking = frozenset(words_of(put(ASKING)))
    little = {stem(word) for word in asking}
    rarity: dict[str, float] = {}
    for root in {root for indexed in rules for root in indexed.weights}:
        # A rule that has the word only in what people ask counts half.
        having = sum(1.0 if root in indexed.words_by_stem else 0.5 for indexed in rules if root in indexed.weights)
        rarity[root] = math.log(1 + len(rules) / having) * (ASKING_WORD if root in little else 1.0)
    kin: dict[str, dict[str, str]] = {}
    for group in ALIKE:  # the first word of a group comes first
        words = {stem(word): word for word in reversed(words_of(put(group)))}
        known = {root: word for root, word in reversed(words.items()) if root in rarity}
        for root in words:
            kin.setdefault(root, {}).update({other: word for other, word in known.items() if other != root})
    vocabulary = {word: stem(word) for indexed in rules for word in indexed.words}
    read = frozenset(root for indexed in rules for root in indexed.words_by_stem)
    return Index(language, rules, vocabulary, rarity, read, kin, asking)


def _indexed(game: AnyGame, rule: Rule, put: Put, stem: Stem) -> IndexedRule:
    name, title, says = " ".join(words_of(rule.id)), put(rule.title), put(rule.says)
    readings = [put(part) for reading in rule.readings for part in (reading.source, reading.says)]
    house = [put(game.asks(rule.option))] if rule.option in game.options.model_fields else []
    rest = [put(rule.example), *map(put, rule.sources), *readings, *house]
    asked = put(game.rulebook.asked[rule.id]).split(";") if rule.id in game.rulebook.asked else []
    option = rule.option or ""
    weights: dict[str, float] = {}
    for weight, texts in ((TITLE, [title, name]), (ASKED, asked), (SAYS, [says]), (REST, [*rest, option])):
        for word in words_of(" ".join(texts)):
            weights.setdefault(stem(word), weight)
    words_by_stem: dict[str, frozenset[str]] = {}
    for word in words_of(" ".join((title, says, *rest))):
        words_by_stem[stem(word)] = words_by_stem.get(stem(word), frozenset()) | {word}
    questions = (frozenset(map(stem, words_of(text))) for text in (name, title, *asked))
    return IndexedRule(
        rule,
        tuple(words_of(" ".join((title, says, *rest, *asked, name, option)))),
        weights,
        words_by_stem,
        (name, " ".join(words_of(title))),
        tuple(filter(None, questions)),
    )


# The search.

LONGEST = 120
"""The number of characters of a query that are read."""
MOST_WORDS = 16
CUT = 0.45  # of the best score: rules with less are not shown


@dataclass(frozen=True, slots=True)
class Match:
    """A rule that matches, its score, and the folded `words` of it that match the query."""

    rule: Rule
    score: float
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Results:
    """The matching rules, best first, and which typed words were `taken` for which others."""

    rules: tuple[Match, ...]
    taken: tuple[tuple[str, str], ...]


def look_up(index: Index, query: str) -> Results:
    """Return the matching rules, best first.

    A rule whose whole id was typed comes first of all, then one that was named. Words like none of the index are
    ignored.
    """
    typed, stem = query_words(query), stemmer(index.language)
    meanings = [_meaning(index, word, stem(word)) for word in typed]
    meanings = [meaning for meaning in meanings if meaning.likely]
    matches = [match for rule in index.rules if (match := _match(index, rule, meanings, " ".join(typed)))]
    least = CUT * max((match.score for match in matches), default=0.0)
    rules = sorted((match for match in matches if match.score >= least), key=lambda match: -match.score)
    taken = ((meaning.typed, meaning.taken) for meaning in meanings if meaning.taken and rules)
    return Results(tuple(rules), tuple(taken))


def query_words(query: str) -> list[str]:
    """Return the folded words of a query, without repetitions and single letters, at most `MOST_WORDS`."""
    words = words_of(query[:LONGEST])[:MOST_WORDS]
    return [word for word in dict.fromkeys(words) if len(word) > 1 or not (word.isascii() and word.isalpha())]


# What a typed word means.

Likenesses = dict[str, float]
"""By stem of the index, how much the typed word is like it: from 1, the same, down to 0."""

KIN = 0.7  # likeness of a word that stands for the typed one
SLIP = 0.6  # least likeness of a word of the rulebook that an inflected word may be a slip of
UNLIKELY = 0.35  # factor for what may be meant beside what is likely
NEAR = 0.07  # a word that is less like the typed one than the likest word, by no more than this, is likely as well
UNSEEN = 0.9  # factor for a misspelt word that stands in no rule, only in what people type
STEMS = 0.95  # factor if not the words are alike but their stems


@dataclass(frozen=True, slots=True)
class WordMeaning:
    """What a typed word may mean: `likely` stems, and others; how telling it is; the word that it was `taken` for."""

    typed: str
    likely: Likenesses
    unlikely: Likenesses
    weight: float
    taken: str | None


def _meaning(index: Index, typed: str, root: str) -> WordMeaning:
    kin = index.kin.get(root, {})
    factor = ASKING_WORD if typed in index.asking else 1.0
    if root in index.rarity:
        likely = _slips(index, typed) | dict.fromkeys(kin, KIN) | {root: 1.0}
        # The word may be the beginning of another that is still being typed.
        begun = {word: UNLIKELY for word in index.vocabulary if len(typed) > 1 and word.startswith(typed)}
        taken = None if root in index.read or typed in index.asking else _word_for(index, kin)
        return WordMeaning(typed, likely, _by_stem(index, begun), factor * index.rarity[root], taken)
    if kin:
        weight = factor * _least_rarity(index, kin)
        return WordMeaning(typed, dict.fromkeys(kin, KIN), {}, weight, _word_for(index, kin))
    return _misspelt(index, typed, root)


def _misspelt(index: Index, typed: str, root: str) -> WordMeaning:
    """Take a word that the rulebook does not have for the words most like it, and less likely for any like it."""
    likenesses = {word: like for word in index.vocabulary if (like := _likeness(index, typed, root, word))}
    most = max(likenesses.values(), default=0.0)
    bar = min(SURE, most - NEAR)
    likely = _by_stem(index, {word: like for word, like in likenesses.items() if like >= bar})
    unlikely = _by_stem(index, {word: like * UNLIKELY for word, like in likenesses.items() if like < bar})
    likest = next((word for word, like in likenesses.items() if like == most), None)
    taken = None
    if likest is not None and not likest.startswith(typed) and most < SURE:
        stem = index.vocabulary[likest]
        taken = likest if stem in index.read else _word_for(index, index.kin.get(stem, {})) or likest
    best = max(likely.values(), default=0.0)
    weight = best * _least_rarity(index, (stem for stem, like in likely.items() if like == best))
    return WordMeaning(typed, likely, unlikely, weight, taken)


def _likeness(index: Index, typed: str, root: str, word: str) -> float:
    """Return how alike the words are, or their stems ("rasing" is as like "raise" as "rase" is).

    A word that is read in a rule is more likely meant than one that stands only in what people type.
    """
    stem = index.vocabulary[word]
    like = max(likeness(typed, word), STEMS * likeness(root, stem) if root != typed else 0.0)
    return like if stem in index.read else UNSEEN * like


def _slips(index: Index, typed: str) -> Likenesses:
    """Return what an inflected word that the rulebook lacks may also be a slip of: "losts" of "lost", or of "costs"."""
    if typed in index.vocabulary:
        return {}
    return _by_stem(index, {word: like for word in index.vocabulary if (like := likeness(typed, word)) >= SLIP})


def _by_stem(index: Index, likenesses: Mapping[str, float]) -> Likenesses:
    """Turn likenesses by word into those by stem; of several words with one stem the likest counts."""
    stems: Likenesses = {}
    for word, like in likenesses.items():
        root = index.vocabulary[word]
        stems[root] = max(like, stems.get(root, 0.0))
    return stems


def _least_rarity(index: Index, stems: Iterable[str]) -> float:
    return min((index.rarity[stem] for stem in stems), default=0.0)


def _word_for(index: Index, kin: Mapping[str, str]) -> str | None:
    """Return the word of the rulebook as which one that it lacks was understood."""
    return next((word for stem, word in kin.items() if stem in index.read), None)


# How well a rule matches.

NAMED = 0.3  # for a query that is like the rule's id or title
KNOWN = 1.2  # for one that is like a question that the rule is known to answer
BEGINS = 0.05  # for a word with which the id or the title begins
SURELY_NAMED = 0.85  # likeness of a query to the id or the title from which on it names the rule
LAST = 0.5  # factor for a rule of book-keeping that is not named
LITTLE = 0.5  # a word that is no more telling than this does not make a query one of several words
SINGLE = 0.5  # factor for what a query of a single telling word is known to ask
MARKED = 0.45  # of how telling the most telling word is: less telling words are not marked


def _match(index: Index, indexed: IndexedRule, meanings: list[WordMeaning], phrase: str) -> Match | None:
    """Return the rule's match, or None if nothing of the rule was meant. `phrase` is the query, folded.

    The score is the mean over the typed words, each weighed by how telling it is, with a bonus if the rule is named
    and one if the question is known.
    """
    hits = {stem for meaning in meanings for stem in meaning.likely.keys() & indexed.weights.keys()}
    if not hits:
        return None
    total = sum(meaning.weight * _best(indexed, meaning) for meaning in meanings)
    score = total / sum(meaning.weight for meaning in meanings)
    named = max(Indel.normalized_similarity(phrase, name) for name in indexed.names)
    score += NAMED * named + KNOWN * _best_known(index, indexed, meanings, hits)
    begin = {name.partition(" ")[0] for name in indexed.names}
    score += BEGINS * any(not begin.isdisjoint(indexed.words_by_stem.get(hit, ())) for hit in hits)
    if indexed.rule.id in BOOK_KEEPING and named < SURELY_NAMED:
        score *= LAST
    score += (named >= SURELY_NAMED) + (phrase == indexed.names[0])
    # Common words are not marked beside rare ones: "the" beside "centre".
    least = MARKED * max(meaning.weight for meaning in meanings)
    telling = {stem for meaning in meanings if meaning.weight >= least for stem in meaning.likely} & hits
    words = frozenset(word for stem in telling for word in indexed.words_by_stem.get(stem, ()))
    return Match(indexed.rule, score, words)


def _best(indexed: IndexedRule, meaning: WordMeaning) -> float:
    """Return the best hit of a typed word in the rule: how alike the stems are, times what the stem weighs there."""
    like = meaning.unlikely | meaning.likely
    return max((like[stem] * indexed.weights[stem] for stem in like.keys() & indexed.weights.keys()), default=0.0)


def _best_known(index: Index, indexed: IndexedRule, meanings: list[WordMeaning], hits: set[str]) -> float:
    """Return how like the query is to a question that the rule is known to answer, at best: 1 if it is the same."""
    # A single word does not ask for one longer question more than for another.
    single = sum(meaning.weight > LITTLE for meaning in meanings) == 1
    likest = (
        _alike(index, meanings, known)
        for known in indexed.questions
        if not (known.isdisjoint(hits) or (single and len(known) > 1))
    )
    return max(likest, default=0.0) * (SINGLE if single else 1)


def _alike(index: Index, meanings: list[WordMeaning], known: frozenset[str]) -> float:
    """Return how alike the query and a known question are: what they share, of all that either of them says."""
    shared = missed = 0.0
    for meaning in meanings:
        like = max((meaning.likely[stem] for stem in known & meaning.likely.keys()), default=0.0)
        shared += meaning.weight * like
        missed += meaning.weight * (like == 0)
    return shared / max(sum(index.rarity[stem] for stem in known) + missed, shared)
