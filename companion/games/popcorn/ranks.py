"""The ranks of a deck, and how people speak of them."""

from __future__ import annotations

from typing import Literal, get_args

from companion.games.text import Counted, Text

Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
RANKS: tuple[str, ...] = get_args(Rank)

# By rank: so many of it, its plural, and its plural where it begins a sentence; written out for translators' tools.
_WORDS: dict[str, tuple[Text, Text, Text]] = {
    "A": (Counted("{n} ace", "{n} aces", n=1), Text("aces"), Text("Aces")),
    "2": (Counted("{n} two", "{n} twos", n=1), Text("twos"), Text("Twos")),
    "3": (Counted("{n} three", "{n} threes", n=1), Text("threes"), Text("Threes")),
    "4": (Counted("{n} four", "{n} fours", n=1), Text("fours"), Text("Fours")),
    "5": (Counted("{n} five", "{n} fives", n=1), Text("fives"), Text("Fives")),
    "6": (Counted("{n} six", "{n} sixes", n=1), Text("sixes"), Text("Sixes")),
    "7": (Counted("{n} seven", "{n} sevens", n=1), Text("sevens"), Text("Sevens")),
    "8": (Counted("{n} eight", "{n} eights", n=1), Text("eights"), Text("Eights")),
    "9": (Counted("{n} nine", "{n} nines", n=1), Text("nines"), Text("Nines")),
    "10": (Counted("{n} ten", "{n} tens", n=1), Text("tens"), Text("Tens")),
    "J": (Counted("{n} jack", "{n} jacks", n=1), Text("jacks"), Text("Jacks")),
    "Q": (Counted("{n} queen", "{n} queens", n=1), Text("queens"), Text("Queens")),
    "K": (Counted("{n} king", "{n} kings", n=1), Text("kings"), Text("Kings")),
}


def counted(rank: str, n: int) -> Text:
    """So many of a rank: "2 sevens"."""
    found = _WORDS[rank][0]
    return Counted(found.message, found.plural, n=n)


def rank_words(rank: str, *, capital: bool = False) -> Text:
    """A rank as a plural word: "sevens", "Sevens" where it begins a sentence."""
    return _WORDS[rank][1 + capital]
