"""Games made up at random, for the tests of every game: what may be entered, and what holds of such games."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
from hypothesis import Phase, find, settings

from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header

Plain = dict[str, Any]
NEW = ["Dora", "Emil", "emil", "Fritz", " Gerd ", "centre", "pile", "x" * 41, ""]


def comings(names: list[str], gone: list[str], gives: str | None = None) -> st.SearchStrategy[Plain]:
    """Any change of seats at a table where these sit, and those have left."""
    seat = st.sampled_from([*names, *names, *gone, "Nobody"])
    new = st.sampled_from([*NEW[:5], *NEW[:5], *NEW, *names, *gone, *gone, *gone])
    given = {} if gives is None else {gives: st.integers(-1, 12)}
    kinds: list[tuple[str, dict[str, st.SearchStrategy[Any]], dict[str, st.SearchStrategy[Any]]]] = [
        ("join", {"seat": new}, {"after": seat, **given}),
        ("join", {"seat": new}, {}),
        ("leave", {"seat": seat}, {}),
        ("rename", {"seat": seat, "name": new}, {}),
        ("reseat", {"seats": st.permutations(names).map(list)}, {}),
        ("reseat", {"seats": st.lists(seat, max_size=5)}, {}),
    ]
    return st.one_of(
        [st.fixed_dictionaries({"move": st.just(kind), **keys}, optional=more) for kind, keys, more in kinds]
    )


def comes_to_an_end(games: st.SearchStrategy[tuple[Plain, list[Plain]]]) -> None:
    """Some of these games are over after somebody has come, gone, or both; what a test walks through has an end."""

    def whole(game: tuple[Plain, list[Plain]]) -> bool:
        head, moves = game
        book = open_book(read_header(head))
        for raw in moves:
            ruling = book.play(raw)
            book = ruling.state if isinstance(ruling, Accepted) else book
        return book.report().over and not {"join", "leave"}.isdisjoint(move.kind() for move in book.moves())

    find(games, whole, settings=settings(phases=[Phase.generate], max_examples=1_000, database=None, derandomize=True))
