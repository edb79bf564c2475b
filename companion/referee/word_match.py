"""Words as people type them: folded, stemmed in their language, and likened to others in spite of slips."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import snowballstemmer
from babel import Locale
from rapidfuzz.distance import OSA, LCSseq

SURE = 0.75
"""A likeness of at least this is a match as far as the word is typed; below it is a guess."""

_WORD = re.compile(r"[^\W_]+")
_SHORTEST_GUESS = 3
_SHORTEST_PART = 4
_LONGEST_ENDING = 3

Stem = Callable[[str], str]


def words_of(text: str) -> list[str]:
    """Return the words of a text in order, folded."""
    return [fold(word) for word in _WORD.findall(text)]


def pieces(text: str, words: frozenset[str]) -> tuple[tuple[str, bool], ...]:
    """Cut a text into pieces, each with True if it is one of these folded words."""
    cut: list[tuple[str, bool]] = []
    at = 0
    for word in _WORD.finditer(text):
        if fold(word[0]) in words:
            cut += [(text[at : word.start()], False), (word[0], True)]
            at = word.end()
    return tuple((piece, marked) for piece, marked in (*cut, (text[at:], False)) if piece)


def fold(word: str) -> str:
    """Return a word without case and accents, so that "Größe" and "GROSSE" are the same."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def stemmer(language: str) -> Stem:
    """Return what stems a folded word of this language ("en", "pt-BR"): "reneging" to "reneg".

    A language that has no stemmer gets one that returns the word itself. A stemmer must not be shared between threads:
    while it works it keeps the word in itself.
    """
    name = (Locale.parse(language, sep="-").get_language_name("en") or "").partition(" ")[0].lower()
    if name not in snowballstemmer.algorithms():
        return str
    stem: Stem = snowballstemmer.stemmer(name).stemWord
    return stem


def likeness(typed: str, word: str) -> float:
    """Return how much a typed word is like another, both folded: from 1, the same, to 0, not alike.

    From `SURE` on they are the same, or `typed` is a prefix ("ste" of "steal") or has one letter more ("tokens" for
    "token"). Below, it has an ending ("bluffs" for "bluff"), or one or two letters that are wrong, missing, too many
    or exchanged, or it is a part of a compound.
    """
    if typed == word:
        return 1.0
    if word.startswith(typed):
        return 0.95 - 0.02 * min(len(word) - len(typed), 8)
    if len(word) >= _SHORTEST_GUESS and typed[:-1] == word:
        return 0.78
    if not typed.isalpha():
        return 0.0
    if len(word) >= _SHORTEST_PART and typed.startswith(word) and len(typed) - len(word) <= _LONGEST_ENDING:
        return 0.62
    return max(_misspelt(typed, word), _misspelt_prefix(typed, word), _part_of_compound(typed, word))


def _misspelt(typed: str, word: str) -> float:
    if len(typed) < _SHORTEST_GUESS:
        return 0.0
    most = 2 if len(typed) > 5 else 1
    slips = OSA.distance(typed, word, score_cutoff=most)
    if slips > most:
        return 0.0
    letters_left_out = LCSseq.similarity(typed, word) == len(typed)
    return 0.8 - 0.14 * slips + (0.06 if letters_left_out else 0) - (0 if typed[0] == word[0] else 0.06)


def _misspelt_prefix(typed: str, word: str) -> float:
    """Liken to a prefix that may be a letter shorter or longer than what was typed."""
    if len(typed) < _SHORTEST_PART or typed[0] != word[0]:
        return 0.0
    near = (word[: len(typed) + by] for by in (0, -1, 1))
    return 0.6 if any(OSA.distance(typed, prefix, score_cutoff=1) <= 1 for prefix in near) else 0.0


def _part_of_compound(typed: str, word: str) -> float:
    """Liken to a compound, or to a phrase of a language that writes no spaces."""
    long_enough = len(typed) >= _SHORTEST_PART or not typed.isascii()
    return 0.5 if long_enough and typed in word else 0.0
