"""Words as people type them: folded, stemmed in their language, likened to others in spite of slips of the thumb."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

import snowballstemmer
from babel import Locale
from rapidfuzz.distance import OSA, LCSseq

SURE = 0.75
"""A likeness from here on is a match as far as the word is typed; below, a guess."""

_WORD = re.compile(r"[^\W_]+")
_SHORTEST_GUESS = 3
_SHORTEST_PART = 4
_LONGEST_ENDING = 3

Stem = Callable[[str], str]


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


def stemmer(language: str) -> Stem:
    """What gives a folded word's stem in this language ("en", "pt-BR"): "reneg" of "reneging"; else the word itself.

    Not to be shared between threads: a Snowball stemmer has the word that it works on in it.
    """
    name = (Locale.parse(language, sep="-").get_language_name("en") or "").partition(" ")[0].lower()
    if name not in snowballstemmer.algorithms():
        return str
    stem: Stem = snowballstemmer.stemmer(name).stemWord
    return stem


def likeness(typed: str, word: str) -> float:
    """How like two folded words are: from 1, the same, to 0, another word.

    From `SURE` on: the same, a prefix ("ste" of "steal"), one letter more ("tokens" of
    "token"). Below: an ending ("bluffing" of "bluff"); one or two letters wrong, missing, too many or exchanged; a part
    of a compound.
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


def pieces(text: str, words: frozenset[str]) -> tuple[tuple[str, bool], ...]:
    """A text cut into (piece, whether it is one of these folded words)."""
    cut: list[tuple[str, bool]] = []
    at = 0
    for start, end in spans(text):
        if fold(text[start:end]) in words:
            cut += [(text[at:start], False), (text[start:end], True)]
            at = end
    return tuple((piece, marked) for piece, marked in (*cut, (text[at:], False)) if piece)
