"""The cards of Ui77, and what the three that lie face up set for a hand (rules face-up, hand-table)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.game import Face
from companion.games.text import Text
from companion.games.tricks import Card
from companion.games.ui77.rulebook import BOOK

# A card is named by its rank and a letter for its suit, "10H"; ranks stand from the highest down.
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SYMBOLS = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
IN_HAND = 9  # cards that each seat is dealt
FACE_UP = 3
DRAWS = 4  # the winners of the first so many tricks draw a card

# Written out, so that translators' tools find them.
SUIT_WORDS = (Text("clubs"), Text("diamonds"), Text("hearts"), Text("spades"))
_AS_TEXT = "\ufe0e"  # and not as a little picture

DECK: Mapping[str, Card] = {
    rank + letter: Card(rank + letter, suit, height)
    for letter, suit in SUITS.items()
    for rank, height in zip(RANKS, range(len(RANKS) + 1, 1, -1), strict=True)
}
"""All 52 cards by their names in a transcript ("10H"), suit after suit, the ace high."""


def rank_of(name: str) -> str:
    """Return what stands on a card: "10" of "10H"."""
    return name[:-1]


def suit_of(name: str) -> str:
    """Return the suit of a card, in full: "hearts" of "10H". Raises KeyError if the deck has no such card."""
    return DECK[name].suit


def shown(name: str) -> str:
    """Return a card as one writes it: the rank and the suit's sign. A name that is no card's stays as it is."""
    return rank_of(name) + SYMBOLS[name[-1]] + _AS_TEXT if name in DECK else name


def face_of(name: str, *, gone: bool = False) -> Face:
    return Face(name, suit_of(name), rank_of(name), gone)


def _number(cell: Text) -> int:
    """Return the number in a cell of the rulebook's table; 0 for "at once"."""
    return int("".join(filter(str.isdigit, str(cell))) or 0)


HAND_TABLE: dict[str, tuple[int, int, int]] = {
    str(rank): (_number(throw), _number(win), _number(after))
    for rank, throw, win, after in BOOK["hand-table"].grid.rows
}
"""By rank: (how many cards may be thrown, how many tricks to win, after which trick trump counts; rule hand-table)."""
MOST_THROWN = max(throw for throw, _, _ in HAND_TABLE.values())


@dataclass(frozen=True, slots=True)
class Meaning:
    """What three face-up cards set for a hand.

    `trump` and `slough` are suits. A seat may throw up to `throw` cards and is to win `target` tricks. Trump counts
    once `after` tricks have been played.
    """

    trump: str
    slough: str
    throw: int
    after: int
    target: int

    @property
    def words(self) -> tuple[Text, Text, Text, Text]:
        """A sentence each for trump, throwing, winning, and what costs nothing."""
        trump = Text(self.trump)
        when = (
            Text("Trump {trump}, in effect from trick {n}", trump=trump, n=self.after + 1)
            if self.after
            else Text("Trump {trump}, in effect at once", trump=trump)
        )
        throw = Text("throw up to {n}", n=self.throw) if self.throw else Text("throw none")
        slough = Text("{slough} cost nothing", slough=Text(self.slough))
        return when, throw, Text("win {n}", n=self.target), slough


@lru_cache(512)
def meaning(face: tuple[str, ...]) -> Meaning:
    """Return what these three cards set, card one (nearest the draw deck) first.

    Raises KeyError if the deck has no such card.
    """
    one, two, three = face
    throw, _, after = HAND_TABLE[rank_of(two)]
    return Meaning(suit_of(one), suit_of(two), throw, after, HAND_TABLE[rank_of(three)][1])
