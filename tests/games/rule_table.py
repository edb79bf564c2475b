"""How a game's rules are tested: a table whose rows are a rule's id, a case, moves, and the referee's ruling.

`refused`: the last move is refused by that rule, with these numbers, and these moves are offered first instead.
`stands`: all moves stand, and the table then looks like this.
`let_stand`: the last move is refused by that rule, and has this effect where the table lets it stand all the same;
where it has none, it cannot be let stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import pytest

from tests.games.sitting import AnySitting

Plain = dict[str, Any]
Effect = dict[str, Any]


@dataclass(frozen=True)
class Row:
    rule: str
    case: str
    moves: Sequence[Any]
    options: Plain

    def __str__(self) -> str:
        return f"{self.rule}: {self.case}"

    def check(self, opened: Callable[..., AnySitting]) -> None:
        raise NotImplementedError


@dataclass(frozen=True)
class Refusal(Row):
    because: str | None
    instead: Sequence[Plain]

    def check(self, opened: Callable[..., AnySitting]) -> None:
        *before, move = self.moves
        sitting = opened(**self.options).play(*before)
        rule, because = sitting.refused(move)
        assert rule == self.rule
        assert self.because in (None, because)
        if self.instead:
            assert sitting.instead(move)[: len(self.instead)] == list(self.instead)


@dataclass(frozen=True)
class Stand(Row):
    effect: Effect

    def check(self, opened: Callable[..., AnySitting]) -> None:
        sitting = opened(**self.options).play(*self.moves)
        assert {key: seen(sitting, key) for key in self.effect} == self.effect


@dataclass(frozen=True)
class LetStand(Row):
    effect: Effect
    then: Sequence[Plain]

    def __str__(self) -> str:
        return f"let stand, {super().__str__()}"

    def check(self, opened: Callable[..., AnySitting]) -> None:
        *before, move = self.moves
        sitting = opened(**self.options).play(*before)
        refusal = sitting.refused(move)
        assert refusal[0] == self.rule
        ruling = {"move": "ruling", "stands": move, "reason": "we agreed"}
        game, state = sitting.book.game, sitting.book.state
        after = game.after(state, sitting.read(move))
        if not self.effect:
            assert after == state
            assert sitting.refused(ruling) == refusal
            return
        assert sitting.play(ruling).book.state == after
        assert {key: seen(sitting, key) for key in self.effect} == self.effect
        sitting.play(*self.then)


def refused(
    rule: str,
    case: str,
    moves: Sequence[Any],
    because: str | None = None,
    instead: Sequence[Plain] = (),
    **options: Any,
) -> Row:
    return Refusal(rule, case, moves, options, because, instead)


def stands(rule: str, case: str, moves: Sequence[Plain], effect: Effect | None = None, **options: Any) -> Row:
    return Stand(rule, case, moves, options, effect or {})


def let_stand(
    rule: str, case: str, moves: Sequence[Plain], effect: Effect | None = None, *then: Plain, **options: Any
) -> Row:
    return LetStand(rule, case, moves, options, effect or {}, then)


def each(rows: Sequence[Row]) -> pytest.MarkDecorator:
    """Run a test for each of the rows. Two rows with one name would be one case told twice."""
    names = [str(row) for row in rows]
    assert len(set(names)) == len(names), [name for name in names if names.count(name) > 1]
    return pytest.mark.parametrize("row", rows, ids=names)


def rules_in(rows: Sequence[Row]) -> set[str]:
    return {row.rule for row in rows}


def seen(sitting: AnySitting, key: str) -> Any:
    """Return what a table shows: a key of its report, what lies at a place, something of each seat, or of the state."""
    report = sitting.report
    holdings = report["holdings"]
    if key in report:
        return report[key]
    if key == "held":
        return list(holdings.values())
    if key in holdings:
        held = holdings[key]
        return {name: count for name, count in held.items() if count} if isinstance(held, dict) else held
    seats = [held for held in holdings.values() if isinstance(held, dict)]
    if seats and key in seats[0]:
        return [held[key] for held in seats]
    found = reduce(getattr, key.split("."), sitting.book.state)
    return list(found) if isinstance(found, tuple) else found
