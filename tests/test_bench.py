"""What the bench works out of its measurements, and the games that it plays."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header
from tests.bench import games
from tests.bench.contenders import API, DURABLE, EVERYBODY, MEMORY, PAGES
from tests.bench.long_table import ENTRIES, long_game
from tests.bench.results import Row, Wanted, table
from tests.bench.tapping import Bytes, Found, Loop, Run, loop_rows, phone_rows


def loop(cpu: float, p50: float = 1, p99: float = 1) -> Loop:
    """1,000 moves in five seconds, and as many again, ten times as slow to arrive."""
    return Loop(
        [Run(1000, 5, cpu, p50, p99, 0.1, 0), Run(1000, 5, cpu, p50, p99, 0.3, 0), Run(1000, 5, cpu, 9, 99, 0.2, 0)]
    )


def found() -> Found:
    closed = {PAGES: loop(0.8), API: loop(0.7), MEMORY: loop(0.5), DURABLE: loop(1.7)}
    memory = dict(zip(EVERYBODY, (40_960, 20_480, 51_200, 51_200), strict=True))
    updates = {PAGES: {games.SLUFF_OFF: Bytes(2000, 700)}, MEMORY: {games.SLUFF_OFF: Bytes(1500, 0)}}
    rate = {PAGES: loop(1, p50=3, p99=6), MEMORY: loop(1, p50=1, p99=3), DURABLE: loop(1)}
    return Found(20, closed, rate, memory, updates)


def test_runs_are_put_together() -> None:
    runs = loop(0.5, p50=2, p99=7)
    assert (runs.per_second, runs.ms, runs.p50, runs.p99, runs.load) == (200, 0.5, 2, 7, 0.3)


def test_a_tap_is_held_against_the_peers_by_processor_time() -> None:
    _, taps, _, moves = loop_rows(found(), 2.0)
    assert [one.found for one in taps.wanted] == pytest.approx([0.625, 2.125])
    assert [one.wanted for one in taps.wanted] == [0.5, 2]
    assert [one.found for one in moves.wanted] == pytest.approx([0.8 / 0.7])


def test_what_a_phone_has_is_held_against_the_peer_in_memory() -> None:
    delay, memory, update, _ = phone_rows(found())
    assert [one.found for one in delay.wanted] == [200, 3, 2]
    assert [one.found for one in memory.wanted] == [0.8]
    assert [one.found for one in update.wanted] == [2000]


@pytest.mark.parametrize(
    ("side", "number", "told"),
    [("at most", 1.2, "1.2"), ("at most", 1.21, "**1.21**"), ("at least", 4, "4"), ("at least", 3.99, "**3.99**")],
)
def test_what_is_not_reached_is_bold(side: Any, number: float, told: str) -> None:
    assert Wanted(number, side, {"at most": 1.2, "at least": 4}[side], "times").told == told


def test_the_table_has_a_line_for_each_figure() -> None:
    row = Row("a tap", ("1", "2"), (Wanted(0.5, "at least", 0.4, "of in memory"), Wanted(3, "at most", 4, "ms")))
    assert table([row]).splitlines()[2:] == ["| a tap | 1 | 2 | – | at least 0.4 of in memory; at most 4 ms | 0.5; 3 |"]


def test_the_long_game_leaves_the_table_as_it_was() -> None:
    moves = long_game([{"move": "take", "seat": "Chris", "color": "red"}, {"move": "done", "seat": "Chris"}])
    assert len(moves) == ENTRIES
    book = fresh = open_book(read_header(games.header()))
    for move in [*moves[:50], *moves[-50:]]:
        ruling = book.play(move)
        assert isinstance(ruling, Accepted), (move, ruling)
        book = ruling.state
    assert book.report() == fresh.report()
