"""What an entry brings besides what it names, and that was not done on the table: the black token, the white one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.ruling import Rejected
from companion.referee.reconcile.counting import Row, holdings
from companion.referee.reconcile.course import Course, Op


def undone(course: Course, line: int, reason: str) -> Iterator[tuple[tuple[Op, ...], Any]]:
    """Rulings after the line that take back one thing it has brought, and the state after them."""
    for item, places in effects(course, line).items():
        state = course.states[line + 1]
        was = holdings(course.game.report(state))
        without = {place: {item: was[place][item] - n} for place, n in places.items()}
        moves = course.game.correction(state, without, reason)
        if isinstance(moves, Rejected):
            continue
        for move in moves:
            ruling = course.game.judge(state, move)
            assert not isinstance(ruling, Rejected)  # noqa: S101 - a correction stands
            state = ruling.state
        yield tuple(Op(line + 1, "insert", move) for move in moves), state


def effects(course: Course, line: int) -> dict[str, dict[str, int]]:
    """What a line changes at each place, for each item that its move does not name."""
    named = [str(value) for value in course.moves[line].plain().values()]
    changed: Row = course.change(line)
    return {item: places for item, places in course.scale.by_item(changed).items() if item and item not in named}
