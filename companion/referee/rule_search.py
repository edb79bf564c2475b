"""Full-text search of a rulebook as one types: best first, in people's own words, inflected or misspelt.

Each typed word is taken for stems of the rulebook's index (`WordMeaning`): its own, those that stand for it, or, where
it is none of the book's, those of words that it may be a slip of. Then each rule is scored by what of it was meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from companion.games.rulebook import BOOK_KEEPING
from companion.games.ruling import Rule
from companion.referee.rule_index import ASKING_WORD, Index, IndexedRule
from companion.referee.word_match import SURE, likeness, stemmer, words_of

LONGEST = 120
"""Characters of a query that are read."""
MOST_WORDS = 16


@dataclass(frozen=True, slots=True)
class Match:
    """A rule that was found, its score, and the folded `words` of it that match the query."""

    rule: Rule
    score: float
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found, best first, and which typed words were taken for which others."""

    rules: tuple[Match, ...]
    taken: tuple[tuple[str, str], ...]


CUT = 0.45  # of the best score: what has less is not shown


def look_up(index: Index, query: str) -> Found:
    """The matching rules, best first; one whose id was typed in full comes first of all, then one that was named.

    Words that are like none of the index are ignored.
    """
    typed, stem = asked(query), stemmer(index.language)
    meant = [one for one in (meaning(index, word, stem(word)) for word in typed) if one.likely]
    found = [one for indexed in index.rules if (one := match(index, indexed, meant, " ".join(typed)))]
    best = max((one.score for one in found), default=0.0)
    rules = tuple(sorted((one for one in found if one.score >= CUT * best), key=lambda one: -one.score))
    return Found(rules, tuple((one.typed, one.taken) for one in meant if one.taken and rules))


def asked(query: str) -> list[str]:
    """The folded words of a query, without repetitions and single letters, at most `MOST_WORDS`."""
    words = words_of(query[:LONGEST])[:MOST_WORDS]
    return [word for word in dict.fromkeys(words) if len(word) > 1 or not (word.isascii() and word.isalpha())]


# What a typed word means.

Likenesses = dict[str, float]
"""By stem of the index, how like the typed word it is: from 1, its own, down to 0."""

KIN = 0.7  # how like a word is that stands for the typed one
SLIP = 0.6  # how like words of the book must be that an inflected word may be a slip of
UNLIKELY = 0.35  # factor for what may be meant beside what is likely
NEAR = 0.07  # so much less like than the likest of all is likely as well
UNSEEN = 0.9  # factor for a misspelt word that no rule has, and that people only ask
STEMS = 0.95  # factor where not the words are alike but their stems


@dataclass(frozen=True, slots=True)
class WordMeaning:
    """What a typed word may mean: `likely` stems, and others; how telling it is; the word that it was `taken` for."""

    typed: str
    likely: Likenesses
    unlikely: Likenesses
    weight: float
    taken: str | None


def meaning(index: Index, typed: str, root: str) -> WordMeaning:
    """What a word with that stem means to the rulebook."""
    kin = index.kin.get(root, {})
    factor = ASKING_WORD if typed in index.asking else 1.0
    if root in index.rarity:
        likely = _slips(index, typed) | dict.fromkeys(kin, KIN) | {root: 1.0}
        # It may be the beginning of another that is still being typed.
        begun = {word: UNLIKELY for word in index.vocabulary if len(typed) > 1 and word.startswith(typed)}
        taken = None if root in index.read or typed in index.asking else _word_for(index, kin)
        return WordMeaning(typed, likely, _stems(index, begun), factor * index.rarity[root], taken)
    if kin:
        return WordMeaning(typed, dict.fromkeys(kin, KIN), {}, factor * _rarity(index, kin), _word_for(index, kin))
    return _misspelt(index, typed, root)


def _misspelt(index: Index, typed: str, root: str) -> WordMeaning:
    """A word that is none of the book's: those that are most like it, and less likely all others that are like it."""
    like = {word: how for word in index.vocabulary if (how := _likeness(index, typed, root, word))}
    most = max(like.values(), default=0.0)
    bar = min(SURE, most - NEAR)
    likely = _stems(index, {word: how for word, how in like.items() if how >= bar})
    unlikely = _stems(index, {word: how * UNLIKELY for word, how in like.items() if how < bar})
    likest = next((word for word, how in like.items() if how == most), None)
    taken = None if likest is None or likest.startswith(typed) or most >= SURE else _as_read(index, likest)
    best = max(likely.values(), default=0.0)
    weight = best * _rarity(index, (stem for stem, how in likely.items() if how == best))
    return WordMeaning(typed, likely, unlikely, weight, taken)


