"""What holds for any sequence of moves, legal or not; and the rules read a second time."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given

from companion.games.ruling import Rejected
from companion.games.transcript import open_book, read_header
from tests.games.plain_reading import read_twice
from tests.games.popcorn.naive import Naive
from tests.games.popcorn.playing import games, sensible
from tests.games.popcorn.sitting import NAMES, UNDO, Plain, header
from tests.games.random_games import cites_a_rule, comings, played, tried


@given(games())
def test_cards_are_kept_and_every_refusal_cites_a_rule(game: tuple[Plain, list[Plain]]) -> None:
    head, _ = game
    deck = 52 * head["options"].get("decks", 1)
    for book, raw, after in played(*game):
        if isinstance(after, Rejected):
            assert cites_a_rule(book, raw, after) or book.report().over
            continue
        report = after.report()
        assert sum(report.holdings.values()) == deck
        assert all(count >= 0 for count in report.holdings.values())
        empty = [seat for seat in head["seats"] if report.holdings[seat] == 0]
        assert len(empty) <= 1
        if raw["move"] in ("stop", "result"):
            continue
        assert bool(empty) == (report.phase in ("last-call", "over")) or report.phase == "reveal"
        assert list(report.winners) == (empty if report.over else [])


@given(games(most=80))
def test_a_second_reading_of_the_rules_agrees(game: tuple[Plain, list[Plain]]) -> None:
    read_twice(*game, Naive(game[0]))


@st.composite
def games_with_comings(draw: st.DrawFn) -> tuple[Plain, list[Plain]]:
    """Games in which people come and go, and ask to when it is not the moment."""
    seats = draw(st.integers(2, 5))
    first = draw(st.none() | st.sampled_from(NAMES[:seats]))
    head = header(seats, draw(st.sampled_from(NAMES[:seats])), first)
    book, moves = open_book(read_header(head)), []
    for roll in draw(st.lists(st.integers(0, 9), min_size=20, max_size=60)):
        usual = sensible(draw, book, often_called=roll < 2) or UNDO
        moves.append(usual if roll < 6 else draw(comings(book)))
        book = tried(book, moves[-1])
    return head, moves


@given(games_with_comings())
def test_a_second_reading_agrees_on_who_comes_and_goes(game: tuple[Plain, list[Plain]]) -> None:
    read_twice(*game, Naive(game[0]))
