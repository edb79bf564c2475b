"""Explanations in words: what was entered, what may have happened, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.ruling import Text
from companion.referee.edits import Edit, Line
from companion.referee.reconcile.course import Course, Op, Run, Step
from companion.referee.reconcile.slips import Kind


@dataclass(frozen=True, slots=True)
class Spot:
    """One place where it may have happened: the edits that put it right, and a sentence for each."""

    edits: tuple[Edit, ...]
    says: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What would explain all that was counted.

    `kinds` are the slips that it takes, one or two. `spots` are the places that
    the cardboard cannot tell apart, latest first.
    """

    kinds: tuple[Kind, ...]
    spots: tuple[Spot, ...]

    @property
    def edits(self) -> tuple[Edit, ...]:
        """Those of the latest place."""
        return self.spots[0].edits

    @property
    def says(self) -> tuple[Text, ...]:
        """The sentences of the latest place."""
        return self.spots[0].says


Part = tuple[Kind, tuple[Op, ...]]
"""A slip put right: its kind and its edits."""


class Teller:
    """Puts edits into words for the lines that stand."""

    def __init__(self, course: Course, lines: Sequence[Line]) -> None:
        self._course, self._lines = course, lines

    def spot(self, parts: Sequence[Part], run: Run) -> Spot:
        """The edits of slips put right, as the ledger knows them, and what they say; `run` is their replay."""
        steps = {id(step.op): step for step in run.steps if step.op is not None}
        says: list[Text] = []
        for kind, ops in parts:
            says += [self._undone(ops[0].line - 1)] if kind == "undone" else (self._says(op, steps) for op in ops)
        return Spot(tuple(self._edit(op) for _, ops in parts for op in ops), tuple(says))

    def _edit(self, op: Op) -> Edit:
        raw = {"do": op.do, "entry": self._id(op.line), "fell": op.fell, "move": op.move and op.move.plain()}
        return Edit.model_validate({key: value for key, value in raw.items() if value is not None})

    def _id(self, line: int) -> str | None:
        return self._lines[line].id if line < len(self._lines) else None

    def _says(self, op: Op, steps: Mapping[int, Step]) -> Text:
        entry = self._id(op.line)
        new = "" if op.move is None else self._course.game.describe(op.move, steps[id(op)].before)
        if op.do == "insert":
            if entry is None:
                return Text("Forgotten at the end: \u201c{new}\u201d.", new=new)
            return Text("Forgotten before entry {entry}: \u201c{new}\u201d.", entry=entry, new=new)
        old = self._course.game.describe(self._course.moves[op.line], self._course.states[op.line])
        if op.do == "remove":
            return Text("Entry {entry} is one too many: \u201c{old}\u201d.", entry=str(entry), old=old)
        return Text("Entry {entry}: not \u201c{old}\u201d but \u201c{new}\u201d.", entry=str(entry), old=old, new=new)

    def _undone(self, line: int) -> Text:
        told = self._course.game.describe(self._course.moves[line], self._course.states[line])
        entry = str(self._id(line))
        return Text("Entry {entry}, \u201c{old}\u201d: not all of it was done on the table.", entry=entry, old=told)
