"""Games divided into evenings, the results of an evening, and how places change from one to the next."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.circles.evenings import evening_of, evenings, races
from companion.circles.played import PlayedSeat
from companion.circles.statistics import places_over_time
from tests.circles.made import ANN, BOB, CLEO, DAN, HOUR, game
from tests.circles.playing import BEGUN

DAY = timedelta(days=1)


def test_a_pause_of_more_than_six_hours_ends_an_evening() -> None:
    first, second = game({ANN: 1}), game({ANN: 1}, at=BEGUN + 7 * HOUR)
    third = game({ANN: 1}, at=BEGUN + 15 * HOUR)
    found = evenings([third, first, second])
    assert [evening.games for evening in found] == [(first, second), (third,)]
    assert [evening.number for evening in found] == [1, 2]
    assert (found[0].begun, found[0].ended, found[0].length) == (BEGUN, BEGUN + 8 * HOUR, 8 * HOUR)


def test_an_evening_is_found_by_any_of_its_tables_even_if_an_earlier_evening_is_deleted() -> None:
    early, *later = (game({ANN: 1}, at=BEGUN + hours * HOUR) for hours in (0, 20, 22))
    for games in ([early, *later], later):
        found = evenings(games)
        assert all(evening_of(found, game.table) is found[-1] for game in later)
        assert found[-1].table == later[0].table
    assert evening_of(evenings(later), early.table) is None


def test_games_at_two_tables_at_once_are_one_evening() -> None:
    long, short = game({ANN: 1}, ended=BEGUN + 5 * HOUR), game({BOB: 1}, at=BEGUN + HOUR)
    (evening,) = evenings([long, short])
    assert evening.games == (short, long)
    assert evening.begun == BEGUN


def test_a_game_that_was_continued_the_next_day_belongs_to_that_evening() -> None:
    before = game({ANN: 1})
    after = game({ANN: 1}, at=BEGUN + HOUR, ended=BEGUN + 23 * HOUR, paused=20 * HOUR)
    found = evenings([before, after])
    assert [evening.games for evening in found] == [(before,), (after,)]
    assert found[1].length == 2 * HOUR


def test_the_leaders_have_won_most_games_of_the_evening() -> None:
    first = game({ANN: 1, BOB: 2})
    (evening,) = evenings([first])
    assert (evening.wins, evening.leaders) == ({ANN.id: 1, BOB.id: 0}, (ANN.id,))
    second = game({BOB: 1, CLEO: 2}, at=BEGUN + HOUR)
    third = game({DAN: 1, ANN: 2}, at=BEGUN + 2 * HOUR, over=False)
    (evening,) = evenings([first, second, third])
    assert evening.leaders == (ANN.id, BOB.id)
    assert evening.wins[DAN.id] == 0
    assert evening.finished == (first, second)


def test_nobody_leads_if_a_forgotten_person_may_have_won_as_many() -> None:
    won = [game({ANN: 1, BOB: 2}, at=BEGUN + n * HOUR) for n in range(2)]
    seats = (PlayedSeat(None, "", 1, None), *game({BOB: 2}).seats)
    others = [game({}, at=BEGUN + n * HOUR, seats=seats) for n in (2, 3)]
    (evening,) = evenings([*won, others[0]])
    assert evening.leaders == (ANN.id,)
    (evening,) = evenings([*won, *others])
    assert (evening.wins, evening.leaders) == ({ANN.id: 2, BOB.id: 0}, ())


def test_nobody_leads_before_a_game_is_over() -> None:
    (evening,) = evenings([game({ANN: 1, BOB: 2}, over=False)])
    assert evening.leaders == ()


def test_points_are_added_up_by_kind_from_game_to_game() -> None:
    (evening,) = evenings(
        [
            game({ANN: 1, BOB: 2}, {ANN: 3, BOB: 8}),
            game({ANN: 1, BOB: 2}, slug="fluff", at=BEGUN + HOUR),
            game({BOB: 1, CLEO: 2}, {BOB: 1, CLEO: 6}, at=BEGUN + 2 * HOUR),
            game({ANN: 1, BOB: 2}, {ANN: 0, BOB: 9}, at=BEGUN + 3 * HOUR, late=(ANN,)),
            game({ANN: 2, BOB: 1}, {ANN: 20, BOB: 7}, slug="ui77", at=BEGUN + 4 * HOUR),
        ]
    )
    sluff_off, ui77 = races(evening)
    assert (str(sluff_off.game.title), sluff_off.games) == ("Sluff Off!", 3)
    assert sluff_off.totals == {ANN.id: (3, None, None), BOB.id: (8, 9, 18), CLEO.id: (None, 6, None)}
    assert ui77.totals == {ANN.id: (20,), BOB.id: (7,)}


def test_a_race_with_one_box_has_its_words_and_one_with_several_the_usual_words() -> None:
    sealed = game({ANN: 1}, {ANN: 3}, edition="sieben-siegel")
    (race,) = races(evenings([sealed])[0])
    assert str(race.game.title) == "Die sieben Siegel"
    (race,) = races(evenings([sealed, game({ANN: 1}, {ANN: 3}, at=BEGUN + HOUR)])[0])
    assert str(race.game.title) == "Sluff Off!"


def test_the_average_place_is_of_the_latest_ten_games() -> None:
    games = [game({ANN: 1 if n else 4, BOB: 2}, at=BEGUN + n * DAY) for n in range(11)]
    games.append(game({BOB: 1, CLEO: 3}, at=BEGUN + 11 * DAY))
    games.append(game({BOB: 1, DAN: 3}, at=BEGUN + 11 * DAY, guests=1))
    found = places_over_time([night.finished for night in evenings(games)], (ANN, BOB, CLEO))
    assert found[ANN.id][:2] == (4.0, 2.5)
    assert found[ANN.id][9:] == (1.3, 1.0, 1.0)
    assert found[CLEO.id] == (*[None] * 11, 3.0)
    assert DAN.id not in found


@pytest.mark.property
@given(st.lists(st.tuples(st.integers(0, 2000), st.integers(1, 600)), max_size=40))
def test_every_game_belongs_to_one_evening_that_has_no_long_pause(times: list[tuple[int, int]]) -> None:
    minute = timedelta(minutes=1)
    games = [
        game({ANN: 1}, at=BEGUN + start * 10 * minute, ended=BEGUN + (start * 10 + length) * minute)
        for start, length in times
    ]
    found = evenings(games)
    assert sorted(game.ended for evening in found for game in evening.games) == sorted(game.ended for game in games)
    for before, after in pairwise(found):
        assert after.games[0].begun - before.ended > timedelta(hours=6)
    for evening in found:
        for earlier, later in pairwise(evening.games):
            assert later.begun - earlier.ended <= timedelta(hours=6)
