"""Edits: how the entries that stand are changed, removed or put in between.

An edit names entries by the ids that they had before any of the edits, so that
the order in which edits are given changes nothing but the order of two inserts
in the same place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import model_validator

from companion.games.game import Game, Move, Strict
from companion.games.ruling import Rejected


@dataclass(frozen=True, slots=True)
class Line:
    """A move that stands, by the id that the table knows it by.

    An entry's id is its version ("12"); one that an amend put in is named by the
    amend's version and its place in it ("40.1"). A changed entry keeps its id.
    """

    id: str
    move: Move


class Edit(Strict):
    """One change to what stands.

    `entry` is the id of the line that is changed or removed; for "insert" the line
    that the new one comes before, left out for the end. `move` is the new move, as
    JSON has it. `fell` marks what was not asked for but follows: the id of the rule
    by which the entry would no longer have stood.
    """

    do: Literal["change", "remove", "insert"]
    entry: str | None = None
    move: dict[str, Any] | None = None
    fell: str | None = None

    @model_validator(mode="after")
    def _whole(self) -> Edit:
        if (self.move is None) != (self.do == "remove"):
            raise ValueError("a change and an insert have a move, a removal has none")
        if self.entry is None and self.do != "insert":
            raise ValueError("which entry?")
        return self

    def plain(self) -> dict[str, Any]:
        """As JSON has it: the keys that were given, no others."""
        return self.model_dump(exclude_unset=True)


@dataclass(frozen=True, slots=True)
class Draft:
    """A line as edits leave it: `edit` is the one that made it what it is, None for a line as it was."""

    id: str
    move: Move
    edit: Edit | None = None


class BadEdits(ValueError):
    """Edits that name no entry that stands, or one twice, or whose move cannot be read."""


def apply(
    game: Game[Any], seats: tuple[str, ...], lines: Sequence[Line], edits: Sequence[Edit], stem: str
) -> list[Draft]:
    """The lines after the edits, not yet judged. An inserted line's id is `stem` and its number among the inserts.

    Raises BadEdits.
    """
    known = {line.id for line in lines}
    if any(edit.entry not in known for edit in edits if edit.entry is not None):
        raise BadEdits("no such entry stands")
    settled = [edit for edit in edits if edit.do != "insert"]
    by_entry = {edit.entry: edit for edit in settled}
    if len(by_entry) < len(settled):
        raise BadEdits("an entry is changed twice")
    read = {id(edit): _read(game, seats, edit) for edit in edits if edit.move is not None}
    inserts = [edit for edit in edits if edit.do == "insert"]
    ids = {id(edit): f"{stem}.{number}" for number, edit in enumerate(inserts, 1)}

    def put_in(before: str | None) -> Iterator[Draft]:
        return (Draft(ids[id(edit)], read[id(edit)], edit) for edit in inserts if edit.entry == before)

    after: list[Draft] = []
    for line in lines:
        after += put_in(line.id)
        edit = by_entry.get(line.id)
        if edit is None:
            after.append(Draft(line.id, line.move))
        elif edit.do == "change":
            after.append(Draft(line.id, read[id(edit)], edit))
    return [*after, *put_in(None)]


def _read(game: Game[Any], seats: tuple[str, ...], edit: Edit) -> Move:
    move = game.parse(edit.move, seats)
    if isinstance(move, Rejected):
        raise BadEdits(move.because.put())
    if move.plain()["move"] == "undo":
        raise BadEdits("an undo is no entry of the game")
    return move
