"""What a hand costs a seat: tricks short or over, cards left, cuts, what the table gave, and a Go Nov."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce

from companion.games.people import Seat
from companion.games.text import Counted, Text

CUT = 1
"""The points that each cut costs (rule cut)."""
LIMIT_STEP = 11
"""The limit is a multiple of it (rule limit)."""
MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class Nov:
    """A Go Nov: the total that was exactly the limit, what it became, and the totals whose average that is."""

    before: int
    after: int
    others: tuple[int, ...]

    @property
    def words(self) -> Text:
        return Text(
            "{before} becomes {after}, the average of {others}",
            before=self.before,
            after=self.after,
            others=tuple(map(str, self.others)),
        )


@dataclass(frozen=True)
class Sum:
    """One seat's points in one hand, with where they come from.

    `target` is how many tricks to win, `tricks` how many it took, `left` how many cards cost a point each, `cuts` how
    many it was in. `ruled` are points that the table gave; `nov` is what a Go Nov made of the total.
    """

    target: int
    tricks: int
    left: int = 0
    cuts: int = 0
    ruled: int = 0
    nov: Nov | None = None

    @property
    def played(self) -> int:
        """The hand's own points (rules score, cut, table-ruling); never under 0."""
        return max(0, self._plain)

    @property
    def _plain(self) -> int:
        return abs(self.target - self.tricks) + self.left + CUT * self.cuts + self.ruled

    @cached_property
    def total(self) -> int:
        """The points that the hand adds to the total, with what a Go Nov takes off or adds."""
        return self.played if self.nov is None else self.played + self.nov.after - self.nov.before

    @property
    def text(self) -> Text:
        """The sum as one writes it: "5 - 3 + 2 left + 1 cut = 5"; a number alone where there is nothing to add."""
        high, low = max(self.target, self.tricks), min(self.target, self.tricks)
        terms = [Text("{high} {minus} {low}", high=high, minus=MINUS, low=low)]
        if self.left:
            terms.append(Counted("+ {n} left", "+ {n} left", n=self.left))
        if self.cuts:
            terms.append(Counted("+ {n} cut", "+ {n} cuts", n=self.cuts))
        if self.ruled:
            sign = "+" if self.ruled > 0 else MINUS
            terms.append(Text("{sign} {points} by ruling", sign=sign, points=abs(self.ruled)))
        own = reduce(lambda sum_, term: Text("{sum} {term}", sum=sum_, term=term), terms)
        if self._plain < 0:
            own = Text("{sum}, never under 0", sum=own)
        own = Text("{sum} = {total}", sum=own, total=self.played)
        if self.nov is None:
            return own
        return Text("{sum}; Go Nov: {told}", sum=own, told=self.nov.words)


def with_nov(sums: Mapping[Seat, Sum], before: Mapping[str, int], limit: int | None, rounding: str) -> dict[Seat, Sum]:
    """Return the sums of a hand that ends; a seat that is exactly at the limit takes the others' average (rule go-nov).

    `before` are the totals without this hand. All averages are of the totals as they stand after it, even if two go
    Nov at once; `rounding` is as in `average`.
    """
    totals = {seat: before[seat] + own.played for seat, own in sums.items()}

    def nov(seat: Seat) -> Nov | None:
        if totals[seat] != limit:
            return None
        others = tuple(total for other, total in totals.items() if other != seat)
        return Nov(totals[seat], average(others, rounding), others)

    return {seat: replace(own, nov=nov(seat)) for seat, own in sums.items()}


def average(others: Sequence[int], rounding: str) -> int:
    """Return the average of the other seats' totals in whole points (rule go-nov).

    `rounding` is one of `state.Rounding`; in "nearest" a half goes up.
    """
    points, seats = sum(others), len(others)
    if rounding == "down":
        return points // seats
    if rounding == "up":
        return -(-points // seats)
    return (2 * points + seats) // (2 * seats)
