"""The cards of Ui77, and what the three that lie face up set for a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.text import Text
from companion.games.tricks import Card

# A card is named by its rank and a letter for its suit, "10H"; ranks stand from the highest down.
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SYMBOLS = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
IN_HAND = 9  # cards that each seat is dealt
DRAWS = 4  # the winners of the first so many tricks draw a card
FACE_UP = 3

# Written out, so that translators' tools find them.
SUIT_WORDS = (Text("clubs"), Text("diamonds"), Text("hearts"), Text("spades"))
_AS_TEXT = "\ufe0e"  # and not as a little picture

HAND_TABLE: dict[str, tuple[int, int, int]] = {
    "A": (1, 1, 3),
    "K": (0, 7, 4),
    "Q": (4, 6, 0),
    "J": (4, 6, 0),
    "10": (4, 5, 0),
    "9": (3, 5, 1),
    "8": (3, 4, 1),
    "7": (3, 4, 1),
    "6": (2, 3, 2),
    "5": (2, 3, 2),
    "4": (2, 2, 2),
    "3": (1, 2, 3),
    "2": (1, 1, 3),
}
"""By rank: (how many cards may be thrown, how many tricks to win, after which trick trump counts; rule hand-table)."""


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


@dataclass(frozen=True, slots=True)
class Meaning:
    """What three face-up cards set for a hand (rules face-up, hand-table).

    `trump` and `slough` are suits; a seat may throw up to `throw` cards and is to win `target` tricks. Trump counts
    once `after` tricks have been played.
    """

    trump: str
    slough: str
    throw: int
    after: int
    target: int


def meaning(face: tuple[str, ...]) -> Meaning:
    """What these three cards set, card one (nearest the draw deck) first. Raises KeyError for the name of no card."""
    one, two, three = face
    throw, _, after = HAND_TABLE[rank_of(two)]
    return Meaning(suit_of(one), suit_of(two), throw, after, HAND_TABLE[rank_of(three)][1])
