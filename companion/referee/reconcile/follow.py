"""A slip put right, with the obvious that follows: the turn-in of another winner, the turn-in of a forgotten trick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.game import Move
from companion.games.ruling import Rejected
from companion.referee.reconcile.course import Course, End, Fall, Op
from companion.referee.reconcile.slips import Start, stands


@dataclass(frozen=True, slots=True)
class Way:
    """Edits so far, the state after them, and the line to go on with."""

    ops: tuple[Op, ...]
    state: Any = field(repr=False)
    line: int


def ends(course: Course, start: Start) -> Iterator[tuple[tuple[Op, ...], End | Fall]]:
    """The edits of a slip with what follows at once, and what comes of it in the end, or what falls later."""
    for way in followed(course, Way(start.ops, start.state, start.line), start.later):
        for last in _later(course, way, start.later) if start.later else (way,):
            yield last.ops, course.end(last.state, last.line)


def _later(course: Course, way: Way, later: Mapping[int, Move]) -> Iterator[Way]:
    """On to the later line that changes too, and over what follows from that."""
    while way.line <= max(later):
        move = later.get(way.line, course.moves[way.line])
        ruling = course.game.judge(way.state, move)
        if isinstance(ruling, Rejected):
            return
        way = Way((*way.ops, *_change(way.line, later)), ruling.state, way.line + 1)
    yield from followed(course, way, {})


def followed(course: Course, way: Way, later: Mapping[int, Move]) -> Iterator[Way]:
    """The way as it is where the next line stands; else with one edit more, each way that makes it stand or go."""
    if way.line == len(course.moves):
        yield way
        yield from _completed(course, way)
        return
    ruling = course.game.judge(way.state, later.get(way.line, course.moves[way.line]))
    if isinstance(ruling, Rejected):
        yield from mended(course, way, ruling.rule.id, later)
    else:
        yield Way((*way.ops, *_change(way.line, later)), ruling.state, way.line + 1)


def _change(line: int, later: Mapping[int, Move]) -> tuple[Op, ...]:
    return (Op(line, "change", later[line]),) if line in later else ()


def _completed(course: Course, way: Way) -> Iterator[Way]:
    """At the end: what the last move asks for may have been done on the table and not been entered either."""
    last = way.ops[-1].move
    if last is None or course.phase(way.state) == course.phase_now:
        return
    legal = course.legal(way.state)
    for move, after in legal:
        if move.kind() != last.kind():
            put_in = Op(way.line, "insert", move, odd=move.kind() != legal[0][0].kind())
            yield Way((*way.ops, put_in), after, way.line)


def mended(course: Course, way: Way, rule: str, later: Mapping[int, Move]) -> Iterator[Way]:
    """The line that falls as another move of its kind, with a move before it, or gone where none of its kind is due."""
    was, line, change = later.get(way.line, course.moves[way.line]), way.line, _change(way.line, later)
    legal = course.legal(way.state)
    kinds = {op.move.kind() for op in way.ops if op.move and op.fell is None}
    for move, after in legal:
        if move.kind() == was.kind() and not change:
            yield Way((*way.ops, Op(line, "change", move, rule)), after, line + 1)
        # A second entry of the same kind would be a slip of its own, not what follows from the first.
        elif move.kind() not in kinds and (then := stands(course, after, was)):
            put_in = Op(line, "insert", move, rule, odd=move.kind() != legal[0][0].kind())
            yield Way((*way.ops, put_in, *change), then.state, line + 1)
    due = any(move.kind() == was.kind() for move, _ in legal)
    if not (due or change or any(op.do == "insert" for op in way.ops)):
        yield Way((*way.ops, Op(line, "remove", fell=rule)), way.state, line + 1)
