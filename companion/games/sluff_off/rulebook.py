"""The rulebook of Sluff Off!: `rulebook.md`, read once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from companion.games.rulebook import load
from companion.games.ruling import Rejected, Rule
from companion.games.sluff_off.edition import EDITIONS, SLUFF_OFF, WORDS, Edition

BOUNDS = (3, 5)
"""How many may play: the fewest, and the most."""
BOOK = load(Path(__file__).with_name("rulebook.md"), BOUNDS, WORDS)


@lru_cache(maxsize=len(EDITIONS))
def rules_of(edition: Edition) -> tuple[Rule, ...]:
    """The rulebook in the words of that box."""
    return edition.worded(BOOK.rules)


def in_words_of(edition: Edition, rejected: Rejected) -> Rejected:
    """A rejection in the words of that box. Its rule is one of those that are kept: that is ten times quicker."""
    if edition is SLUFF_OFF:
        return rejected
    rule = next(one for one in rules_of(edition) if one.id == rejected.rule.id)
    return Rejected(rule, edition.worded(rejected.because))
