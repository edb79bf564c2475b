"""Games as a circle keeps them: made from tables, written as JSON and read again."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from companion.circles.played import PLAYED, PlayedGame, PlayedSeat, played_of
from tests import finished
from tests.circles.playing import BEGUN, MINUTE, Plain, snapshot_of
from tests.games.comings import join, leave, rename
from tests.games.fluff.sitting import ruling

BOB = 8
FIRST_FORM = """{"table":"AAAA1111","game":"sluff-off","edition":"sluff-off","options":{"rounds":1},
"begun":"2026-03-06T19:30:00.250000+00:00","ended":"2026-03-07T15:47:00+00:00","paused":72000,"over":true,"seats":[
{"person":8,"name":"","place":2,"score":6,"counts":{"predictions":1,"black":2},"whole":true},
{"person":null,"name":"","place":1,"score":null,"counts":{},"whole":false}]}"""
"""A game as the first program with circles kept it. Databases have such rows, and that program can read today's."""


def test_a_finished_game_has_its_places_points_and_length() -> None:
    header, moves = finished.sluff_off(("Ann", "Bob", "Cleo"), rounds=1)
    played = played_of(snapshot_of(header, moves))
    assert (played.table, played.game, played.edition, played.over) == ("AAAA1111", "sluff-off", "sluff-off", True)
    assert (played.begun, played.ended) == (BEGUN, BEGUN + 17 * MINUTE)
    assert played.length == 17 * MINUTE
    assert [(seat.name, seat.person) for seat in played.seats] == [("Ann", None), ("Bob", None), ("Cleo", None)]
    scores = [seat.score for seat in played.seats]
    assert scores == [snapshot_of(header, moves).book.report().totals[seat.name] for seat in played.seats]
    assert [seat.place for seat in played.seats] == [
        sorted(other for other in scores if other is not None).index(score or 0) + 1 for score in scores
    ]
    assert all(seat.whole for seat in played.seats)


def test_a_game_without_points_has_places_nevertheless() -> None:
    played = played_of(snapshot_of(*finished.fluff(("Ann", "Bob", "Cleo"))))
    assert [(seat.name, seat.place, seat.score) for seat in played.seats] == [
        ("Ann", 1, None),
        ("Bob", 3, None),
        ("Cleo", 2, None),
    ]
    assert (played.edition, played.options) == (None, {"sets": 3})


def test_a_finished_game_has_the_tallies_of_each_seat() -> None:
    played = played_of(snapshot_of(*finished.fluff(("Ann", "Bob", "Cleo"))))
    assert [seat.counts["dice-lost"] for seat in played.seats] == [0, 5, 5]


def test_a_game_that_is_not_over_has_no_tallies() -> None:
    header, moves = finished.sluff_off(("Ann", "Bob", "Cleo"), rounds=1, of=2)
    played = played_of(snapshot_of(header, moves))
    assert not played.over
    assert [seat.counts for seat in played.seats] == [{}, {}, {}]


def test_a_game_without_an_entry_began_when_the_table_was_opened() -> None:
    header, _ = finished.sluff_off(("Ann", "Bob", "Cleo"))
    here = snapshot_of(header, [])
    played = played_of(here)
    assert (played.begun, played.ended) == (here.opened_at, here.opened_at)
    assert played.length == timedelta()


def test_a_night_between_two_rounds_does_not_count_as_time_played() -> None:
    header, moves = finished.sluff_off(("Ann", "Bob", "Cleo"), rounds=1)
    times = [BEGUN + number * MINUTE + (timedelta(hours=20) if number > 5 else timedelta()) for number in range(18)]
    played = played_of(snapshot_of(header, moves, times=times))
    assert played.ended - played.begun == timedelta(hours=20, minutes=17)
    assert played.length == 16 * MINUTE


def test_a_game_has_a_length_even_if_the_clock_was_set_back() -> None:
    header, moves = finished.sluff_off(("Ann", "Bob", "Cleo"), rounds=1)
    times = [BEGUN - number * MINUTE for number in range(18)]
    assert played_of(snapshot_of(header, moves, times=times)).length == 17 * MINUTE


FOUR = ("Ann", "Bob", "Dora", "Cleo")
ENDED = {"sluff-off": finished.sluff_off(FOUR), "fluff": finished.fluff(FOUR)}


def whole(header: Plain, *moves: Plain) -> dict[str, bool]:
    """By seat, True if the player was there for the whole of that game."""
    return {seat.name: seat.whole for seat in played_of(snapshot_of(header, moves)).seats}


@pytest.mark.parametrize("slug", ENDED)
def test_a_player_who_sits_down_before_the_first_move_was_there_for_the_whole_game(slug: str) -> None:
    header, moves = ENDED[slug]
    three = {**header, "seats": ["Ann", "Bob", "Cleo"]}
    assert whole(three, join("Dora", "Bob"), leave("Bob"), join("Bob", "Ann"), *moves) == dict.fromkeys(FOUR, True)


def test_a_player_who_comes_late_was_not_there_for_it_even_if_no_round_has_points() -> None:
    header, (starts, *out) = finished.fluff(FOUR[:3])
    assert whole(header, starts, *out[:1], join("Cleo"), ruling("Cleo", -5), *out[1:]) == {
        "Ann": True, "Bob": True, "Dora": True, "Cleo": False
    }  # fmt: skip


def test_a_player_who_missed_a_round_was_not_there_for_it_even_if_back_under_another_name() -> None:
    header, (starts, *out) = finished.fluff(FOUR)
    missed = [leave("Ann"), out[0], join("Ann", "Cleo"), rename("Ann", "Anna")]
    assert whole(header, starts, *missed, *out[1:]) == {"Anna": False, "Bob": True, "Dora": True, "Cleo": True}


def test_a_player_who_is_away_between_two_rounds_misses_none() -> None:
    header, moves = finished.sluff_off(FOUR)
    half = len(moves) // 2
    between = [leave("Dora"), join("Dora", "Bob")]
    assert whole(header, *moves[:half], *between, *moves[half:]) == dict.fromkeys(FOUR, True)


def test_a_game_is_read_from_json_as_it_was_written() -> None:
    header, moves = finished.ui77(("\u202eAnn", "Bob"))
    played = played_of(snapshot_of(header, moves))
    assert PLAYED.validate_json(PLAYED.dump_json(played)) == played


def test_a_row_of_the_first_form_is_read_and_written_back_in_that_form() -> None:
    played = PLAYED.validate_json(FIRST_FORM)
    assert played == PlayedGame(
        table="AAAA1111",
        game="sluff-off",
        edition="sluff-off",
        options={"rounds": 1},
        begun=datetime(2026, 3, 6, 19, 30, 0, 250_000, UTC),
        ended=datetime(2026, 3, 7, 15, 47, tzinfo=UTC),
        over=True,
        seats=(
            PlayedSeat(BOB, "", 2, 6, {"predictions": 1, "black": 2}),
            PlayedSeat(None, "", 1, None, whole=False),
        ),
        paused=timedelta(hours=20),
    )
    then, now = json.loads(FIRST_FORM), PLAYED.dump_python(played, mode="json")
    for time in ("begun", "ended"):
        assert datetime.fromisoformat(now.pop(time)) == datetime.fromisoformat(then.pop(time))
    assert now == then