def _likeness(index: Index, typed: str, root: str, word: str) -> float:
    """Of the words, or of their stems ("rasing" is as like "raise" as "rase" is). What is read was rather meant."""
    stem = index.vocabulary[word]
    like = max(likeness(typed, word), STEMS * likeness(root, stem) if root != typed else 0.0)
    return like if stem in index.read else UNSEEN * like


def _slips(index: Index, typed: str) -> Likenesses:
    """What an inflected word that is not in the book may be by a slip as well: "losts" of "lost", or of "costs"."""
    if typed in index.vocabulary:
        return {}
    return _stems(index, {word: how for word in index.vocabulary if (how := likeness(typed, word)) >= SLIP})


def _stems(index: Index, words: Mapping[str, float]) -> Likenesses:
    """How alike by stem, of how alike by word: of several words with one stem the likest counts."""
    found: Likenesses = {}
    for word, how in words.items():
        root = index.vocabulary[word]
        found[root] = max(how, found.get(root, 0.0))
    return found


def _rarity(index: Index, stems: Iterable[str]) -> float:
    """How telling it is that a rule has one of these stems: as the most common of them."""
    return min((index.rarity[stem] for stem in stems), default=0.0)


def _as_read(index: Index, word: str) -> str:
    """The word itself where a rule has it, else one of the rulebook that is like it."""
    stem = index.vocabulary[word]
    return word if stem in index.read else _word_for(index, index.kin.get(stem, {})) or word


def _word_for(index: Index, kin: Mapping[str, str]) -> str | None:
    """The word of the rulebook by which one that is not in it was understood."""
    return next((word for stem, word in kin.items() if stem in index.read), None)


# How well a rule matches.

NAMED = 0.3  # for a query that is like the rule's id or title
KNOWN = 1.2  # for one that is like a question that the rule is known to answer
BEGINS = 0.05  # for a word by which the id or the title begins
SURELY_NAMED = 0.85  # how like the id or the title a query is that names the rule
LAST = 0.5  # factor for a rule of book-keeping that is not named
LITTLE = 0.5  # how telling a word is at most beside which a query still counts as one of a single word
SINGLE = 0.5  # factor for what such a query is known to ask
MARKED = 0.45  # of how telling the most telling word is: what tells less is not marked


def match(index: Index, indexed: IndexedRule, meant: list[WordMeaning], phrase: str) -> Match | None:
    """The rule's match; None where nothing of it was meant. `phrase` is the query, folded.

    The score is the mean over the typed words, each as telling as it is, with a bonus for being named, and one for a
    known question.
    """
    hits = {stem for one in meant for stem in one.likely.keys() & indexed.weights.keys()}
    if not hits:
        return None
    score = sum(one.weight * _best(indexed, one) for one in meant) / sum(one.weight for one in meant)
    named = max(Indel.normalized_similarity(phrase, name) for name in indexed.names)
    score += NAMED * named + KNOWN * _best_known(index, indexed, meant, hits)
    begin = {name.partition(" ")[0] for name in indexed.names}
    score += BEGINS * any(not begin.isdisjoint(indexed.words_by_stem.get(hit, ())) for hit in hits)
    if indexed.rule.id in BOOK_KEEPING and named < SURELY_NAMED:
        score *= LAST
    score += (named >= SURELY_NAMED) + (phrase == indexed.names[0])
    # Common words are not marked beside rare ones: "the" beside "centre".
    least = MARKED * max(one.weight for one in meant)
    telling = {stem for one in meant if one.weight >= least for stem in one.likely} & hits
    return Match(
        indexed.rule, score, frozenset(word for stem in telling for word in indexed.words_by_stem.get(stem, ()))
    )


def _best(indexed: IndexedRule, meant: WordMeaning) -> float:
    """What of the rule was meant by one word: how like it is, times what it weighs there."""
    like = meant.unlikely | meant.likely
    return max((like[stem] * indexed.weights[stem] for stem in like.keys() & indexed.weights.keys()), default=0.0)


def _best_known(index: Index, indexed: IndexedRule, meant: list[WordMeaning], hits: set[str]) -> float:
    """How like what was typed is to the likest of the questions that the rule is known to answer: 0 to 1, the same."""
    # A single word asks for no longer question more than for another.
    single = sum(one.weight > LITTLE for one in meant) == 1
    likest = (
        _alike(index, meant, known)
        for known in indexed.questions
        if not (known.isdisjoint(hits) or (single and len(known) > 1))
    )
    return max(likest, default=0.0) * (SINGLE if single else 1)


def _alike(index: Index, meant: list[WordMeaning], known: frozenset[str]) -> float:
    """How like what was typed is to a known question: what they share, of all that either of them says."""
    shared = missed = 0.0
    for one in meant:
        how = max((one.likely[stem] for stem in known & one.likely.keys()), default=0.0)
        shared += one.weight * how
        missed += one.weight * (how == 0)
    return shared / max(sum(index.rarity[stem] for stem in known) + missed, shared)
