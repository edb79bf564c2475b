"""From a table of a circle to its evening: at the end of a game, on a phone of the circle and on no other."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.storage.circles import CircleRepository
from tests.conftest import Phone
from tests.service.circle import Evenings
from tests.web.streaming import streaming
from tests.web.table.shown import elements, own_of


def test_the_podium_leads_a_phone_of_the_circle_to_the_evening(app: Flask, home: Evenings, phone: Phone) -> None:
    table = home.played("Ann", "Bob", "Cleo")
    later = home.played("Ann", "Bob", "Cleo")
    link = f"/t/{later.code}/circle"
    assert f'href="{link}"' in phone.get(f"/t/{later.code}/result").text
    assert link not in Phone(app).get(f"/t/{later.code}/result").text
    for one, led in ((phone, True), (Phone(app), False)):
        for way in ("", "/scores"):
            page = one.get(f"/t/{later.code}{way}").text
            assert (link in [had.get("href") for _, had in elements(page, own_of(page))]) is led
        with streaming(one.client, f"/t/{later.code}/live") as stream:
            assert ("circle" in stream.next()) is led
    evening = phone.get(link, follow_redirects=True)
    assert evening.request.path == f"/c/{home.circle.code}/evenings/{table.code}"
    assert "Cleo" in evening.text
    assert link not in phone.get(f"/t/{later.code}/board").text


def test_before_the_end_nothing_is_asked_of_the_circle_by_a_tap(
    app: Flask, home: Evenings, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = home.plays("Ann", "Bob", "Cleo")
    inside = Phone(app, house.code, house.opened.host_key, (home.circle.code, home.keys["Ann's phone"]))

    def asked(*_: object) -> None:
        raise AssertionError("a tap asks for the circle")

    for name in ("find", "of_table", "of_key", "people", "kept_games"):
        monkeypatch.setattr(CircleRepository, name, asked)
    tap = {"version": "1", "move": '{"move": "take", "seat": "Ann", "color": "green"}'}
    entered = inside.post(f"/t/{house.code}/moves", tap, htmx=True)
    assert entered.status_code == 204, entered.text
    assert home.tables.get(house.code).version == 2


def test_a_table_at_which_nothing_was_played_leads_to_the_circle(home: Evenings, phone: Phone) -> None:
    table = home.sits("Ann", "Bob", "Cleo")
    assert phone.get(f"/t/{table.code}/circle").location == f"/c/{home.circle.code}"
