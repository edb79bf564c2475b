"""A circle is opened and joined, by link and by code; who is not in it sees nothing of it, and guesses no code."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.conftest import ONCE, Phone
from tests.web.circle.ring import Ring, host_of


def test_right_after_opening_the_recovery_code_is_told_and_no_second_time(ring: Ring) -> None:
    first, second = ring.host.get(ring.at), ring.host.get(ring.at)
    assert 'class="recovery"' in first.text
    assert first.headers["Cache-Control"] == ONCE
    assert 'class="recovery"' not in second.text
    assert "Tuesdays" in second.text


def test_two_taps_open_one_circle(app: Flask) -> None:
    phone = Phone(app)
    tap = re.search(r'name="tap" value="([^"]+)"', phone.get("/circle/new").text)
    assert tap is not None
    one, two = (phone.post("/circle/new", {"name": "Tuesdays", "tap": tap[1]}) for _ in range(2))
    assert one.location == two.location
    assert 'class="recovery"' in phone.get(two.location).text


def test_every_circle_of_a_phone_is_reached_from_the_first_page_the_latest_without_unfolding(app: Flask) -> None:
    phone, names = Phone(app), ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays")
    at = {name: phone.post("/circle/new", {"name": name}).location for name in names}
    home = phone.get("/").text
    first, _, folded = home.partition("More circles")
    for name in names[:2]:
        assert f'href="{at[name]}"' in folded
    for name in names[2:]:
        assert f'href="{at[name]}"' in first
    two = Phone(app)
    two.post("/circle/new", {"name": "Mondays"})
    assert "More circles" not in two.get("/").text


def test_of_more_circles_than_a_phone_keeps_those_go_first_that_it_needs_least(app: Flask, ring: Ring) -> None:
    phone, other = Phone(app), Phone(app)

    def opens(by: Phone = phone) -> str:
        return str(by.post("/circle/new", {"name": "Mondays"}).location)

    def kept() -> list[str]:
        with phone.client.session_transaction() as session:
            return [f"/c/{code}" for code, _ in session["circles"]]

    hosts, gone = [opens()], opens(other)
    for joined in (ring.at, gone):
        assert phone.post(f"{joined}/join").location == joined
    hosts += [opens() for _ in range(7)]
    assert other.post(f"{gone}/delete", {"sure": "1", "tables": "0"}).location == "/"
    assert kept() == [*hosts[:0:-1], gone, ring.at, hosts[0]]
    hosts.append(opens())
    assert kept() == [*hosts[:0:-1], ring.at, hosts[0]]
    hosts.append(opens())
    assert kept() == hosts[::-1]
    hosts.append(opens())
    assert kept() == hosts[:0:-1]


def test_a_phone_joins_by_link_by_code_and_once(ring: Ring) -> None:
    phone = Phone(ring.app)
    typed = phone.get("/j", query_string={"code": f"{ring.code[:4]}-{ring.code[4:].lower()}"})
    asked = phone.get(typed.location)
    assert asked.location == ring.at
    assert phone.get(ring.at).location == f"{ring.at}/join"
    assert "Tuesdays" in phone.get(f"{ring.at}/join").text
    for _ in range(2):
        assert phone.post(f"{ring.at}/join").location == ring.at
    assert phone.get(ring.at).status_code == 200
    assert phone.get(f"{ring.at}/join").location == ring.at
    assert len(ring.tables.circles.phones(host_of(ring))) == 2
    assert "Tuesdays" in phone.get("/").text
    assert "Tuesdays" not in Phone(ring.app).get("/").text


@pytest.mark.own_app
def test_guessing_a_circles_code_has_the_tables_limit(app: Flask, ring: Ring) -> None:
    app.config["GUESSES"] = "3/minute"
    stranger = Phone(app)
    assert [stranger.get("/c/K7QF2M9X").status_code for _ in range(4)] == [404, 404, 404, 429]
    assert stranger.get(ring.at).status_code == 429
    assert stranger.get(f"/j/{ring.code}").status_code == 429
    assert ring.host.get(ring.at).status_code == 200
