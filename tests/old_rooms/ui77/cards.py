"""The cards of Ui77."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.text import Text
from companion.games.tricks import Card

# A card is named by its rank and a letter for its suit, "10H"; ranks stand from the highest down.
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SYMBOLS = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
IN_HAND = 9  # cards that each seat is dealt
DRAWS = 4  # the winners of the first so many tricks draw a card

# Written out, so that translators' tools find them.
SUIT_WORDS = (Text("clubs"), Text("diamonds"), Text("hearts"), Text("spades"))
_AS_TEXT = "\ufe0e"  # and not as a little picture

DECK: Mapping[str, Card] = {
    rank + letter: Card(suit, len(RANKS) + 1 - i) for letter, suit in SUITS.items() for i, rank in enumerate(RANKS)
}
"""All 52 cards by their names in a transcript ("10H"), suit after suit, the ace high."""


def rank_of(name: str) -> str:
    """What stands on a card: "10" of "10H"."""
    return name[:-1]


def suit_of(name: str) -> str:
    """The suit of a card, in full: "hearts" of "10H". Raises KeyError for the name of no card."""
    return DECK[name].suit


def shown(name: str) -> str:
    """A card as one writes it: the rank and the suit's sign. The name of no card stays as it is."""
    return rank_of(name) + SYMBOLS[name[-1]] + _AS_TEXT if name in DECK else name
