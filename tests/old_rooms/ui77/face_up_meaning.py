"""What the three cards that lie face up set for a hand of Ui77 (rules face-up, hand-table)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.text import Text
from tests.old_rooms.ui77.cards import rank_of, suit_of
from tests.old_rooms.ui77.rulebook import BOOK

FACE_UP = 3


def number(cell: Text) -> int:
    """The number in a cell of the rulebook's table; 0 for "at once"."""
    return int("".join(filter(str.isdigit, str(cell))) or 0)


HAND_TABLE: dict[str, tuple[int, int, int]] = {
    str(rank): (number(throw), number(win), number(after)) for rank, throw, win, after in BOOK["hand-table"].grid.rows
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
