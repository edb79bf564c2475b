"""What a round costs a seat: its tokens by their worth, or what is left to the Sluffer, and what the table gave.

And what decides between equal totals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from companion.games.text import Counted, Text

COLORED, BLACK, WHITE = 2, 3, 4
"""The points that a token costs the seat that holds it when the round ends (rule score)."""
TIMES, MINUS = "\u00d7", "\u2212"


@dataclass(frozen=True)
class Sum:
    """One seat's points in one round, with where they come from.

    `parts` are (points a token, how many tokens) for coloured, black and white ones. `start` is what the Sluffer's
    holder begins with, None for everybody else, and `blacks` what is taken off it; `ruled` are points that the table
    gave.
    """

    parts: tuple[tuple[int, int], ...]
    start: int | None = None
    blacks: int = 0
    ruled: int = 0

    @cached_property
    def total(self) -> int:
        """The points that the round costs the seat, never under 0 (rules score, sluffer-score, table-ruling)."""
        held = sum(worth * count for worth, count in self.parts)
        own = held if self.start is None else max(0, self.start - self.blacks)
        return max(0, own + self.ruled)

    @property
    def black(self) -> int:
        """How many black tokens the seat held itself."""
        return sum(count for worth, count in self.parts if worth == BLACK)

    @property
    def text(self) -> Text:
        """The sum as one writes it: "2 x 1 + 3 x 2 = 8"; a number alone where there is nothing to add."""
        if self.start is None:
            terms = [f"{worth} {TIMES} {count}" for worth, count in self.parts if count]
            own = " + ".join(terms) or "0"
        else:
            own = f"{self.start} {MINUS} {self.blacks}" if self.blacks else str(self.start)
        if self.ruled:
            sign = "+" if self.ruled > 0 else MINUS
            return self._equals(Text("{sum} {sign} {points} by ruling", sum=own, sign=sign, points=abs(self.ruled)))
        return Text(own) if own == str(self.total) else self._equals(Text(own))

    def _equals(self, own: Text) -> Text:
        if self.total == 0:
            return Text("{sum}, never under 0", sum=own)
        return Text("{sum} = {total}", sum=own, total=self.total)


def held(tokens: Mapping[str, int], ruled: int) -> Sum:
    """Return the sum of a seat that holds these `tokens` and was given `ruled` points by the table (rule score)."""
    black, white = tokens["black"], tokens["white"]
    colored = sum(tokens.values()) - black - white
    return Sum(((COLORED, colored), (BLACK, black), (WHITE, white)), ruled=ruled)


TieBreak = Literal["share", "fewest_black", "most_zero_rounds"]


def tie_break(way: TieBreak, rounds: Sequence[Sum]) -> int:
    """Return what tells a seat with the sums of these `rounds` from others with its total, less being better.

    It is 0 if equal totals share a place (rule winner).
    """
    if way == "fewest_black":
        return sum(own.black for own in rounds)
    return -sum(not own.total for own in rounds) if way == "most_zero_rounds" else 0


def with_tie_break(points: Text, way: TieBreak, n: int) -> Text:
    """Return a seat's `points` as they stand beside an equal total: with what tells the two apart."""
    if way == "fewest_black":
        return Counted("{points}, {n} black", "{points}, {n} black", points=points, n=abs(n))
    return Counted("{points}, {n} zero", "{points}, {n} zeros", points=points, n=abs(n))
