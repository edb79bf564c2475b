"""What may have gone wrong at one entry: it is another move, one too many, in the wrong place, or one is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from companion.games.game import Move
from companion.games.ruling import Accepted, Rejected
from companion.referee.reconcile.course import Course, Legal, Op

Kind = Literal["value", "seat", "undone", "forgotten", "twice", "fields", "order", "kind", "follows"]
"""What sort of slip: a wrong colour or number, a wrong seat, something that an entry brings not done on the table, an
entry forgotten, one entered too often, several things wrong in it, a wrong order, another kind of move; "follows" is a
later entry that cannot stand beside what was put right."""


@dataclass(frozen=True, slots=True)
class Start:
    """A slip put right: the edits, the state after them, the line to go on with, and later lines that change too."""

    kind: Kind
    ops: tuple[Op, ...]
    state: Any = field(repr=False)
    line: int
    later: Mapping[int, Move] = field(default_factory=dict)
    fields: int = 1


def starts(course: Course, line: int) -> Iterator[Start]:
    """All that may have gone wrong at a line; the number after the last line stands for the end."""
    state = course.states[line]
    legal = course.legal(state)
    for move, after in legal:
        yield Start("forgotten", (Op(line, "insert", move),), after, line)
    if line == len(course.moves):
        return
    was = course.moves[line]
    yield Start("twice", (Op(line, "remove"),), state, line + 1)
    for move, after in _others(course, line, legal):
        kind, fields = _sort(course, was, move)
        yield Start(kind, (Op(line, "change", move),), after, line + 1, fields=fields)
    yield from _exchanges(course, line)


def stands(course: Course, state: Any, move: Move) -> Accepted[Any] | None:
    """The move's effect where the judge lets it stand."""
    ruling = course.game.judge(state, move)
    return None if isinstance(ruling, Rejected) else ruling


def _others(course: Course, line: int, legal: Legal) -> Legal:
    """What could stand in its place: the game's choices, and the move itself with one thing or two seats changed."""
    was, state = course.moves[line], course.states[line]
    found = {repr(move.plain()): (move, after) for move, after in legal}
    for raw in _varied(course, was):
        move = _read(course, raw)
        after = move and stands(course, state, move)
        if move and after:
            found.setdefault(repr(raw), (move, after.state))
    found.pop(repr(was.plain()), None)
    return list(found.values())


def _read(course: Course, raw: dict[str, Any]) -> Move | None:
    move = course.game.parse(raw, course.seats)
    return None if isinstance(move, Rejected) else move


def _varied(course: Course, was: Move) -> Iterator[dict[str, Any]]:
    plain, places = was.plain(), course.scale.places
    for key, value in plain.items():
        for other in _values(was, key, value, places):
            yield {**plain, key: other}
    seated = [key for key, value in plain.items() if value in course.seats]
    if len(seated) == 2:
        yield {**plain, seated[0]: plain[seated[1]], seated[1]: plain[seated[0]]}


def _values(was: Move, key: str, value: object, places: tuple[str, ...]) -> Iterator[object]:
    """Other values that may stand there: other places, the other words of a list, a number more or less."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1)
    elif isinstance(value, str) and key != "move":
        fields = {found.alias or name: found.annotation for name, found in type(was).model_fields.items()}
        words = (*_words(fields[key]), *(places if value in places else ()))
        yield from (other for other in dict.fromkeys(words) if value in words and other != value)


def _words(annotation: object) -> Iterator[str]:
    """The words that a field may hold, where it holds one of a list."""
    for part in get_args(annotation):
        if isinstance(part, str):
            yield part
        else:
            yield from _words(part)


def _sort(course: Course, was: Move, move: Move) -> tuple[Kind, int]:
    """The kind of slip that took one move for the other, and in how many things they differ."""
    if was.kind() != move.kind():
        return "kind", len(move.plain())
    old, new = was.plain(), move.plain()
    keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    if len(keys) > 1:
        return "fields", len(keys)
    return ("seat" if new.get(keys[0]) in course.scale.places else "value"), 1


def _exchanges(course: Course, line: int) -> Iterator[Start]:
    """The entry and the next one in each other's place; its seat and that of the next of its kind exchanged."""
    was, state = course.moves[line], course.states[line]
    for other in range(line + 1, len(course.moves)):
        then = course.moves[other]
        if other == line + 1 and then != was:
            first = stands(course, state, then)
            second = first and stands(course, first.state, was)
            if second:
                ops = (Op(line, "change", then), Op(other, "change", was))
                yield Start("order", ops, second.state, other + 1, fields=2)
        if then.kind() == was.kind():
            yield from _seats_exchanged(course, line, other)
            return


def _seats_exchanged(course: Course, line: int, other: int) -> Iterator[Start]:
    one, two = course.moves[line].plain(), course.moves[other].plain()
    for key, value in one.items():
        if value in course.seats and two.get(key) in course.seats and value != two[key]:
            now, then = _read(course, {**one, key: two[key]}), _read(course, {**two, key: value})
            after = now and stands(course, course.states[line], now)
            if then and after:
                ops = (Op(line, "change", now),)
                yield Start("order", ops, after.state, line + 1, later={other: then}, fields=2)
