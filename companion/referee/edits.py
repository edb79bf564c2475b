"""Edits: how the moves that stand are changed, removed, or others inserted between them.

An edit names a move by the id that it had before any of the edits, so that their
order makes no difference except to two inserts in one place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

from pydantic import model_validator

from companion.games.game import Game
from companion.games.move import Move, Strict, Undo
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
    `fell` marks an edit that was not asked for but follows from others: it is the id of the rule that
    rejects the entry otherwise. A move may hold what only its player knows (hidden cards). A change that
    `keeps` leaves that as it was if it does not say it; changes in older ledgers say everything.
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
    """A move after edits: `edit` is the one that changed or inserted it, None if none did."""

    id: str
    move: Move
    edit: Edit | None = None


class BadEdits(ValueError):
    """Edits that name no move that stands, or one twice, or whose own move cannot be read."""


def apply_edits(
    game: Game[Any], seats: tuple[str, ...], standing: Sequence[StandingMove], edits: Sequence[Edit], stem: str
) -> list[EditedMove]:
    """Return the moves after the edits, not yet judged, at a table opened with these seats. Raises BadEdits.

    The judge decides whether the people whom they name have a seat at that moment.
    The id of an inserted move is `stem`, a dot, and its number among the inserts.
    """
    ids = {line.id for line in standing}
    names = (*seats, *names_given((line.move.plain() for line in standing), (edit.move or {} for edit in edits)))
    number = count(1)
    inserted: dict[str | None, list[EditedMove]] = defaultdict(list)
    changed: dict[str | None, tuple[Edit, Move] | None] = {}  # None for an entry that is removed
    for edit in edits:
        if edit.entry is not None and edit.entry not in ids:
            raise BadEdits("no such entry stands")
        if edit.do != "insert" and edit.entry in changed:
            raise BadEdits("an entry is changed twice")
        if edit.move is None:
            changed[edit.entry] = None
            continue
        move = game.parse(edit.move, names)
        if isinstance(move, Rejected):
            raise BadEdits(move.because.put())
        if isinstance(move, Undo):
            raise BadEdits("an undo is no entry of the game")
        if edit.do == "insert":
            inserted[edit.entry].append(EditedMove(f"{stem}.{next(number)}", move, edit))
        else:
            changed[edit.entry] = edit, move
    after: list[EditedMove] = []
    for line in standing:
        after += inserted[line.id]
        if line.id not in changed:
            after.append(EditedMove(line.id, line.move))
        elif change := changed[line.id]:
            edit, move = change
            after.append(EditedMove(line.id, game.corrected(line.move, move) if edit.keeps else move, edit))
    return after + inserted[None]
