"""What a round costs each seat, as a sum that can be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.games.text import Text

BOX: Mapping[str, int] = {"red": 3, "blue": 5, "green": 3, "orange": 3, "purple": 3, "white": 4, "black": 6}
TIMES, MINUS = "\u00d7", "\u2212"
WORTH: Mapping[str, int] = {"red": 2, "blue": 2, "green": 2, "orange": 2, "purple": 2, "white": 4, "black": 3}


@dataclass(frozen=True)
class Sum:
    """One seat's points in one round, with where they come from.

    `parts` are (points a token, how many) for coloured, black and white tokens;
    `start` is what the Sluffer's holder begins with, None for everybody else, and
    `blacks` what is taken off it; `ruled` are points that the table gave.
    """

    parts: tuple[tuple[int, int], ...]
    start: int | None = None
    blacks: int = 0
    ruled: int = 0

    @cached_property
    def total(self) -> int:
        """The points (rules score, sluffer-score, table-ruling); never under 0."""
        held = sum(worth * count for worth, count in self.parts)
        own = held if self.start is None else max(0, self.start - self.blacks)
        return max(0, own + self.ruled)

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
    """The sum of who holds these tokens: 2 a coloured one, 3 a black, 4 a white (rule score)."""
    parts = tuple((worth, sum(tokens[token] for token in WORTH if WORTH[token] == worth)) for worth in (2, 3, 4))
    return Sum(parts, ruled=ruled)


def sluffer(start: int, blacks: int, ruled: int) -> Sum:
    """The sum of the Sluffer's holder; `blacks` lie before the other seats (rule sluffer-score)."""
    return Sum((), start=start, blacks=blacks, ruled=ruled)
