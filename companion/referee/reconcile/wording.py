"""Explanations in words: what was entered, what may have happened, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.text import Text
from companion.referee.edits import Edit, StandingMove
from companion.referee.reconcile.simulation import Op, Run, SimulatedMove, Simulation
from companion.referee.reconcile.slips import Kind


@dataclass(frozen=True, slots=True)
class Spot:
    """One place in the ledger where the slips may have been made: the edits that correct them, a sentence for each."""

    edits: tuple[Edit, ...]
    says: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """One or two slips that explain the count: their `kinds`, and where they may have been made, latest first."""

    kinds: tuple[Kind, ...]
    spots: tuple[Spot, ...]

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits of the latest place."""
        return self.spots[0].edits

    @property
    def says(self) -> tuple[Text, ...]:
        """The sentences of the latest place."""
        return self.spots[0].says


Part = tuple[Kind, tuple[Op, ...]]
"""A slip: its kind and its edits."""


class EditWording:
    """Words edits by index as edits of the ledger's entries."""

    def __init__(self, simulation: Simulation, entries: Sequence[StandingMove]) -> None:
        self._simulation, self._entries = simulation, entries

    def spot(self, parts: Sequence[Part], run: Run) -> Spot:
        """The spot of these slips; `run` is the replay with their edits."""
        steps = {id(step.op): step for step in run.steps if step.op is not None}
        says: list[Text] = []
        for kind, ops in parts:
            says += [self._undone(ops[0].index - 1)] if kind == "undone" else (self._says(op, steps) for op in ops)
        return Spot(tuple(self._edit(op) for _, ops in parts for op in ops), tuple(says))

    def _edit(self, op: Op) -> Edit:
        raw = {"do": op.do, "entry": self._id(op.index), "fell": op.fell, "move": op.move and op.move.plain()}
        return Edit.model_validate({key: value for key, value in raw.items() if value is not None})

    def _id(self, index: int) -> str | None:
        return self._entries[index].id if index < len(self._entries) else None

    def _says(self, op: Op, steps: Mapping[int, SimulatedMove]) -> Text:
        entry = self._id(op.index)
        new = "" if op.move is None else self._simulation.game.describe(op.move, steps[id(op)].before)
        if op.do == "insert":
            if entry is None:
                return Text("Left out at the end: \u201c{new}\u201d.", new=new)
            return Text("Left out before entry {entry}: \u201c{new}\u201d.", entry=entry, new=new)
        old = self._simulation.game.describe(self._simulation.moves[op.index], self._simulation.states[op.index])
        if op.do == "remove":
            return Text("Entry {entry} should not be there: \u201c{old}\u201d.", entry=str(entry), old=old)
        return Text("Entry {entry}: not \u201c{old}\u201d but \u201c{new}\u201d.", entry=str(entry), old=old, new=new)

    def _undone(self, index: int) -> Text:
        old = self._simulation.game.describe(self._simulation.moves[index], self._simulation.states[index])
        entry = str(self._id(index))
        return Text("Entry {entry}, \u201c{old}\u201d, was not fully done on the table.", entry=entry, old=old)
