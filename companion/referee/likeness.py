"""How like two words are, for who types on a phone: a prefix, another ending, a slip of the thumb."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from rapidfuzz.distance import OSA, LCSseq

SURE = 0.75
"""From here on a word is what was typed, as far as it was typed; below, it is a guess."""

_WORD = re.compile(r"[^\W_]+")
_SHORTEST_GUESS = 3
_SHORTEST_PART = 4


def words_of(text: str) -> list[str]:
    """The words of a text in order, folded."""
    return [fold(text[start:end]) for start, end in spans(text)]


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Where the words of a text stand."""
    return (found.span() for found in _WORD.finditer(text))


def fold(word: str) -> str:
    """A word without case and accents, so that "Größe" and "GROSSE" are one."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char))


def likeness(typed: str, word: str) -> float:
    """How well a word answers what was typed, both folded: 1 the same, 0 another word.

    Sure ones first: the same, its beginning ("ste" for "steal"), its stem ("tokens" for
    "token"). Then guesses: one or two letters wrong, missing, too many or exchanged.
    """
    if typed == word:
        return 1.0
    if word.startswith(typed):
        return 0.95 - 0.02 * min(len(word) - len(typed), 8)
    if len(word) >= _SHORTEST_GUESS and typed[:-1] == word:
        return 0.78
    if not typed.isalpha():
        return 0.0
    return max(_slip(typed, word), _slip_in_beginning(typed, word), _part(typed, word))


def _slip(typed: str, word: str) -> float:
    if len(typed) < _SHORTEST_GUESS:
        return 0.0
    most = 2 if len(typed) > 5 else 1
    slips = OSA.distance(typed, word, score_cutoff=most)
    if slips > most:
        return 0.0
    left_out = LCSseq.similarity(typed, word) == len(typed)
    return 0.8 - 0.14 * slips + (0.06 if left_out else 0) - (0 if typed[0] == word[0] else 0.06)


def _slip_in_beginning(typed: str, word: str) -> float:
    # Still typing, and a slip already: what was typed may be a letter shorter or longer than what was meant.
    if len(typed) < _SHORTEST_PART or typed[0] != word[0]:
        return 0.0
    near = (word[: len(typed) + by] for by in (0, -1, 1))
    return 0.6 if any(OSA.distance(typed, start, score_cutoff=1) <= 1 for start in near) else 0.0


def _part(typed: str, word: str) -> float:
    # Languages that put words together, or that write none apart.
    long_enough = len(typed) >= _SHORTEST_PART or not typed.isascii()
    return 0.5 if long_enough and typed in word else 0.0
