"""A slip put right makes a later entry fall: that entry was made to fit the slip, and is put right with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.referee.reconcile.counting import Row, minus
from companion.referee.reconcile.course import Course, Fall, Op
from companion.referee.reconcile.follow import Way, mended
from companion.referee.reconcile.weighing import Slip, slip


def mendable(course: Course, falling: Iterable[tuple[Slip, Fall]], target: Row) -> Iterator[list[Slip]]:
    """For each slip: what explains all once the first entry that falls because of it is mended."""
    known: dict[int, list[tuple[Op, ...]]] = {}
    wanted = minus(target, course.rows[-1])
    for one, fall in falling:
        # States that go on alike share their fall, and so do the ways to mend it.
        if id(fall) not in known:
            known[id(fall)] = list(_mends(course, fall, target))
        slips = (slip(course, one.kind, (*one.ops, *ops), wanted, one.fields) for ops in known[id(fall)])
        yield [replace(both, kind=one.kind) for both in slips]


def _mends(course: Course, fall: Fall, target: Row) -> Iterator[tuple[Op, ...]]:
    for way in mended(course, Way((), fall.state, fall.line), fall.rule, {}):
        end = course.end(way.state, way.line)
        if not isinstance(end, Fall) and end.row == target:
            yield way.ops
