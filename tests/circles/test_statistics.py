"""The statistics of a circle's games: examples, and what must be true whatever was played."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.circles.played import PlayedGame
from companion.circles.statistics import Average, Statistics, TallySum, Versus, statistics
from tests.circles.made import ANN, BOB, CLEO, DAN, HOUR, PEOPLE, game
from tests.circles.playing import BEGUN

DAY = timedelta(days=1)


def told(*games: PlayedGame) -> Statistics:
    return statistics(games, PEOPLE)


def test_each_person_has_games_wins_and_places() -> None:
    found = told(
        game({ANN: 1, BOB: 2, CLEO: 3}),
        game({ANN: 2, BOB: 1}, at=BEGUN + DAY, slug="fluff"),
        game({ANN: 1, CLEO: 2}, at=BEGUN + 2 * DAY, guests=1),
    )
    assert found.games == 3
    assert [(one.person, one.whole.games, one.whole.wins, one.whole.places.value) for one in found.people] == [
        (ANN, 3, 2, 4 / 3),
        (BOB, 2, 1, 1.5),
        (CLEO, 2, 0, 2.5),
    ]
    assert found.of(DAN.id) is None
    assert found.of(ANN.id) == found.people[0]


def test_people_with_equal_wins_are_ranked_by_places_then_by_name() -> None:
    found = told(game({BOB: 1, ANN: 2, CLEO: 3}), game({ANN: 1, BOB: 2, CLEO: 3}, at=BEGUN + DAY))
    assert [one.person for one in found.people] == [ANN, BOB, CLEO]
    found = told(
        game({BOB: 1, ANN: 2}), game({ANN: 1, CLEO: 2, BOB: 3}, at=BEGUN + DAY), game({ANN: 3, BOB: 1, CLEO: 2})
    )
    assert [one.person for one in found.people] == [BOB, ANN, CLEO]


def test_a_shared_win_counts_for_each_and_as_shared() -> None:
    found = told(game({ANN: 1, BOB: 1, CLEO: 3}), game({ANN: 1, BOB: 2}, at=BEGUN + DAY))
    assert [(one.person, one.whole.wins, one.whole.shared) for one in found.people] == [
        (ANN, 2, 1),
        (BOB, 1, 1),
        (CLEO, 0, 0),
    ]


def test_a_win_shared_with_a_guest_is_shared_too() -> None:
    with_guest = game({ANN: 1}, guests=1)
    tied = game({ANN: 1}, guests=1, seats=(with_guest.seats[0], *(game({BOB: 1}).seats)))
    assert told(tied).people[0].whole.shared == 1


def test_an_unfinished_game_counts_only_as_unfinished() -> None:
    found = told(game({ANN: 1, BOB: 2}), game({ANN: 2, BOB: 1}, at=BEGUN + DAY, over=False))
    assert (found.games, found.unfinished) == (1, 1)
    assert [(one.person, one.whole.games, one.whole.wins) for one in found.people] == [(ANN, 1, 1), (BOB, 1, 0)]
    assert found.versus[(ANN.id, BOB.id)].together == 1
    assert told(game({ANN: 1}, over=False)).people == ()


def test_points_are_averaged_by_game_and_the_lowest_are_the_best() -> None:
    found = told(
        game({ANN: 1, BOB: 2}, {ANN: 4, BOB: 10}),
        game({ANN: 2, BOB: 1}, {ANN: 9, BOB: 0}, at=BEGUN + DAY),
        game({ANN: 1, BOB: 2}, slug="popcorn", at=BEGUN + 2 * DAY),
    )
    ann = found.people[0]
    record = ann.by_game["sluff-off"]
    assert (record.points.value, record.best, record.worst) == (6.5, 4, 9)
    assert found.people[1].by_game["sluff-off"].best == 0
    without = ann.by_game["popcorn"]
    assert (without.points.value, without.best, without.worst) == (None, None, None)
    assert ann.whole.points == Average(0, 0)  # points of several games are not put together
    assert (found.kinds["sluff-off"].scored, found.kinds["popcorn"].scored) == (True, False)


def test_in_a_game_that_most_points_win_the_highest_are_the_best() -> None:
    found = told(
        game({ANN: 1, BOB: 2}, {ANN: 70, BOB: 40}, slug="oh-hell"),
        game({ANN: 1, BOB: 2}, {ANN: 90, BOB: 80}, slug="oh-hell", at=BEGUN + DAY),
    )
    record = found.people[0].by_game["oh-hell"]
    assert (record.best, record.worst, record.points.value) == (90, 70, 80)


def test_a_late_player_has_a_place_but_neither_points_nor_tallies() -> None:
    counts = {ANN: {"black": 3}, BOB: {"black": 1}}
    found = told(game({ANN: 1, BOB: 2}, {ANN: 0, BOB: 5}, counts=counts, late=(ANN,)))
    ann = found.people[0]
    assert (ann.person, ann.whole.wins, ann.whole.partly, ann.by_game["sluff-off"].partly) == (ANN, 1, 1, 1)
    assert (ann.by_game["sluff-off"].best, ann.by_game["sluff-off"].tallies) == (None, ())
    assert found.people[1].by_game["sluff-off"].best == 5
    assert found.versus[(ANN.id, BOB.id)].before == 1


def test_tallies_are_summed_and_a_share_says_of_how_many() -> None:
    one = {ANN: {"came-true": 2, "predictions": 3, "black": 1, "won-red": 4}}
    other = {ANN: {"came-true": 0, "predictions": 2, "black": 5, "won-red": 1}}
    found = told(game({ANN: 1}, counts=one), game({ANN: 1}, counts=other, at=BEGUN + DAY))
    tallies = found.people[0].by_game["sluff-off"].tallies
    names = {one.tally.name: (one.count, one.of) for one in tallies}
    assert names == {"came-true": (2, 5), "black": (6, None), "won-red": (5, None)}
    assert isinstance(tallies[0], TallySum)


def test_a_streak_is_of_the_games_at_which_the_person_was() -> None:
    games = [
        game({ANN: 1, BOB: 2}, at=BEGUN),
        game({ANN: 1, BOB: 2}, at=BEGUN + HOUR),
        game({BOB: 1, CLEO: 2}, at=BEGUN + 2 * HOUR),
        game({ANN: 1, BOB: 2}, at=BEGUN + 3 * HOUR),
        game({ANN: 2, BOB: 1}, at=BEGUN + 4 * HOUR),
        game({ANN: 1, BOB: 1}, at=BEGUN + 5 * HOUR),
    ]
    found = told(*reversed(games))
    assert {one.person: (one.streak, one.longest_streak) for one in found.people} == {
        ANN: (1, 3),
        BOB: (2, 2),
        CLEO: (0, 0),
    }


def test_each_pair_has_its_own_count_of_places() -> None:
    found = told(
        game({ANN: 1, BOB: 2, CLEO: 2}),
        game({BOB: 1, ANN: 2}, at=BEGUN + DAY),
        game({ANN: 1, BOB: 3, CLEO: 2}, at=BEGUN + 2 * DAY),
    )
    assert found.versus[(ANN.id, BOB.id)] == Versus(2, 0, 1)
    assert found.versus[(BOB.id, ANN.id)] == Versus(1, 0, 2)
    assert found.versus[(BOB.id, CLEO.id)] == Versus(0, 1, 1)
    assert (ANN.id, DAN.id) not in found.versus
    assert (ANN.id, ANN.id) not in found.versus


def test_a_kind_of_game_has_its_boxes_and_unusual_house_rules() -> None:
    alone = told(game({ANN: 1}, edition="sieben-siegel", options={"edition": "sieben-siegel"})).kinds["sluff-off"]
    assert (str(alone.game.title), alone.boxes, alone.changed) == ("Die sieben Siegel", {}, 0)
    mixed = told(
        game({ANN: 1}, edition="sieben-siegel", options={"edition": "sieben-siegel", "rounds": 2}),
        game({ANN: 1}, at=BEGUN + DAY),
        game({ANN: 1}, slug="fluff", options={"sets": 2}),
    )
    kind = mixed.kinds["sluff-off"]
    assert (str(kind.game.title), kind.boxes, kind.changed) == ("Sluff Off!", {"sieben-siegel": 1, "sluff-off": 1}, 1)
    assert (mixed.kinds["fluff"].games, mixed.kinds["fluff"].changed) == (1, 1)
    five = game({ANN: 1, BOB: 2, CLEO: 3, DAN: 4}, slug="fluff", options={"sets": 2}, guests=1)
    assert told(five).kinds["fluff"].changed == 0  # so many people need two
    assert list(mixed.kinds) == ["sluff-off", "fluff"]


def test_without_a_game_the_statistics_are_empty() -> None:
    assert told() == Statistics(0, 0, (), {}, {})


SLUGS = ("sluff-off", "ui77", "popcorn", "fluff", "oh-hell")
GAMES = st.lists(
    st.tuples(
        st.dictionaries(st.sampled_from(PEOPLE), st.integers(1, 6), min_size=1),
        st.sampled_from(SLUGS),
        st.integers(0, 400),
        st.booleans(),
    ),
    max_size=30,
)


@pytest.mark.property
@given(GAMES)
def test_the_sums_agree_whatever_was_played(made: list[tuple[dict[object, int], str, int, bool]]) -> None:
    games = []
    for ranks, slug, hours, over in made:
        places = {person: 1 + sum(other < rank for other in ranks.values()) for person, rank in ranks.items()}
        games.append(game(places, slug=slug, at=BEGUN + hours * HOUR, over=over))  # type: ignore[arg-type]
    found = statistics(games, PEOPLE)
    people = {one.person.id: one for one in found.people}
    assert found.games + found.unfinished == len(games)
    assert found.games <= sum(one.whole.wins for one in found.people) <= sum(one.whole.games for one in found.people)
    alone = sum(one.whole.wins - one.whole.shared for one in found.people)
    assert alone <= found.games
    for one in found.people:
        assert one.streak <= one.longest_streak <= one.whole.wins <= one.whole.games
        assert sum(record.games for record in one.by_game.values()) == one.whole.games
        assert sum(record.wins for record in one.by_game.values()) == one.whole.wins
        assert sum(record.places.total for record in one.by_game.values()) == one.whole.places.total
    for (a, b), versus in found.versus.items():
        back = found.versus[(b, a)]
        assert (versus.before, versus.level, versus.behind) == (back.behind, back.level, back.before)
        finished = [g for g in games if g.over and {a, b} <= {seat.person for seat in g.seats}]
        assert versus.before + back.before + versus.level == versus.together == len(finished)
        assert versus.together <= min(people[a].whole.games, people[b].whole.games)
