"""Picking how many dice a bid is on, from a row that begins with the fewest that may be bid."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.fluff.choices import HIGHEST, lowest
from companion.games.fluff.state import Bid

ROW = 6  # buttons abreast; at an end of the row that goes on, one of them leads there


@dataclass(frozen=True, slots=True)
class Row:
    """The quantities that are seen together, and those to go on from: `fewer` and `more`, None where there are none."""

    quantities: tuple[int, ...]
    fewer: int | None
    more: int | None


def row(standing: Bid | None, chosen: int) -> Row:
    """The part of all quantities that has the chosen one in it."""
    first, room = lowest(standing).quantity, ROW - 1
    fewer = None
    if chosen >= first + room:
        steps = (chosen - first - room) // (ROW - 2)
        first, room = first + room + steps * (ROW - 2), ROW - 2
        fewer = first - 1
    last = min(first + room - 1, HIGHEST)
    return Row(tuple(range(first, last + 1)), fewer, last + 1 if last < HIGHEST else None)
