"""Who sits at a table of which game: its header, and the order of its seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from companion.games.text import Text

RESERVED_NAMES = frozenset({"centre", "pile"})
LONGEST_NAME = 40


class BadHeader(ValueError):
    """A header that is no table of this game.

    `key` is where it is wrong, `text` says how, `seat` whose name is to blame, counted from 0 (None: no single one).
    """

    def __init__(self, key: str, text: Text, seat: int | None = None) -> None:
        super().__init__(text.put())
        self.key, self.text, self.seat = key, text, seat


@dataclass(frozen=True, slots=True)
class Header:
    """Who sits at a table of which game, and by which house rules. Made by `transcript.read_header` alone.

    `seats` are clockwise, `options` holds only what differs from the defaults,
    `plain` is the header as it stands in a transcript. `rules` is the edition of the rules that the table was opened
    under; None where that was before they were numbered.
    """

    game: str
    seats: tuple[str, ...]
    dealer: str
    options: BaseModel
    plain: Mapping[str, Any]
    rules: int | None = None


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where, as a part of a game's state: seats are numbers 0.. clockwise, and `dealer` deals first."""

    seats: tuple[str, ...]
    dealer: int

    def left_of(self, seat: int, steps: int = 1) -> int:
        """The seat that many places clockwise."""
        return (seat + steps) % len(self.seats)
