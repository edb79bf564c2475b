"""What the bench writes down: medians, ratios and verdicts are worked out right from given figures."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header
from companion.tables.keys_and_codes import normal_code
from tests.bench import games
from tests.bench.cost import ENTRIES, long_game
from tests.bench.figures import middle, p, spread
from tests.bench.filling import code_of
from tests.bench.idle import Idle
from tests.bench.report import Section, Verdict, document, table
from tests.bench.speed import Speed
from tests.bench.speed_report import rate_verdicts, ratios


@dataclass(frozen=True, slots=True)
class Run:
    fast: float
    large: int


RUNS = (Run(1.0, 30), Run(5.0, 10), Run(2.0, 20))


def speed(per_second: float = 1, p50: float = 1, p99: float = 1) -> Speed:
    return Speed(per_second, p50, 1, p99, 1, 1, 1, 1, 0, 0)


def test_the_middle_of_some_runs_is_each_figures_median() -> None:
    assert middle(RUNS) == Run(2.0, 20)


def test_a_spread_tells_the_median_the_least_and_the_most() -> None:
    assert spread([Run(1000.4, 0), Run(3000, 0), Run(2000, 0)], lambda run: run.fast) == "2,000 (1,000 to 3,000)"


def test_a_percentile_lies_where_so_many_percent_end() -> None:
    assert p(range(101), 95) == 95


@pytest.mark.parametrize(
    ("side", "found", "met"),
    [("at most", 1.2, True), ("at most", 1.21, False), ("at least", 4.0, True), ("at least", 3.99, False)],
)
def test_a_target_is_met_on_its_own_side(side: str, found: float, met: bool) -> None:
    wanted = {"at most": 1.2, "at least": 4.0}[side]
    verdict = Verdict("a ratio", found, "at most" if side == "at most" else "at least", wanted, " times")
    assert verdict.met is met
    assert verdict.row[3] == ("yes" if met else "**no**")


def test_ratios_are_ours_over_each_peers() -> None:
    found = ratios(20, {"companion": 3000, "peer in memory": 2000, "peer with FlatFile": 500})
    assert [(verdict.found, verdict.wanted) for verdict in found] == [(1.5, 1.1), (6.0, 4.0)]
    assert [verdict.side for verdict in found] == ["at least", "at least"]


def test_at_a_fixed_rate_the_tail_is_held_against_the_peer_in_memory() -> None:
    pages, own, peer = speed(200, p50=5, p99=24), speed(199, p50=1.5, p99=6), speed(p99=12)
    found = rate_verdicts({"companion, by its pages": pages, "companion": own, "peer in memory": peer}, {})
    judged = [(verdict.found, verdict.wanted) for verdict in found]
    assert judged == [(200, 190), (5, 4), (2, 1), (199, 190), (1.5, 2), (0.5, 1)]


def test_who_does_not_reach_the_rate_is_judged_by_what_it_can_make() -> None:
    pages, calm, own, peer = speed(150, p50=900, p99=1500), speed(75, p50=9, p99=18), speed(200), speed(200, p99=12)
    found = rate_verdicts({"by its pages": pages, "companion": own, "peer in memory": peer}, {"by its pages": calm})
    assert [verdict.found for verdict in found[:3]] == [150, 9, 1.5]
    assert "at 75 a second" in found[1].what


def test_measured_alone_there_are_no_ratios() -> None:
    assert ratios(20, {"companion": 3000}) == []
    alone = rate_verdicts({"by its pages": speed(), "companion": speed()}, {})
    assert [verdict.unit for verdict in alone] == ["", " ms", "", " ms"]


def test_memory_is_told_a_phone() -> None:
    run = Idle(start=50_000_000, few=60_000_000, many=74_000_000)
    assert (run.of_few, run.of_many, run.further) == (10_000, 8_000, 7_000)


def test_the_document_begins_with_what_was_wanted() -> None:
    sections = (Section("One", "Text.", (Verdict("this", 1, "at most", 2, " ms"),)), Section("Two", "More."))
    assert document("# Head", sections, "## Notes").splitlines() == [
        "# Head",
        "",
        "| what | wanted | found | reached |",
        "| --- | --- | --- | --- |",
        "| this | at most 2 ms | 1.00 ms | yes |",
        *("", "## One", "", "Text.", "", "## Two", "", "More.", "", "## Notes"),
    ]


def test_a_table_has_a_line_under_its_head() -> None:
    assert table(("a", "b"), [("1", "2")]) == "| a | b |\n| --- | --- |\n| 1 | 2 |"


def test_the_long_game_leaves_the_table_as_it_was() -> None:
    moves = long_game([{"move": "take", "seat": "Chris", "color": "red"}, {"move": "done", "seat": "Chris"}])
    assert len(moves) == ENTRIES
    book = fresh = open_book(read_header(games.header()))
    for move in [*moves[:50], *moves[-50:]]:
        ruling = book.play(move)
        assert isinstance(ruling, Accepted), (move, ruling)
        book = ruling.state
    assert book.report() == fresh.report()


def test_no_code_comes_twice() -> None:
    codes = {code_of(number) for number in range(10_000)}
    assert len(codes) == 10_000
    assert all(normal_code(code) == code for code in codes)
