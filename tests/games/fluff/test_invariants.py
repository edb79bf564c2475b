"""What holds for any sequence of moves, legal or not; and a second, naive reading of the rules that must agree."""

from __future__ import annotations

from collections.abc import Iterator

import hypothesis.strategies as st
import pytest
from hypothesis import given

from companion.games.game import Book
from companion.games.ruling import Accepted, Rejected
from companion.games.transcript import open_book, read_header
from tests.games.fluff.naive import Naive
from tests.games.fluff.sitting import UNDO, Plain, header, starts
from tests.games.plain_reading import read_twice
from tests.games.random_games import (
    any_of,
    cites_a_rule,
    comings,
    legal,
    made_once,
    played,
    spoiled,
    tried,
)

FACES = st.sampled_from([2, 3, 4, 5, 6, "wild"])


@made_once
def anything(names: tuple[str, ...]) -> st.SearchStrategy[Plain]:
    seat, few = st.sampled_from(names), st.integers(1, 6)
    told_short = any_of(("stop", {}, {"seat": seat}), ("result", {"seat": seat, "dice": few}, {}))
    return spoiled(told_short) | any_of(
        ("first_roll", {"wilds": st.dictionaries(seat, st.integers(0, 6), max_size=len(names))}, {}),
        ("bid", {"seat": seat, "quantity": few, "value": st.integers(2, 6)}, {}),
        ("call", {"seat": seat}, {}),
        ("show", {"seat": seat, "dice": st.lists(FACES, max_size=6)}, {}),
        ("show", {"seat": seat, "matching": st.integers(-1, 6)}, {}),
        ("show", {"seat": seat, "matching": few, "dice": st.lists(FACES, max_size=6)}, {}),
        ("spill", {"seat": seat, "count": few}, {}),
        ("ruling", {"seat": seat, "dice": st.integers(-6, 6), "reason": st.just("we agreed")}, {}),
        ("undo", {}, {}),
    )


@st.composite
def games(draw: st.DrawFn) -> tuple[Plain, list[Plain]]:
    """A header and moves: legal ones mostly, so that games get somewhere, with anything at all between them."""
    seats = draw(st.integers(2, 6))
    head = header(seats, sets=2, sloppy=draw(st.booleans()))
    book, moves = open_book(read_header(head)), []
    for kind in draw(st.lists(st.integers(0, 5), min_size=15, max_size=80)):
        usual = legal(book)
        # Calls come often, so that rounds end; spills seldom, so that they do not end the game.
        calls = [move for move in usual if move["move"] == "call"]
        kept = [move for move in usual if move["move"] != "spill"]
        if kind == 0 or not usual:
            moves.append(draw(anything(tuple(head["seats"]))))
        else:
            moves.append(draw(st.sampled_from(calls if kind == 1 and calls else usual if kind == 2 else kept or usual)))
        book = tried(book, moves[-1])
    return head, moves


@given(games())
def test_dice_only_fall_rulings_aside_and_every_refusal_cites_a_rule(game: tuple[Plain, list[Plain]]) -> None:
    for book, raw, after in played(*game):
        held = book.report().holdings
        if isinstance(after, Rejected):
            cites_a_rule(book, raw, after)
            continue
        now = after.report()
        assert all(0 <= count <= 5 for count in now.holdings.values())
        if raw["move"] not in ("ruling", "undo"):
            lost = [held[name] - count for name, count in now.holdings.items()]
            assert all(n >= 0 for n in lost)
            assert sum(lost) <= 2 + raw.get("count", 0)
        left = sum(map(bool, now.holdings.values()))
        assert now.over == (left == 1 or raw["move"] == "stop")
        best = max(now.holdings.values())
        assert list(now.winners) == [name for name, count in now.holdings.items() if count == best and now.over]
        assert after.game.places(after)


@given(games())
def test_a_naive_reading_of_the_rules_agrees(game: tuple[Plain, list[Plain]]) -> None:
    read_twice(*game, Naive(game[0]))


@st.composite
def games_with_comings(draw: st.DrawFn) -> tuple[Plain, list[Plain]]:
    """Games in which people come and go, and ask to when it is not the moment."""
    sets = draw(st.integers(1, 2))
    head = header(draw(st.integers(2, 4 if sets == 1 else 5)), sets=sets, sloppy=draw(st.booleans()))
    book, moves = open_book(read_header(head)), []
    for roll in draw(st.lists(st.integers(0, 9), min_size=20, max_size=60)):
        usual = legal(book)
        calls = [move for move in usual if move["move"] in ("call", "show")]
        some = draw(st.sampled_from(calls if calls and roll < 4 else usual)) if usual else UNDO
        rich = max(book.seats, key=lambda name: book.report().holdings[name])
        if roll == 0 and (book.state.phase == "bid" and book.state.bid is None) and book.report().holdings[rich] > 1:
            some = {"move": "ruling", "seat": rich, "dice": 1 - book.report().holdings[rich], "reason": "shorter"}
        moves.append(some if roll < 6 else draw(comings(book, "dice")))
        book = tried(book, moves[-1])
    return head, moves


@given(games_with_comings())
def test_a_naive_reading_agrees_on_who_comes_and_goes(game: tuple[Plain, list[Plain]]) -> None:
    read_twice(*game, Naive(game[0]))


@pytest.mark.property
def test_every_small_game_agrees_with_the_naive_reading() -> None:
    """All games of two seats with two dice and one, five moves deep, against the naive reading."""
    assert explored(*small(2, sloppy=False), 5) > 500


@pytest.mark.property
def test_every_small_sloppy_game_agrees_with_the_naive_reading() -> None:
    """All games of three seats with two dice, one and one, five moves deep, dice spilled at any moment."""
    assert explored(*small(3, sloppy=True), 5) > 500


def small(seats: int, *, sloppy: bool) -> tuple[Book, Naive]:
    """Two dice for the first seat, who opens, and one for each other; by the judge and by the naive reading."""
    head = header(seats, sloppy=sloppy)
    opening: list[Plain] = [
        starts(seats=seats),
        *({"move": "ruling", "seat": name, "dice": -4 + (name == "Ann"), "reason": "small"} for name in head["seats"]),
    ]
    naive, book = Naive(head), open_book(read_header(head))
    for move in opening:
        assert naive.play(move) is None
        ruling = book.play(move)
        assert isinstance(ruling, Accepted)
        book = ruling.state
    return book, naive


def explored(book: Book, naive: Naive, depth: int) -> int:
    if depth == 0 or naive.phase == "over":
        return 1
    count = 0
    for move in small_moves(naive):
        said, ruling = naive.play(move), book.play(move)
        if isinstance(ruling, Rejected):
            assert said == ruling.rule.id, move
            continue
        assert said is None, move
        assert (naive.dice, naive.phase) == (dict(ruling.state.report().holdings), ruling.state.report().phase)
        count += explored(ruling.state, naive, depth - 1)
        assert naive.play(UNDO) is None
    return count


def small_moves(naive: Naive) -> Iterator[Plain]:
    for name in naive.names:
        yield {"move": "call", "seat": name}
        for quantity in (1, 2):
            for value in (2,) if naive.sloppy else (2, 5, 6):
                yield {"move": "bid", "seat": name, "quantity": quantity, "value": value}
        held = naive.dice[name]
        for dice in () if naive.sloppy else ([2] * held, [5] * held, ["wild"] * held):
            yield {"move": "show", "seat": name, "dice": dice}
        for matching in {0, held}:
            yield {"move": "show", "seat": name, "matching": matching}
        yield {"move": "spill", "seat": name, "count": 1}
