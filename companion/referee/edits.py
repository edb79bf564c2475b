"""Edits: how the moves that stand are changed, removed, or others inserted between them.

An edit names a move by the id that it had before any of the edits, so that their
order makes no difference but to two inserts in one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import model_validator

from companion.games.game import Game
from companion.games.move import Move, Strict
from companion.games.ruling import Rejected
from companion.games.seating import names_given


@dataclass(frozen=True, slots=True)
class StandingMove:
    """A move that stands, by the id of its entry.

    The id is the entry's version ("12"); of a move that an amend inserted, the amend's
    version and the move's number in it ("40.1"). A changed move keeps its id.
    """

    id: str
    move: Move


class Edit(Strict):
    """One change to what stands.

    `entry` is the id of the move that is changed or removed; for "insert" the one that the
    new move comes before, left out for the end. `move` is the new move, as JSON has it.
    `fell` marks what was not asked for but is a consequence: the id of the rule that
    rejects the entry otherwise. With `keeps` a change leaves what it does not say, and
    only who made the move knows, as it was; changes in older ledgers say everything.
    """

    do: Literal["change", "remove", "insert"]
    entry: str | None = None
    move: dict[str, Any] | None = None
    fell: str | None = None
    keeps: bool = False

    @model_validator(mode="after")
    def _whole(self) -> Edit:
        if (self.move is None) != (self.do == "remove"):
            raise ValueError("a change and an insert have a move, a removal has none")
        if self.entry is None and self.do != "insert":
            raise ValueError("which entry?")
        return self


@dataclass(frozen=True, slots=True)
class EditedMove:
    """A move after edits: `edit` is the one that changed or inserted it, None where none did."""

    id: str
    move: Move
    edit: Edit | None = None


class BadEdits(ValueError):
    """Edits that name no move that stands, or one twice, or whose own move cannot be read."""


def apply_edits(
    game: Game[Any], seats: tuple[str, ...], standing: Sequence[StandingMove], edits: Sequence[Edit], stem: str
) -> list[EditedMove]:
    """The moves after the edits, not yet judged, at a table opened with these seats. Raises BadEdits.

    Whether those they name have a seat at that moment is for the judge.
    The id of an inserted move is `stem`, a dot, and its number among the inserts.
    """
    known = {one.id for one in standing}
    if any(edit.entry not in known for edit in edits if edit.entry is not None):
        raise BadEdits("no such entry stands")
    changing = [edit for edit in edits if edit.do != "insert"]
    by_entry = {edit.entry: edit for edit in changing}
    if len(by_entry) < len(changing):
        raise BadEdits("an entry is changed twice")
    names = (*seats, *names_given((one.move.plain() for one in standing), (edit.move or {} for edit in edits)))
    read = {id(edit): _read(game, names, edit) for edit in edits if edit.move is not None}
    inserts = [edit for edit in edits if edit.do == "insert"]
    ids = {id(edit): f"{stem}.{number}" for number, edit in enumerate(inserts, 1)}

    def inserted_before(entry: str | None) -> Iterator[EditedMove]:
        return (EditedMove(ids[id(edit)], read[id(edit)], edit) for edit in inserts if edit.entry == entry)

    after: list[EditedMove] = []
    for one in standing:
        after += inserted_before(one.id)
        edit = by_entry.get(one.id)
        if edit is None:
            after.append(EditedMove(one.id, one.move))
        elif edit.do == "change":
            move = read[id(edit)]
            after.append(EditedMove(one.id, game.corrected(one.move, move) if edit.keeps else move, edit))
    return [*after, *inserted_before(None)]


def _read(game: Game[Any], seats: tuple[str, ...], edit: Edit) -> Move:
    move = game.parse(edit.move, seats)
    if isinstance(move, Rejected):
        raise BadEdits(move.because.put())
    if move.plain()["move"] == "undo":
        raise BadEdits("an undo is no entry of the game")
    return move
