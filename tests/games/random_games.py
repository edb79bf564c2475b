"""Games made up at random, for the tests of every game: what may be entered, and what holds of such games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import lru_cache
from typing import Any

import hypothesis.strategies as st

from companion.games.game import Book
from companion.games.move import Move
from companion.games.ruling import Accepted, Rejected
from companion.games.transcript import open_book, read_header

Plain = dict[str, Any]
UNDO: Plain = {"move": "undo"}
Keys = dict[str, st.SearchStrategy[Any]]
made_once = lru_cache(1_000)
"""For a function that makes a strategy: to make one and have it validated costs more than to draw from it."""
ODD: list[Any] = [..., None, True, False, 1.0, -1, 99, "1", "Nobody", "centre", "pile", [], {}]
"""What `spoiled` puts in a value's place; `...` for nothing."""
NEW = ["Dora", "Emil", "emil", "Fritz", " Gerd ", "centre", "pile", "x" * 41, ""]


def any_of(*kinds: tuple[str, Keys, Keys]) -> st.SearchStrategy[Plain]:
    """Moves of these kinds: of each its name, the keys that it has, and those that it may have."""
    return st.one_of(
        [st.fixed_dictionaries({"move": st.just(kind), **keys}, optional=more) for kind, keys, more in kinds]
    )


@st.composite
def spoiled(draw: st.DrawFn, moves: st.SearchStrategy[Plain]) -> Plain:
    """One of these moves, as it is or with one thing odd in it or in an object of it, left out or too much."""
    raw = deepcopy(draw(moves))
    objects = [raw]
    for one in objects:
        objects += [value for value in one.values() if isinstance(value, dict)]
    there, odd = draw(st.sampled_from(objects)), draw(st.sampled_from(ODD))
    key = draw(st.sampled_from([*(key for key in there if key != "move"), "seat", "odd"]))
    if draw(st.booleans()):
        there.pop(key, None)
        there.update({} if odd is ... else {key: odd})
    return raw


def comings(book: Book, gives: str | None = None) -> st.SearchStrategy[Plain]:
    """Any change of seats at this table."""
    return _comings(book.seats, tuple(name for name in book.people.everybody if not book.people.sits(name)), gives)


@made_once
def _comings(names: tuple[str, ...], gone: tuple[str, ...], gives: str | None) -> st.SearchStrategy[Plain]:
    seat = st.sampled_from([*names, *names, *gone, "Nobody"])
    new = st.sampled_from([*NEW[:5], *NEW[:5], *NEW, *names, *gone, *gone, *gone])
    given = {} if gives is None else {gives: st.integers(-1, 12)}
    return any_of(
        ("join", {"seat": new}, {"after": seat, **given}),
        ("join", {"seat": new}, {}),
        ("leave", {"seat": seat}, {}),
        ("rename", {"seat": seat, "name": new}, {}),
        ("reseat", {"seats": st.permutations(names).map(list)}, {}),
        ("reseat", {"seats": st.lists(seat, max_size=5)}, {}),
    )


def legal(book: Book) -> list[Plain]:
    """What whoever's move it is may do now, of what a screen has for it."""
    return [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]


def tried(book: Book, raw: Plain) -> Book:
    """The book after a move; the same book where the move does not stand."""
    ruling = book.play(raw)
    return ruling.state if isinstance(ruling, Accepted) else book


def played(head: Plain, moves: Iterable[Plain]) -> Iterator[tuple[Book, Plain, Book | Rejected]]:
    """Each of the moves, with the book before it, and the book after it or why it does not stand."""
    book = open_book(read_header(head))
    for raw in moves:
        ruling = book.play(raw)
        yield book, raw, ruling if isinstance(ruling, Rejected) else ruling.state
        book = book if isinstance(ruling, Rejected) else ruling.state


def table(head: Plain, moves: Iterable[Plain]) -> Book:
    """The book after those of the moves that stand."""
    book = open_book(read_header(head))
    for raw in moves:
        book = tried(book, raw)
    return book


def cites_a_rule(book: Book, raw: Plain, refused: Rejected) -> tuple[Move, ...]:
    """What is offered instead; asserts that the refusal names a rule and says why, and that all of that stands."""
    assert refused.rule in book.game.rulebook.rules
    assert str(refused.because)
    move = book.game.parse(raw)
    instead = book.game.instead(book.state, None if isinstance(move, Rejected) else move)
    assert all(isinstance(book.play(other.plain()), Accepted) for other in instead)
    return instead
