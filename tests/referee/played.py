"""Games for the referee's tests: books with their entries, and edits of these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import hypothesis.strategies as st
from hypothesis import assume

from companion.games.game import Book
from companion.games.header import Header
from companion.games.move import Move
from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header
from companion.referee.edits import Edit, StandingMove
from tests.games.sluff_off.sitting import NAMES, Plain, give, header, points
from tests.games.sluff_off.test_invariants import options


@dataclass(frozen=True)
class Played:
    """A book, and the entries that it was made of."""

    book: Book
    lines: tuple[StandingMove, ...]

    @property
    def header(self) -> Header:
        return self.book.header

    def at(self, place: int) -> Book:
        """The book before the entry at that place."""
        book = [*self.book.standing()][::-1][place].before
        assert book is not None
        return book

    def choices(self, place: int) -> list[Plain]:
        """The moves that could have been entered there."""
        book = self.at(place)
        return [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]


def played(header: Header, moves: Sequence[Move | Plain]) -> Played | None:
    """A game of these moves; None if one of them does not stand."""
    book = open_book(header)
    for move in moves:
        ruling = book.claim(move) if isinstance(move, Move) else book.play(move)
        if not isinstance(ruling, Accepted):
            return None
        book = ruling.state
    return Played(book, tuple(StandingMove(str(number), move) for number, move in enumerate(book.moves(), 1)))


def _rulings(book: Book, chance: Random) -> Iterator[Move]:
    """Rulings that a table may make: about points, or about a token that belongs elsewhere."""
    one, other = chance.sample(book.header.seats, 2)
    for plain in (points(one, chance.choice([-3, 2])), give("red", "centre", one), give("green", one, other)):
        move = book.game.parse(plain)
        assert isinstance(move, Move)
        yield move


def _legal_move(book: Book, chance: Random) -> Move | None:
    """A legal move of those that a screen offers, each equally likely; None if there is none."""
    possible = [*book.game.possible(book.state, None)]
    chance.shuffle(possible)
    choices = (book.game.action(book.state, plain) for plain in possible)
    return next((choice.move for choice in choices if choice.legal), None)


@st.composite
def legal_games(draw: st.DrawFn) -> Played:
    """A game of some entries, made of its own choices and table rulings; often a whole round."""
    names = draw(st.integers(3, 5))
    book = open_book(read_header(header(names, draw(st.sampled_from(NAMES[:names])), **draw(options()))))
    length, chance = draw(st.integers(1, 60)), Random(draw(st.integers(0, 2**32)))
    for _ in range(length):
        move = _legal_move(book, chance)
        if move is None:
            break
        ruling = book.claim(move if chance.random() < 0.9 else chance.choice([*_rulings(book, chance)]))
        book = ruling.state if isinstance(ruling, Accepted) else book
    game = played(book.header, book.moves())
    assume(game is not None and game.lines)
    assert game is not None
    return game


@dataclass(frozen=True)
class Slip:
    """The game that was entered (`wrong`) instead of the one that was played, and the edit that puts it right."""

    wrong: Played
    right: Edit


def slips(game: Played, place: int) -> Iterator[Slip]:
    """Every slip at one place that leaves a legal game: a wrong entry, one too many, a forgotten one."""
    moves = [line.move for line in game.lines]
    before, was, after = moves[:place], moves[place], moves[place + 1 :]
    others: list[Any] = [move for move in game.choices(place) if move != was.plain()]
    for other in others:
        wrong = played(game.header, [*before, other, *after])
        if wrong is not None:
            yield Slip(wrong, Edit(do="change", entry=str(place + 1), move=was.plain()))
        wrong = played(game.header, [*before, other, was, *after])
        if wrong is not None:
            yield Slip(wrong, Edit(do="remove", entry=str(place + 1)))
    wrong = played(game.header, [*before, *after])
    if wrong is not None:
        where: dict[str, Any] = {"entry": str(place + 1)} if after else {}
        yield Slip(wrong, Edit(do="insert", move=was.plain(), **where))


def changes(game: Played, number: int) -> Edit:
    """An edit of some entry, with a move that could have been entered there."""
    place = number % len(game.lines)
    legal = game.choices(place) or [game.lines[place].move.plain()]
    other, line = legal[number % len(legal)], game.lines[place].id
    return (
        Edit(do="change", entry=line, move=other),
        Edit(do="remove", entry=line),
        Edit(do="insert", entry=line, move=other),
    )[number % 3]
