"""What the three cards that lie face up set for a hand of Ui77 (rules face-up, hand-table)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.ui77.cards import rank_of, suit_of

FACE_UP = 3

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
MOST_THROWN = max(throw for throw, _, _ in HAND_TABLE.values())


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
