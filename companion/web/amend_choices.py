"""What an entry might have been instead, and what might have been forgotten before it: the game's own choices there."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.game import Move
from companion.games.ruling import Text
from companion.games.transcript import Book
from companion.referee.edits import Edit, Line
from companion.referee.questions import forms_of
from companion.referee.telling import told_of
from companion.tables.values import Snapshot

SHOWN = 8


@dataclass(frozen=True, slots=True)
class Offered:
    """A change that may be asked for, in words."""

    edit: Edit
    told: Text


@dataclass(frozen=True, slots=True)
class ChoicesAt:
    """An entry that stands: `told`, what it might have been (`others`), its removal, and what may come before it.

    `query` is the entry as a question that is told to its end, for who wants to tell it otherwise.
    """

    told: Text
    query: str
    others: tuple[Offered, ...]
    removal: Edit
    before: tuple[Offered, ...]


def choices_at(snapshot: Snapshot, entry: str) -> ChoicesAt | None:
    """The choices at an entry, by its id; None where no such entry stands.

    Moves that differ from it in fewer words come first.
    """
    here = before_line(snapshot, entry)
    return None if here is None else _at(*here)


def before_line(snapshot: Snapshot, entry: str) -> tuple[Book, Line] | None:
    """The book as it was before an entry, and the entry; None where no such entry stands."""
    for book, line in zip(snapshot.book.standing(), reversed(snapshot.lines()), strict=True):
        if line.id == entry and book.before is not None:
            return book.before, line
    return None


def changes(line: Line, move: Move) -> tuple[tuple[Text, Edit], ...]:
    """The two ways to enter a move at a line: in its place, or before it."""
    plain = move.plain()
    return (
        (Text("It was this"), Edit(do="change", entry=line.id, move=plain)),
        (Text("This was forgotten before it"), Edit(do="insert", entry=line.id, move=plain)),
    )


def _at(book: Book, line: Line) -> ChoicesAt:
    game, state, was, entry = book.game, book.state, line.move, line.id
    legal = [choice.move for choice in game.choices(state, None) if choice.legal and choice.move != was]
    legal.sort(key=lambda move: (move.kind() != was.kind(), -_alike(move, was)))
    return ChoicesAt(
        told=game.describe(was, state),
        query=told_of(forms_of(game, book.header.seats), was).query(),
        others=tuple(Offered(Edit(do="change", entry=entry, move=move.plain()), game.describe(move)) for move in legal),
        removal=Edit(do="remove", entry=entry),
        before=tuple(
            Offered(Edit(do="insert", entry=entry, move=move.plain()), game.describe(move)) for move in (*legal, was)
        ),
    )


def _alike(one: Move, other: Move) -> int:
    told = other.plain()
    return sum(told.get(key) == value for key, value in one.plain().items())
