"""What an entry might have been instead, and what might have been forgotten before it: the game's own choices there."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.game import Move
from companion.games.ruling import Text
from companion.referee.edits import Edit
from companion.tables.values import Snapshot

SHOWN = 8


@dataclass(frozen=True, slots=True)
class Offered:
    """A change that may be asked for, in words."""

    edit: Edit
    told: Text


@dataclass(frozen=True, slots=True)
class ChoicesAt:
    """An entry that stands: `told`, what it might have been (`others`), its removal, and what may come before it."""

    told: Text
    others: tuple[Offered, ...]
    removal: Edit
    before: tuple[Offered, ...]


def choices_at(snapshot: Snapshot, entry: str) -> ChoicesAt | None:
    """The choices at an entry, by its id; None where no such entry stands.

    Moves that differ from it in fewer words come first.
    """
    for book, line in zip(snapshot.book.standing(), reversed(snapshot.lines()), strict=True):
        if line.id == entry and book.before is not None:
            return _at(snapshot, book.before.state, line.id, line.move)
    return None


def _at(snapshot: Snapshot, state: object, entry: str, was: Move) -> ChoicesAt:
    game = snapshot.book.game
    legal = [choice.move for choice in game.choices(state, None) if choice.legal and choice.move != was]
    legal.sort(key=lambda move: (move.kind() != was.kind(), -_alike(move, was)))
    return ChoicesAt(
        told=game.describe(was, state),
        others=tuple(Offered(Edit(do="change", entry=entry, move=move.plain()), game.describe(move)) for move in legal),
        removal=Edit(do="remove", entry=entry),
        before=tuple(
            Offered(Edit(do="insert", entry=entry, move=move.plain()), game.describe(move)) for move in (*legal, was)
        ),
    )


def _alike(one: Move, other: Move) -> int:
    told = other.plain()
    return sum(told.get(key) == value for key, value in one.plain().items())
