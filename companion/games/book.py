"""The book of a table: what stands, and the way back. The book is given its game and asks it alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from companion.games.game import Game
from companion.games.header import Header, People, people_of
from companion.games.move import Move, Undo
from companion.games.report import Report
from companion.games.ruling import Accepted, Rejected, Ruling
from companion.games.text import Text
from companion.games.upheld import judged

KEPT = 256  # reports


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """What stands at a table: the state after the latest standing move, and the book before that move.

    `accepted` counts every accepted move, undos too; a book that an amend has made counts what stands.
    """

    header: Header
    game: Game[Any]
    state: Any = field(repr=False)
    accepted: int = 0
    move: Move | None = None
    before: Book | None = field(default=None, repr=False)

    @classmethod
    def open(cls, game: Game[Any], header: Header) -> Book:
        """The book of a table before its first move."""
        return cls(header, game, game.start(header))

    @property
    def people(self) -> People:
        """All who have had a seat at the table."""
        changes = self.game.seat_changes
        return people_of(self.header.seats) if changes is None else changes.people(self.state)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats now, clockwise."""
        changes = self.game.seat_changes
        return self.header.seats if changes is None else changes.seats(self.state)

    def play(self, raw: object) -> Ruling[Book]:
        """The book after a move given as a JSON value, or why the move does not stand. Never raises."""
        move = self.game.parse(raw, self.seats)
        return move if isinstance(move, Rejected) else self.enter(move)

    def enter(self, move: Move) -> Ruling[Book]:
        """The book after a move that has been parsed, an undo too, or the rejection."""
        return self._undo() if isinstance(move, Undo) else self.claim(move)

    def claim(self, move: Move) -> Ruling[Book]:
        """The book after a move that has been parsed and is no undo, or the rejection."""
        ruling = judged(self.game, self.state, move)
        if isinstance(ruling, Rejected):
            return ruling
        return Accepted(self.with_move(move, ruling.state))

    def with_move(self, move: Move | None, state: Any) -> Book:
        """The book after a move that was accepted and has brought this state."""
        return Book(self.header, self.game, state, self.accepted + 1, move, self)

    def _undo(self) -> Ruling[Book]:
        if self.before is None:
            return Rejected(self.game.rule("nothing-to-undo"), Text("There is no entry."))
        past = self.before
        return Accepted(Book(self.header, self.game, past.state, self.accepted + 1, past.move, past.before))

    def standing(self) -> Iterator[Book]:
        """The book after each standing move, latest first; the opening book is not among them."""
        book: Book | None = self
        while book is not None and book.before is not None:
            yield book
            book = book.before

    def moves(self) -> tuple[Move, ...]:
        """The moves that stand, in order."""
        return tuple(book.move for book in reversed(tuple(self.standing())) if book.move is not None)

    def seen_by(self, seat: str | None = None, entered: AbstractSet[int] = frozenset()) -> Book:
        """The book as a phone may know it; see `Game.seen_by`."""
        return self.game.seen_by(self, seat, entered)

    def report(self) -> Report:
        """What stands, in the words of `companion replay --json`."""
        return _report(self)

    def lines(self) -> Iterator[str]:
        """The game as a transcript: its header, then every standing move, a line each."""
        yield json.dumps(self.header.plain, ensure_ascii=False)
        for move in self.moves():
            yield json.dumps(move.plain(), ensure_ascii=False)


@lru_cache(KEPT)
def _report(book: Book) -> Report:
    """Made once for all who ask: a table's phones do one after the other, each several times."""
    return book.game.report(book.state)
