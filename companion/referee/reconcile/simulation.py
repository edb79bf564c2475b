"""A game replayed from any of its positions: what would lie where, had some of its moves been others."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.games.game import Game
from companion.games.header import Header
from companion.games.move import Move
from companion.games.ruling import Rejected, Ruling
from companion.games.seating import names_given
from companion.referee.counts import Axes, Vector, holdings, minus


@dataclass(frozen=True, slots=True)
class Op:
    """An edit operation on the moves by index: change or remove that move, or insert one before it.

    `fell` is the id of the rule that rejects the entry otherwise, where the edit only repairs what
    another one broke. `unusual`: the inserted move is not of the kind that the game offers first there.
    """

    index: int
    do: Literal["change", "remove", "insert"]
    move: Move | None = None
    fell: str | None = None
    unusual: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Conflict:
    """The first move that is rejected: its index, the state that it meets, and the id of the rule."""

    index: int
    state: Any = field(repr=False)
    rule: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What lies where after the last move, and the phase that the game is in then."""

    vector: Vector
    phase: str


@dataclass(frozen=True, slots=True)
class SimulatedMove:
    """A move, the state before it, and the edit that put it there, None where none did."""

    before: Any = field(repr=False)
    move: Move
    op: Op | None


@dataclass(frozen=True, slots=True)
class Run:
    """Moves that were replayed, and the state after them."""

    steps: tuple[SimulatedMove, ...]
    state: Any = field(repr=False)


LegalMoves = list[tuple[Move, Any]]
"""The legal moves of a state, each with the state after it."""


class Simulation:
    """The moves that stand and the state before each and after the last; other states can be played on from there.

    `first` is the index of the running round's first move. Memoised by `Game.memo_key` and the people.
    """

    def __init__(self, game: Game[Any], header: Header, moves: Sequence[Move]) -> None:
        self.game, self.moves = game, tuple(moves)
        self.seats = (*header.seats, *names_given(move.plain() for move in self.moves))
        self.states = [game.start(header)]
        self.first = 0
        rounds = len(game.report(self.states[0]).rounds)
        for number, move in enumerate(self.moves, 1):
            self.states.append(game.after(self.states[-1], move))
            finished = len(game.report(self.states[-1]).rounds)
            if finished != rounds:
                self.first, rounds = number, finished
        self.axes = Axes(holdings(game.report(self.states[-1])))
        self.last_phase = self.phase(self.states[-1])
        self.vectors = [self.vector(state) for state in self.states]
        self._legal: dict[Hashable, LegalMoves] = {}
        self._outcomes: dict[tuple[int, Hashable], Outcome | Conflict] = {}

    def change(self, index: int) -> Vector:
        """By how much a move changes what lies where."""
        return minus(self.vectors[index + 1], self.vectors[index])

    def vector(self, state: Any) -> Vector:
        """What lies where in a state."""
        return self.axes.vector(holdings(self.game.report(state)))

    def phase(self, state: Any) -> str:
        """The phase that a state is in."""
        return self.game.report(state).phase

    def legal(self, state: Any) -> LegalMoves:
        """The game's choices there that are legal."""
        key = self._memo_key(state)
        found = self._legal.get(key) if key is not None else None
        if found is None:
            moves = [choice.move for choice in self.game.choices(state, None) if choice.legal]
            found = [(move, _accepted(self.game.rule_on(state, move))) for move in moves]
            self._legal[key] = found
        return found

    def outcome(self, state: Any, index: int) -> Outcome | Conflict:
        """Play the moves from `index` on, beginning in `state`, to the end or to the first that is rejected."""
        passed: list[tuple[int, Hashable]] = []
        found: Outcome | Conflict | None = None
        while found is None:
            key = self._memo_key(state)
            if key is not None:
                found = self._outcomes.get((index, key))
                passed.append((index, key))
            if found is None:
                if index == len(self.moves):
                    found = Outcome(self.vector(state), self.phase(state))
                else:
                    ruling = self.game.rule_on(state, self.moves[index])
                    if isinstance(ruling, Rejected):
                        found = Conflict(index, state, ruling.rule.id)
                    else:
                        state, index = ruling.state, index + 1
        self._outcomes.update(dict.fromkeys(passed, found))
        return found

    def _memo_key(self, state: Any) -> Hashable:
        """The game's memo key and who sits where, which a corrected entry of a change of seats changes."""
        key, changes = self.game.memo_key(state), self.game.seat_changes
        return key if key is None or changes is None else (key, changes.people(state))

    def edited(self, ops: Sequence[Op]) -> Run | None:
        """Replay with these edits, from the first of them on; None where a move is rejected."""
        start = min(op.index for op in ops)
        state, steps = self.states[start], list[SimulatedMove]()
        for move, op in self._moves(ops, start):
            ruling = self.game.rule_on(state, move)
            if isinstance(ruling, Rejected):
                return None
            steps.append(SimulatedMove(state, move, op))
            state = ruling.state
        return Run(tuple(steps), state)

    def _moves(self, ops: Sequence[Op], start: int) -> list[tuple[Move, Op | None]]:
        """The moves from `start` on after the edits, each with the edit that put it there."""
        inserted: dict[int, list[tuple[Move, Op | None]]] = {}
        replaced = {op.index: op for op in ops if op.do != "insert"}
        for op in ops:
            if op.do == "insert" and op.move is not None:
                inserted.setdefault(op.index, []).append((op.move, op))
        moves: list[tuple[Move, Op | None]] = []
        for index in range(start, len(self.moves) + 1):
            moves += inserted.get(index, [])
            own = replaced.get(index)
            if own is None:
                moves += [(self.moves[index], None)] if index < len(self.moves) else []
            elif own.move is not None:
                moves.append((own.move, own))
        return moves


def _accepted(ruling: Ruling[Any]) -> Any:
    """The state after a move that is known to be legal."""
    assert not isinstance(ruling, Rejected), str(ruling.because)  # noqa: S101 - what was accepted once stands
    return ruling.state
