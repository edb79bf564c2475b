"""The course of a game that can be taken up anywhere: what would lie where, had it gone another way until then."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.games.game import Game, Header, Move
from companion.games.ruling import Rejected, Ruling
from companion.referee.reconcile.counting import Row, Scale, holdings, minus


@dataclass(frozen=True, slots=True)
class Op:
    """One edit by the number of its line: the line is changed or removed, or a move is put in before it.

    `fell` is the rule by which the line would not have stood, where the edit merely follows from another.
    `odd` is a move that follows but is not of the kind that a game offers first.
    """

    line: int
    do: Literal["change", "remove", "insert"]
    move: Move | None = None
    fell: str | None = None
    odd: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Fall:
    """The line that no longer stands, the state that it meets, and the rule."""

    line: int
    state: Any = field(repr=False)
    rule: str


@dataclass(frozen=True, slots=True)
class End:
    """What lies where in the end, and the phase that the game is in then."""

    row: Row
    phase: str


@dataclass(frozen=True, slots=True)
class Step:
    """A move, the state before it, and the edit that put it there, if one did."""

    before: Any = field(repr=False)
    move: Move
    op: Op | None


@dataclass(frozen=True, slots=True)
class Run:
    """Moves that were played, and the state after them."""

    steps: tuple[Step, ...]
    state: Any = field(repr=False)


Legal = list[tuple[Move, Any]]
"""Moves that stand in a state, each with the state after it."""


class Course:
    """The moves that stand, the state before each and after the last, and how other states would go on."""

    def __init__(self, game: Game[Any], header: Header, moves: Sequence[Move]) -> None:
        self.game, self.seats, self.moves = game, header.seats, tuple(moves)
        self.states = [game.start(header)]
        self.first = 0
        for number, move in enumerate(self.moves, 1):
            self.states.append(_stands(game.judge(self.states[-1], move)))
            if self._rounds(self.states[-1]) != self._rounds(self.states[-2]):
                self.first = number
        self.scale = Scale(holdings(game.report(self.states[-1])))
        self.phase_now = self.phase(self.states[-1])
        self.rows = [self.row(state) for state in self.states]
        self._legal: dict[Hashable, Legal] = {}
        self._ends: dict[tuple[int, Hashable], End | Fall] = {}

    def _rounds(self, state: Any) -> int:
        return len(self.game.report(state).rounds)

    def change(self, line: int) -> Row:
        """By how much a line changes what lies where."""
        return minus(self.rows[line + 1], self.rows[line])

    def row(self, state: Any) -> Row:
        """What lies where in a state."""
        return self.scale.row(holdings(self.game.report(state)))

    def phase(self, state: Any) -> str:
        """The phase that a state is in."""
        return self.game.report(state).phase

    def legal(self, state: Any) -> Legal:
        """What the game offers there and the judge lets stand, each with the state after it."""
        essence = self.game.essence(state)
        found = self._legal.get(essence) if essence is not None else None
        if found is None:
            moves = [choice.move for choice in self.game.choices(state, None) if choice.legal]
            found = [(move, _stands(self.game.judge(state, move))) for move in moves]
            self._legal[essence] = found
        return found

    def end(self, state: Any, line: int) -> End | Fall:
        """What has come of it once the lines from there on have been played; or the first of them that does not stand.

        States that go on alike are followed once.
        """
        passed: list[tuple[int, Hashable]] = []
        found: End | Fall | None = None
        while found is None:
            essence = self.game.essence(state)
            if essence is not None:
                found = self._ends.get((line, essence))
                passed.append((line, essence))
            if found is None:
                if line == len(self.moves):
                    found = End(self.row(state), self.phase(state))
                else:
                    ruling = self.game.judge(state, self.moves[line])
                    if isinstance(ruling, Rejected):
                        found = Fall(line, state, ruling.rule.id)
                    else:
                        state, line = ruling.state, line + 1
        self._ends.update(dict.fromkeys(passed, found))
        return found

    def edited(self, ops: Sequence[Op]) -> Run | None:
        """The moves with these edits, from the first of them on; None where one of the moves does not stand."""
        start = min(op.line for op in ops)
        state, steps = self.states[start], list[Step]()
        for move, op in self._moves(ops, start):
            ruling = self.game.judge(state, move)
            if isinstance(ruling, Rejected):
                return None
            steps.append(Step(state, move, op))
            state = ruling.state
        return Run(tuple(steps), state)

    def _moves(self, ops: Sequence[Op], start: int) -> list[tuple[Move, Op | None]]:
        put_in: dict[int, list[tuple[Move, Op | None]]] = {}
        settled = {op.line: op for op in ops if op.do != "insert"}
        for op in ops:
            if op.do == "insert" and op.move is not None:
                put_in.setdefault(op.line, []).append((op.move, op))
        moves: list[tuple[Move, Op | None]] = []
        for line in range(start, len(self.moves) + 1):
            moves += put_in.get(line, [])
            own = settled.get(line)
            if own is None:
                moves += [(self.moves[line], None)] if line < len(self.moves) else []
            elif own.move is not None:
                moves.append((own.move, own))
        return moves


def _stands(ruling: Ruling[Any]) -> Any:
    assert not isinstance(ruling, Rejected), str(ruling.because)  # noqa: S101 - what was accepted once stands
    return ruling.state
