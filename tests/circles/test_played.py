"""Games as a circle keeps them: made from tables, and there and back as JSON."""

from __future__ import annotations

import json
from datetime import timedelta

from companion.circles.played import plain, read
from companion.circles.played_at_table import played_of
from tests import finished
from tests.circles.playing import BEGUN, MINUTE, snapshot_of

ANN, BOB, CLEO = 7, 8, 9


def test_a_finished_game_has_its_places_points_and_length() -> None:
    header, moves = finished.sluff_off(("Ann", "Bob", "Cleo"), rounds=1)
    played = played_of(snapshot_of(header, moves), {"Ann": ANN, "Bob": BOB})
    assert (played.table, played.game, played.edition, played.over) == ("AAAA1111", "sluff-off", "sluff-off", True)
    assert (played.begun, played.ended) == (BEGUN, BEGUN + 17 * MINUTE)
    assert played.length == 17 * MINUTE
    assert [(one.name, one.person) for one in played.seats] == [("Ann", ANN), ("Bob", BOB), ("Cleo", None)]
    scores = [one.score for one in played.seats]
    assert scores == [snapshot_of(header, moves).book.report().totals[one.name] for one in played.seats]
    assert [one.place for one in played.seats] == [
        sorted(one for one in scores if one is not None).index(score or 0) + 1 for score in scores
    ]
    assert all(one.whole for one in played.seats)


def test_a_game_without_points_has_places_all_the_same() -> None:
    played = played_of(snapshot_of(*finished.fluff(("Ann", "Bob", "Cleo"))), {})
    assert [(one.name, one.place, one.score) for one in played.seats] == [
        ("Ann", 1, None),
        ("Bob", 3, None),
        ("Cleo", 2, None),
    ]
    assert (played.edition, played.options) == (None, {"sets": 3})


def test_a_finished_game_has_what_it_counts_of_each_seat() -> None:
    played = played_of(snapshot_of(*finished.fluff(("Ann", "Bob", "Cleo"))), {})
    assert [one.counts["dice-lost"] for one in played.seats] == [0, 5, 5]


def test_a_game_that_is_not_over_says_so_and_counts_nothing() -> None:
    header, moves = finished.sluff_off(("Ann", "Bob", "Cleo"), rounds=1, of=2)
    played = played_of(snapshot_of(header, moves), {})
    assert not played.over
    assert [one.counts for one in played.seats] == [{}, {}, {}]


def test_a_game_without_an_entry_began_when_the_table_was_opened() -> None:
    header, _ = finished.sluff_off(("Ann", "Bob", "Cleo"))
    here = snapshot_of(header, [])
    played = played_of(here, {})
    assert (played.begun, played.ended) == (here.opened_at, here.opened_at)
    assert played.length == timedelta()


def test_a_night_between_two_rounds_is_no_time_that_was_played() -> None:
    header, moves = finished.sluff_off(("Ann", "Bob", "Cleo"), rounds=1)
    times = [BEGUN + number * MINUTE + (timedelta(hours=20) if number > 5 else timedelta()) for number in range(18)]
    played = played_of(snapshot_of(header, moves, times=times), {})
    assert played.ended - played.begun == timedelta(hours=20, minutes=17)
    assert played.length == 16 * MINUTE


def test_a_clock_that_was_set_back_makes_no_game_shorter_than_none() -> None:
    header, moves = finished.sluff_off(("Ann", "Bob", "Cleo"), rounds=1)
    times = [BEGUN - number * MINUTE for number in range(18)]
    assert played_of(snapshot_of(header, moves, times=times), {}).length == 17 * MINUTE


def test_a_game_goes_into_the_database_and_comes_back() -> None:
    header, moves = finished.ui77(("\u202eAnn", "Bob"))
    played = played_of(snapshot_of(header, moves), {"Bob": BOB})
    assert read(json.loads(json.dumps(plain(played)))) == played
