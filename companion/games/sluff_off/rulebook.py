"""The rulebook of Sluff Off!: `rulebook.md`, read once."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from companion.games.rulebook import Rulebook, load
from companion.games.ruling import Rejected
from companion.games.sluff_off.edition import EDITIONS, SLUFF_OFF, WORDS, Edition

BOUNDS = (3, 5)
"""How many may play: the fewest, and the most."""
BOOK = load(Path(__file__).with_name("rulebook.md"), BOUNDS, WORDS)


@lru_cache(maxsize=len(EDITIONS))
def book_of(edition: Edition) -> Rulebook:
    """Return the rulebook in the words of that box."""
    return replace(BOOK, rules=edition.worded(BOOK.rules), introduction=edition.worded(BOOK.introduction))


def in_words_of(edition: Edition, rejected: Rejected) -> Rejected:
    """Return a rejection in the words of that box; its rule is looked up, for wording it takes ten times as long."""
    if edition is SLUFF_OFF:
        return rejected
    return book_of(edition).no(rejected.rule.id, edition.worded(rejected.because))
