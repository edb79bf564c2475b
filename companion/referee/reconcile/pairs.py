"""Two slips together. What they change nearly adds up, so pairs are looked up by the sum and then replayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from companion.referee.reconcile.counting import Row, minus
from companion.referee.reconcile.course import Course, Op, Run
from companion.referee.reconcile.slips import Kind
from companion.referee.reconcile.telling import Part
from companion.referee.reconcile.weighing import Cost, Group, Slip, cost

TRIES_A_PAIR = 100  # before two groups are given up
MOST_SPOTS = 15


@dataclass(frozen=True, slots=True)
class Pair:
    """Two groups of slips whose effects add up, by how likely they are together."""

    one: Group
    two: Group

    @property
    def cost(self) -> Cost:
        """What they weigh together."""
        return cost([self.one[0], self.two[0]])

    @property
    def kinds(self) -> tuple[Kind, Kind]:
        """Which slips they are."""
        return self.one[0].kind, self.two[0].kind


def matching(groups: Sequence[Group], wanted: Row) -> list[Pair]:
    """The pairs of groups whose effects add up to what is wanted, the likeliest first."""
    by_delta: dict[Row, list[int]] = {}
    for number, group in enumerate(groups):
        by_delta.setdefault(group[0].delta, []).append(number)
    found = [
        Pair(group, groups[other])
        for number, group in enumerate(groups)
        for other in by_delta.get(minus(wanted, group[0].delta), ())
        if number <= other
    ]
    return sorted(found, key=lambda pair: pair.cost)


Hit = tuple[tuple[Part, Part], Run]
"""Two slips put right in certain places, and the replay that explains all."""


def tried(course: Course, pair: Pair, target: Row) -> Iterator[Hit | None]:
    """Replay a pair in its places, the latest first: what explains all, or None for a try that does not."""
    found = 0
    for number, (one, two) in enumerate(_places(pair)):
        if found == MOST_SPOTS or number >= TRIES_A_PAIR * (4 if found else 1):
            return
        run = course.edited((*one, *two))
        if run is not None and course.row(run.state) == target:
            found += 1
            yield ((pair.kinds[0], one), (pair.kinds[1], two)), run
        else:
            yield None


def _places(pair: Pair) -> Iterator[tuple[tuple[Op, ...], tuple[Op, ...]]]:
    twice = pair.one is pair.two
    both = sorted(product(pair.one, pair.two), key=lambda two: two[0].recency + two[1].recency)
    for one, two in both:
        # Of the same slip twice each choice of places comes once.
        if not (twice and one.recency > two.recency) and _apart(one, two):
            yield one.ops, tuple(replace(op) for op in two.ops)


def _apart(one: Slip, two: Slip) -> bool:
    """Whether no line is changed or removed by both."""
    lines = [op.line for op in (*one.ops, *two.ops) if op.do != "insert"]
    return len(set(lines)) == len(lines)
