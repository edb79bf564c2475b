"""What a circle's pages show of its games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from flask import Flask, render_template

from companion.circles.circle import Circle, Member, Person
from companion.circles.evenings import evenings
from companion.circles.played import PlayedGame
from companion.web.circle import evening, people, statistics
from companion.web.circle.games import unusual_rules
from companion.web.circle.statistics import MOST_COMPARED
from tests.circles.made import ANN, BOB, CLEO, DAN, HOUR, PEOPLE, game
from tests.circles.playing import BEGUN
from tests.circles.year import year

DAY = timedelta(days=1)
CIRCLE = Circle(1, "K7QF2M9X", "Tuesdays", BEGUN)
Figures = dict[str, Any]
Draw = Callable[[str, Figures], str]
ME = Member(1, 1, host=False, label="phone", person=None, since=BEGUN)


@pytest.fixture
def draw(app: Flask) -> Iterator[Draw]:
    """Draws a page with what it shows, in English."""
    with app.test_request_context("/", headers={"Accept-Language": "en"}):
        yield lambda name, shown: render_template(f"circle/{name}.html", circle=CIRCLE, me=ME, figures=shown)


def everything(games: Sequence[PlayedGame], people: Sequence[Person] = PEOPLE) -> Figures:
    """What is shown of all games."""
    return statistics.figures(games, people)


def texts(html: str, tag: str) -> list[str]:
    """What stands in each element of that kind, without its markup."""
    found = re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", html, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", one)).split()) for one in found]


def rows(html: str) -> list[list[str]]:
    """Every row of every table, cell by cell."""
    return [texts(f"{row}", "t[hd]") for row in re.findall(r"<tr>.*?</tr>", html, re.DOTALL)]


def test_wins_are_bars_and_a_table(draw: Draw) -> None:
    shown = everything(
        [game({ANN: 1, BOB: 2}), game({ANN: 1, BOB: 1}, at=BEGUN + HOUR), game({ANN: 2, BOB: 1}, over=False)]
    )
    assert [(person, record.wins, record.games) for person, record in shown["records"]] == [(ANN, 2, 2), (BOB, 1, 2)]
    html = draw("statistics", shown)
    assert '<a href="/c/K7QF2M9X/people/1">Ann</a>' in html
    assert re.findall(
        r'<rect width="([0-9.]+)" height="6"/><rect class="shared" x="([0-9.]+)" width="([0-9.]+)"', html
    ) == [
        ("50.0", "50.0", "50.0"),
        ("0.0", "0.0", "50.0"),
    ]
    assert ["Wins", "2", "1"] in rows(html)
    assert ["Wins shared", "1", "1"] in rows(html)
    assert ["Average place", "1.0", "1.5"] in rows(html)
    assert "1 game that was not played to its end does not count." in html


def test_a_row_of_who_beats_whom_and_the_places_over_the_evenings(draw: Draw) -> None:
    games = [game({ANN: 1, BOB: 2}), game({ANN: 3, BOB: 2, CLEO: 1}, at=BEGUN + DAY)]
    shown = everything(games)
    html = draw("statistics", shown)
    assert ["Cleo", "·", "1 / 1", "1 / 1"] in rows(html)  # in the order of wins and places: Cleo, Ann, Bob
    assert ["Ann", "0 / 1", "·", "1 / 2"] in rows(html)
    assert shown["curve"] is not None
    assert [line.person for line in shown["curve"].lines] == [one.person for one in shown["found"].people]
    assert [cells for _, cells in shown["places"]] == [("1.0", "2.0", "2.0"), ("\u2013", "1.0", "2.0")]


def test_one_evening_has_no_curve_and_nobody_alone_a_table_of_opponents(draw: Draw) -> None:
    shown = everything([game({ANN: 1}, guests=1)])
    assert shown["curve"] is None
    html = draw("statistics", shown)
    assert "over time" not in html
    assert "Who beats whom" not in html


def test_a_games_figures_are_told_in_its_words_with_boxes_and_house_rules(draw: Draw) -> None:
    counts = {ANN: {"came-true": 1, "predictions": 4, "black": 3}}
    games = [
        game({ANN: 1, BOB: 2}, {ANN: 4, BOB: 11}, counts=counts, edition="sieben-siegel"),
        game({ANN: 1, BOB: 2}, {ANN: 5, BOB: 10}, at=BEGUN + HOUR, options={"rounds": 9}),
        game({ANN: 2, BOB: 1}, slug="popcorn", at=BEGUN + 2 * HOUR),
    ]
    html = draw("statistics", everything(games))
    assert ["Average points", "4.5", "10.5"] in rows(html)
    assert ["Best result", "4", "10"] in rows(html)
    assert ["Predictions that came true", "25% 1/4", "\u2013"] in rows(html)
    assert ["Black tokens taken", "3 1.5", "\u2013"] in rows(html)
    assert "Die sieben Siegel: 1." in html
    assert "Sluff Off!: 1." in html
    assert "1 by house rules of our own." in html
    assert html.count("Average points") == 1  # Popcorn has none


def test_a_share_of_nothing_and_the_sums_of_half_games_are_dashes(draw: Draw) -> None:
    counts = {ANN: {"right-calls": 0, "calls": 0, "taken": 2}}
    html = draw("statistics", everything([game({ANN: 1, BOB: 2}, slug="popcorn", counts=counts)]))
    assert ["Calls that were right", "\u2013", "\u2013"] in rows(html)
    late = game({ANN: 1, BOB: 2}, {ANN: -3, BOB: 8}, slug="oh-hell", late=(BOB,))
    html = draw("statistics", everything([late]))
    assert ["Best result", "\u22123", "\u2013"] in rows(html)


def test_nothing_has_been_played(draw: Draw) -> None:
    assert "Nothing has been played" in draw("statistics", everything([]))
    assert "<bdi>Cleo</bdi> has not played a game to its end yet." in draw("person", people.figures([], PEOPLE, CLEO))


def test_the_latest_evenings_come_first_and_the_others_unfold(draw: Draw) -> None:
    games = [game({ANN: 1 + n % 2, BOB: 1 + (n + 1) % 2}, at=BEGUN + n * DAY) for n in range(10)]
    shown = everything(games)
    html = draw("statistics", shown)
    links = re.findall(r'href="/c/K7QF2M9X/evenings/(\d+)"', html)
    assert links == [one.table for one in reversed(games)]
    assert len(re.findall("/evenings/", html[html.index("Earlier evenings") :])) == 2
    assert "most wins: <bdi>Bob</bdi>" in html


def test_games_of_people_who_are_all_forgotten_have_a_page_without_bars(draw: Draw) -> None:
    html = draw("statistics", everything([game({ANN: 1, BOB: 2})], []))
    assert "Wins" in texts(html, "h2")
    assert 'class="bar' not in html


def test_a_chart_shows_who_has_played_most_where_there_are_many(draw: Draw) -> None:
    many = [Person(number, f"P{number}", 1 + number % 12, "P") for number in range(1, 11)]
    games = [game(dict.fromkeys(many[: 2 + n], 1), at=BEGUN + n * DAY) for n in range(9)]
    shown = everything(games, many)
    assert shown["curve"] is not None
    assert sorted(line.person.id for line in shown["curve"].lines) == list(range(1, 9))
    assert len(shown["records"]) == 10


@pytest.mark.parametrize("extra", [0, 1])
def test_who_beats_whom_is_told_of_those_who_have_played_most(draw: Draw, extra: int) -> None:
    many = [Person(number, f"P{number}", 1 + number % 12, "P") for number in range(1, MOST_COMPARED + extra + 1)]
    games = [game(dict.fromkeys(many, 1)), game(dict.fromkeys(many[extra:], 1), at=BEGUN + HOUR)]
    shown = everything(games, many)
    assert {one.id for one in shown["compared"]} == {one.id for one in many[extra:]}
    (versus,) = re.findall('<table class="versus">.*?</table>', draw("statistics", shown), re.DOTALL)
    assert [len(cells) for cells in rows(versus)] == [1 + MOST_COMPARED] * (1 + MOST_COMPARED)
    assert ("Here are the 20 people who have played most." in draw("statistics", shown)) is bool(extra)
    assert len(shown["records"]) == len(many)


def test_one_persons_figures(draw: Draw) -> None:
    games = [
        game({ANN: 1, BOB: 2, CLEO: 3}, {ANN: 2, BOB: 3, CLEO: 4}),
        game({ANN: 1, BOB: 1}, {ANN: 2, BOB: 2}, at=BEGUN + DAY, late=(ANN,)),
        game({ANN: 3, CLEO: 1}, at=BEGUN + 2 * DAY, over=False),
    ]
    shown = people.figures(games, PEOPLE, ANN)
    html = draw("person", shown)
    told = ["2 1 of them not from first to last", "2 1 of them shared", "1.0", "2 most: 2"]
    assert texts(html, "dd") == told
    assert [row for row in rows(html) if row[0] in ("Bob", "Cleo", "Dan")] == [
        ["Bob", "1", "1", "0"],
        ["Cleo", "1", "0", "0"],
    ]
    assert ["Average points", "2.0"] in rows(html)
    assert 'href="/c/K7QF2M9X/people/2"' in html
    assert [one.over for one in shown["games"]] == [False, True, True]
    assert "part of it" in html
    assert "not finished" in html


def test_an_evening_has_its_winner_its_points_and_its_games(draw: Draw) -> None:
    games = [
        game({ANN: 1, BOB: 2}, {ANN: 2, BOB: 9}),
        game({BOB: 1, ANN: 2}, {BOB: 1, ANN: 6}, at=BEGUN + HOUR, guests=1, options={"rounds": 9}),
        game({ANN: 1, BOB: 1}, slug="fluff", at=BEGUN + 2 * HOUR),
        game({ANN: 1}, at=BEGUN + 9 * DAY),
    ]
    shown = evening.figures(evenings(games)[0], PEOPLE)
    assert shown["leaders"] == ("Ann", "Bob")
    (race,) = shown["races"]
    assert [line.person for line in race.curve.lines] == [ANN, BOB]
    assert (race.rows, race.broken) == ((("2", "9"), ("8", "10")), False)
    html = draw("evening", shown)
    assert "<bdi>Ann</bdi> and <bdi>Bob</bdi> have won most games, each as many." in html
    assert "3 h 0 min" in html
    assert "Guest 0" in html
    assert "How many rounds are played? <b>9</b>" in html
    assert '<title id="race-1">Sluff Off!: points over the evening</title>' in html
    alone = evening.figures(evenings(games)[1], PEOPLE)
    assert "<bdi>Ann</bdi> has won most games." in draw("evening", alone)


def test_who_was_not_at_all_games_of_an_evening_leads_in_no_curve(draw: Draw) -> None:
    games = [
        game({ANN: 1, BOB: 2, CLEO: 3}, {ANN: 2, BOB: 9, CLEO: 10}),
        game({ANN: 1, BOB: 2}, {ANN: 3, BOB: 4}, at=BEGUN + HOUR),
        game({ANN: 1, BOB: 2, DAN: 3}, {ANN: 3, BOB: 4, DAN: 5}, at=BEGUN + 2 * HOUR),
    ]
    shown = evening.figures(evenings(games)[0], PEOPLE)
    (race,) = shown["races"]
    assert [line.person for line in race.curve.lines] == [ANN, BOB, DAN, CLEO]
    assert race.rows[1:] == (("5", "13", "\u2013", "\u2013"), ("8", "17", "5", "\u2013"))
    assert "A line breaks off" in draw("evening", shown)


def test_house_rules_that_are_not_known_any_more_are_left_out(app: Flask) -> None:
    with app.test_request_context("/"):
        assert unusual_rules(game({ANN: 1}, options={"rounds": 9}))
        assert unusual_rules(game({ANN: 1}, options={"tie_break": "by_cheese"})) == ()


def test_names_are_text_and_nothing_else(draw: Draw) -> None:
    hostile = Person(1, '<script>alert("1")</script>', 1, "<i>")
    games = [game({hostile: 1, BOB: 2}, {hostile: 1, BOB: 2}, at=BEGUN + n * HOUR * (1 + 9 * n)) for n in range(3)]
    pages: dict[str, Figures] = {
        "statistics": everything(games, [hostile, BOB]),
        "person": people.figures(games, [hostile, BOB], hostile),
        "evening": evening.figures(evenings(games)[0], [hostile, BOB]),
    }
    for name, shown in pages.items():
        html = draw(name, shown)
        assert "<script>" not in html
        assert "<i>" not in html
        assert "&lt;script&gt;" in html


def test_a_year_of_four_games_is_told_in_every_language_without_inline_styles(app: Flask) -> None:
    games = year((ANN, BOB, CLEO, DAN), games=40)
    for code in ("en", "de", "fr", "es", "nl", "it"):
        with app.test_request_context("/", headers={"Accept-Language": code}):
            html = render_template("circle/statistics.html", circle=CIRCLE, figures=everything(games))
            assert "style=" not in html
            assert html.count("<svg") > 5
            assert len(rows(html)) > 40
