"""What holds for any sequence of moves, legal or not; and the rules read a second time."""

from __future__ import annotations

import copy

import hypothesis.strategies as st
from hypothesis import given, settings

from companion.games.ruling import Accepted, Rejected
from companion.games.transcript import open_book, read_header
from tests.games.popcorn.naive import Naive
from tests.games.popcorn.playing import games, legal
from tests.games.popcorn.sitting import NAMES, UNDO, Plain, header
from tests.games.random_games import comes_to_an_end, comings
from tests.often import often


@settings(deadline=None, max_examples=often(200))
@given(games())
def test_cards_are_kept_and_every_refusal_cites_a_rule(game: tuple[Plain, list[Plain]]) -> None:
    head, moves = game
    book = open_book(read_header(head))
    deck = 52 * head["options"].get("decks", 1)
    for raw in moves:
        ruling = book.play(raw)
        if isinstance(ruling, Rejected):
            assert ruling.rule in book.game.rules
            assert str(ruling.because)
            move = book.game.parse(raw)
            instead = book.game.instead(book.state, None if isinstance(move, Rejected) else move)
            assert all(isinstance(book.play(other.plain()), Accepted) for other in instead)
            assert instead or book.report().over
            continue
        book = ruling.state
        report = book.report()
        assert sum(report.holdings.values()) == deck
        assert all(count >= 0 for count in report.holdings.values())
        empty = [seat for seat in head["seats"] if report.holdings[seat] == 0]
        assert len(empty) <= 1
        assert bool(empty) == (report.phase in ("last-call", "over")) or report.phase == "reveal"
        assert list(report.winners) == (empty if report.over else [])


@settings(deadline=None, max_examples=often(300))
@given(games(most=80))
def test_a_second_reading_of_the_rules_agrees(game: tuple[Plain, list[Plain]]) -> None:
    read_twice(*game)


@st.composite
def games_with_comings(draw: st.DrawFn) -> tuple[Plain, list[Plain]]:
    """Games in which people come and go, and ask to when it is not the moment."""
    seats = draw(st.integers(2, 5))
    first = draw(st.none() | st.sampled_from(NAMES[:seats]))
    head = header(seats, draw(st.sampled_from(NAMES[:seats])), first)
    book, moves = open_book(read_header(head)), []
    for roll in draw(st.lists(st.integers(0, 9), min_size=20, max_size=60)):
        gone = [name for name in book.people.everybody if not book.people.sits(name)]
        played = legal(draw, book, often_called=roll < 2) or UNDO
        moves.append(played if roll < 6 else draw(comings(list(book.seats), gone)))
        ruling = book.play(moves[-1])
        book = ruling.state if isinstance(ruling, Accepted) else book
    return head, moves


@settings(deadline=None, max_examples=often(150))
@given(games_with_comings())
def test_a_second_reading_agrees_on_who_comes_and_goes(game: tuple[Plain, list[Plain]]) -> None:
    read_twice(*game)


def test_games_in_which_people_come_and_go_are_played_to_their_end() -> None:
    comes_to_an_end(games_with_comings())


def read_twice(head: Plain, moves: list[Plain]) -> None:
    """Both refuse by the same rules, and hold the same."""
    book = open_book(read_header(head))
    past = [Naive(head)]
    for raw in moves:
        ruling = book.play(raw)
        if raw == UNDO:
            said = None if len(past) > 1 else "nothing-to-undo"
            if said is None:
                past.pop()
        else:
            after = copy.deepcopy(past[-1])
            said = after.play(raw)
            if said is None:
                past.append(after)
        assert said == (ruling.rule.id if isinstance(ruling, Rejected) else None), raw
        book = book if isinstance(ruling, Rejected) else ruling.state
        report = book.report()
        assert (dict(report.holdings), report.phase) == (past[-1].held, past[-1].phase)
        assert "".join(report.winners) == past[-1].winner


@settings(deadline=None, max_examples=often(60))
@given(games())
def test_what_stands_replays_to_the_same_table_and_undoes_to_the_start(game: tuple[Plain, list[Plain]]) -> None:
    head, moves = game
    start = book = open_book(read_header(head))
    for raw in moves:
        ruling = book.play(raw)
        book = ruling.state if isinstance(ruling, Accepted) else book
    again = start
    for move in book.moves():
        ruling = again.play(move.plain())
        assert isinstance(ruling, Accepted)
        again = ruling.state
    assert again.state == book.state
    for _ in book.moves():
        undone = book.play(UNDO)
        assert isinstance(undone, Accepted)
        book = undone.state
    assert book.state == start.state
