"""How likely a slip is, and which slips the cardboard cannot tell apart."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.games.game import Move
from companion.referee.reconcile.counting import Row
from companion.referee.reconcile.course import Course, Op
from companion.referee.reconcile.slips import Kind

RANK: dict[Kind, int] = {
    # The likeliest first: at a table a wrong colour is tapped more often than a whole entry twice.
    "value": 0,
    "seat": 1,
    "follows": 1,
    "undone": 2,
    "forgotten": 3,
    "twice": 4,
    "fields": 5,
    "order": 6,
    "kind": 7,
}


@dataclass(frozen=True)
class Slip:
    """A slip put right: its edits, and by how much other things would lie where (`delta`).

    `same` is equal for slips that the cardboard cannot tell apart wherever they happened:
    as likely, of the same kinds of moves, by the same seats, and with the same effect.
    `aside`: the table would be in another phase than it is.
    """

    kind: Kind
    ops: tuple[Op, ...]
    delta: Row
    fields: int
    same: Hashable
    aside: bool = False

    @cached_property
    def weight(self) -> tuple[int, int, int]:
        """What it is ranked by, the likeliest first: its kind, in how many things entries differ, how many edits."""
        return RANK[self.kind] + len(RANK) * self.aside, self.fields, len(self.ops)

    @cached_property
    def recency(self) -> int:
        """Less for what happened later."""
        return -min(op.line for op in self.ops)


Cost = tuple[int, ...]
"""What explanations are ranked by: what their slips weigh together, then how late they are."""


def cost(slips: Sequence[Slip], and_then: Sequence[Kind] = ()) -> Cost:
    """What slips weigh together, with what comes of them."""
    rank, *sums = (sum(parts) for parts in zip(*(one.weight for one in slips), strict=True))
    return rank + sum(RANK[kind] for kind in and_then), *sums, sum(one.recency for one in slips)


def slip(course: Course, kind: Kind, ops: tuple[Op, ...], delta: Row, fields: int, aside: bool = False) -> Slip:
    """A slip with what it has in common with others.

    A wrong value from which more follows is several things wrong; what follows oddly is another kind of move.
    """
    if any(op.odd for op in ops):
        kind = "kind"
    elif kind == "value" and len(ops) > 1:
        kind = "fields"
    return Slip(kind, ops, delta, fields, (*(_trait(course, op) for op in ops), delta), aside)


def _trait(course: Course, op: Op) -> Hashable:
    # Who was entered by mistake is left out: what it should be is what the cardboard shows.
    return op.do, _who(course, op.move or course.moves[op.line])


def _who(course: Course, move: Move) -> Hashable:
    places = course.scale.places
    return move.kind(), *((key, value) for key, value in move.plain().items() if value in places)


def likeliest(slips: Iterable[Slip]) -> dict[Hashable, Slip]:
    """Of slips in one place that cannot be told apart, the likeliest."""
    best: dict[Hashable, Slip] = {}
    for one in slips:
        known = best.get(one.same)
        if known is None or one.weight < known.weight:
            best[one.same] = one
    return best


Group = tuple[Slip, ...]
"""Slips that cannot be told apart, in different places; the latest place first."""


def grouped(slips: Iterable[Slip]) -> list[Group]:
    """Groups of slips as likely as each other, the likeliest and latest first."""
    groups: dict[Hashable, list[Slip]] = {}
    for one in slips:
        groups.setdefault((one.weight, one.same), []).append(one)
    sorted_groups = [tuple(sorted(group, key=lambda one: one.recency)) for group in groups.values()]
    return sorted(sorted_groups, key=lambda group: cost([group[0]]))
