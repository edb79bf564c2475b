"""A slip put right, with the obvious that follows: the turn-in of another winner, the turn-in of a forgotten trick."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.games.ruling import Rejected
from companion.referee.reconcile.counting import Row
from companion.referee.reconcile.course import Course, Fall, Op
from companion.referee.reconcile.slips import Start


@dataclass(frozen=True, slots=True)
class Way:
    """Edits so far, the state after them, and the line to go on with."""

    ops: tuple[Op, ...]
    state: Any = field(repr=False)
    line: int


def ends(course: Course, start: Start) -> Iterator[tuple[tuple[Op, ...], Row | Fall]]:
    """The edits of a slip with what follows at once, and what would lie where in the end, or what falls later."""
    for way in followed(course, Way(start.ops, start.state, start.line)):
        if not start.later:
            yield way.ops, course.end(way.state, way.line)
            continue
        for last in _later(course, way, start):
            yield last.ops, course.end(last.state, last.line)


def _later(course: Course, way: Way, start: Start) -> Iterator[Way]:
    """On to the later line that changes too, and what follows from that."""
    ((line, move),) = start.later.items()
    state = way.state
    for number in range(way.line, line):
        ruling = course.game.judge(state, course.moves[number])
        if isinstance(ruling, Rejected):
            return
        state = ruling.state
    ruling = course.game.judge(state, move)
    if way.line <= line and not isinstance(ruling, Rejected):
        yield from followed(course, Way((*way.ops, Op(line, "change", move)), ruling.state, line + 1))


def followed(course: Course, way: Way) -> Iterator[Way]:
    """The way as it is where the next line stands; else with one edit more, each way that makes it stand or go."""
    if way.line == len(course.moves):
        yield way
        yield from _completed(course, way)
        return
    ruling = course.game.judge(way.state, course.moves[way.line])
    if isinstance(ruling, Rejected):
        yield from mended(course, way, ruling.rule.id)
    else:
        yield Way(way.ops, ruling.state, way.line + 1)


def _completed(course: Course, way: Way) -> Iterator[Way]:
    """At the end: what the last move asks for may have been done on the table and not been entered either."""
    last = way.ops[-1].move
    if last is None or course.phase(way.state) == course.phase(course.states[-1]):
        return
    for move in course.legal(way.state):
        if move.kind() != last.kind():
            ruling = course.game.judge(way.state, move)
            if not isinstance(ruling, Rejected):
                yield Way((*way.ops, Op(way.line, "insert", move)), ruling.state, way.line)


def mended(course: Course, way: Way, rule: str) -> Iterator[Way]:
    """The line that falls as another move of its kind, with a move before it, or gone where none of its kind is due."""
    was, line = course.moves[way.line], way.line
    due = False
    for move in course.legal(way.state):
        ruling = course.game.judge(way.state, move)
        if isinstance(ruling, Rejected):
            continue
        if move.kind() == was.kind():
            due = True
            yield Way((*way.ops, Op(line, "change", move, rule)), ruling.state, line + 1)
            continue
        then = course.game.judge(ruling.state, was)
        # A second entry of the same kind would be a slip of its own, not what follows from the first.
        if not isinstance(then, Rejected) and not any(op.move and op.move.kind() == move.kind() for op in way.ops):
            yield Way((*way.ops, Op(line, "insert", move, rule)), then.state, line + 1)
    if not due and not any(op.do == "insert" for op in way.ops):
        yield Way((*way.ops, Op(line, "remove", fell=rule)), way.state, line + 1)
