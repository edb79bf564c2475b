"""At a circle's table everybody wears the colour and the initial that they have in the circle."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.service import rematches
from companion.tables.snapshot import Snapshot
from tests.conftest import Phone
from tests.games.comings import join, rename
from tests.service.circle import Evenings
from tests.service.house import House


@pytest.fixture
def home(home: Evenings) -> Evenings:
    """A circle in which Ann is of colour 9, and Cat and Cai cannot both be C."""
    home.played("Ann", "Cat", "Cai")
    home.circles.color_person(home.host, home.called("Ann"), 9)
    return home


def shown(snapshot: Snapshot) -> list[tuple[str, int, str]]:
    return [(one.name, one.color, one.initial) for one in snapshot.badges]


def badge(color: int, initial: str) -> str:
    return f'<span class="initial seat-{color}" aria-hidden="true" data-initial="{initial}"></span>'


def test_wherever_a_name_stands_it_wears_what_it_wears_in_the_circle(app: Flask, home: Evenings) -> None:
    table = home.played("Cat", "Ann", "Bob")
    assert shown(home.tables.get(table.code)) == [("Cat", 2, "Ca"), ("Ann", 9, "A"), ("Bob", 1, "B")]
    for page in ("", "/scores", "/board", "/seats"):
        told = Phone(app).get(f"/t/{table.code}{page}").text
        assert badge(9, "A") in told, page
    assert 'class="line seat-9"' in Phone(app).get(f"/t/{table.code}/scores").text


def test_a_rematch_wears_what_the_circle_says_by_then_and_a_table_stays_as_it_is(home: Evenings) -> None:
    table = home.played("Cat", "Ann", "Bob")
    home.circles.color_person(home.host, home.called("Bob"), 9)
    assert shown(home.tables.get(table.code))[2] == ("Bob", 1, "B")
    after = rematches.open_next(home.tables, table.host)
    assert shown(home.tables.get(after)) == [("Cat", 2, "Ca"), ("Ann", 9, "A"), ("Bob", 10, "B")]


def test_who_comes_late_changes_nobodys_and_who_is_renamed_keeps_the_colour(home: Evenings) -> None:
    house: House = home.sits("Cat", "Ann", "Bob")
    before = shown(home.tables.get(house.code))
    house.play_all(join("Dan", after="Bob"), rename("Cat", "Kate"))
    assert shown(home.tables.get(house.code)) == [("Kate", 2, "K"), *before[1:], ("Dan", 4, "D")]
