"""The pages of a circle's statistics, of an evening and of a person, and their files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.service.service import TableService
from companion.spreadsheet import BOM
from tests.conftest import Phone
from tests.service.circle import Evenings


@pytest.fixture
def home(tables: TableService) -> Evenings:
    """A circle that has played one game to its end, and begun another."""
    found = Evenings(tables)
    found.played("Ann", "Bob", "Cleo")
    found.plays("Ann", "Bob", "Cleo")
    return found


@pytest.fixture
def member(app: Flask, home: Evenings) -> Callable[[str], str]:
    """What the circle's page of that name says to a phone that is in it."""
    phone = Phone(app)
    with phone.client.session_transaction() as session:
        session["circles"] = [[home.circle.code, home.keys["Ann's phone"]]]

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
    assert f'href="/c/{code}/evenings/1"' in member("")
    page = member("/statistics")
    assert "1 game that was not played to its end does not count." in page
    assert f'href="/c/{code}/evenings/1"' in page
    assert f'href="/c/{code}/people/{home.called("Ann")}"' in page
    assert f'href="/c/{code}/games.csv"' in page


def test_an_evening_tells_its_games_and_one_that_never_was_is_not_found(
    home: Evenings, member: Callable[..., str]
) -> None:
    page = member("/evenings/1")
    assert page.count('class="game-row"') == 2
    assert "not finished" in page
    done, running = home.games()
    assert f'href="/t/{done.table}/scores"' in page
    assert f'href="/t/{running.table}"' in page
    assert f'href="/c/{home.circle.code}/evenings/1.csv"' in page
    assert "no such evening" in member("/evenings/2", 404)
    assert "no such evening" in member("/evenings/2.csv", 404)


def test_a_person_has_figures_and_latest_games(home: Evenings, member: Callable[[str], str]) -> None:
    page = member(f"/people/{home.called('Bob')}")
    assert "Predictions that came true" in page
    assert page.count('class="game-row"') == 2


def test_the_files_are_for_a_spreadsheet(home: Evenings, member: Callable[[str], str]) -> None:
    for name in ("/games.csv", "/evenings/1.csv"):
        text = member(name)
        assert text.startswith(BOM)
        head, *body = csv.reader(io.StringIO(text.removeprefix(BOM)))
        people = [row[head.index("Person")] for row in body]
        assert sorted(people) == ["Ann", "Ann", "Bob", "Bob", "Cleo", "Cleo"]
        assert sum(int(row[head.index("Won")]) for row in body) in (1, 2, 3)


def test_nothing_is_styled_in_place(home: Evenings, member: Callable[[str], str]) -> None:
    for name in ("/statistics", "/evenings/1", f"/people/{home.called('Ann')}"):
        assert not re.search(r"\sstyle=|<style|onclick", member(name))
