"""The pages of a circle's statistics, of an evening and of a person, and their files."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from sqlmodel import col, func, update

from companion.csv_file import BOM
from companion.service import deletion
from companion.service.service import TableService
from companion.storage.schema import CircleGameRow
from tests.conftest import Phone
from tests.service.circle import Evenings


@pytest.fixture
def home(home: Evenings) -> Evenings:
    """A circle that has played one game to its end, and begun another."""
    home.played("Ann", "Bob", "Cleo")
    home.plays("Ann", "Bob", "Cleo")
    return home


@pytest.fixture
def member(phone: Phone, home: Evenings) -> Callable[[str], str]:
    """What the circle's page of that name says to a phone that is in it."""

    def look(name: str, status: int = 200) -> str:
        answer = phone.get(f"/c/{home.circle.code}{name}")
        assert answer.status_code == status
        return answer.text

    return look


def test_the_circle_leads_to_its_statistics_and_they_to_evenings_and_people(
    home: Evenings, member: Callable[[str], str]
) -> None:
    code = home.circle.code
    assert f'href="/c/{code}/statistics"' in member("")
    night = f'href="/c/{code}/evenings/{home.games()[0].table}"'
    assert night in member("")
    page = member("/statistics")
    assert "1 game that was not played to its end does not count." in page
    assert night in page
    assert f'href="/c/{code}/people/{home.called("Ann")}"' in page
    assert f'href="/c/{code}/games.csv"' in page


def test_an_evening_tells_its_games_and_one_that_never_was_is_not_found(
    home: Evenings, member: Callable[..., str]
) -> None:
    page = member(f"/evenings/{home.games()[0].table}")
    assert page.count('class="game-row"') == 2
    assert "not finished" in page
    done, running = home.games()
    assert f'href="/t/{done.table}/scores"' in page
    assert f'href="/t/{running.table}"' in page
    assert f'href="/c/{home.circle.code}/evenings/{done.table}.csv"' in page
    for never in ("2", "0", "99999999", "\u0663", "K7QF2M9X"):
        assert "no such evening" in member(f"/evenings/{never}", 404)
        assert "no such evening" in member(f"/evenings/{never}.csv", 404)


@pytest.mark.own_app
def test_an_evening_stays_at_its_address_when_an_earlier_ones_table_is_deleted(
    app: Flask, tables: TableService
) -> None:
    home, now = Evenings(tables), tables.clock()
    tables.clock = lambda: now - timedelta(days=2)
    early = home.played("Ann", "Bob", "Cleo")
    tables.clock = lambda: now - timedelta(hours=1)
    first = home.played("Ann", "Bob", "Dan")
    tables.clock = lambda: now
    second = home.played("Ann", "Bob", "Dan")
    phone = Phone(app, circle=(home.circle.code, home.opened.host_key))
    at = f"/c/{home.circle.code}/evenings"
    for which in ("2", second.code, first.code.lower()):
        assert phone.get(f"{at}/{which}").location == f"{at}/{first.code}"
    assert phone.get(f"{at}/1").location == f"{at}/{early.code}"
    deletion.delete(tables, early.host)
    assert "Dan" in phone.get(f"{at}/{first.code}").text
    assert phone.get(f"{at}/{early.code}").status_code == 404
    assert phone.get(f"{at}/1").location == f"{at}/{first.code}"
    file = phone.get(f"{at}/{second.code}.csv")
    assert file.text.count("Dan") == 2
    assert f"circle-{home.circle.code}-{now - timedelta(hours=1):%Y-%m-%d}.csv" in file.headers["Content-Disposition"]


def test_the_files_are_for_a_spreadsheet(home: Evenings, member: Callable[[str], str]) -> None:
    for name in ("/games.csv", "/evenings/1.csv"):
        text = member(name)
        assert text.startswith(BOM)
        head, *body = csv.reader(io.StringIO(text.removeprefix(BOM)))
        people = [row[head.index("Person")] for row in body]
        assert sorted(people) == ["Ann", "Ann", "Bob", "Bob", "Cleo", "Cleo"]
        assert sum(int(row[head.index("Won")]) for row in body) in (1, 2, 3)


def test_a_game_that_this_program_does_not_know_is_left_out_and_breaks_no_page(
    home: Evenings, member: Callable[..., str]
) -> None:
    done, running = home.games()
    ours = (col(CircleGameRow.circle_id) == home.circle.id) & col(CircleGameRow.summary).contains('"over":true')
    kept = func.replace(CircleGameRow.summary, '"game":"sluff-off"', '"game":"whist"')
    with home.tables.database.writing() as connection:
        assert connection.execute(update(CircleGameRow).where(ours).values(summary=kept)).rowcount == 1
    assert [game.table for game in home.games()] == [running.table]
    for name in ("", "/games", "/statistics", "/games.csv", f"/people/{home.called('Ann')}"):
        assert done.table not in member(name), name
    assert "game-row" in member(f"/evenings/{running.table}")
