"""An open page of a circle asks whether all is as it shows, and is told anew what is not."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.conftest import Phone
from tests.service.circle import Evenings


@pytest.fixture
def home(home: Evenings) -> Evenings:
    home.played("Ann", "Bob", "Cleo")
    return home


def asks(page: str) -> str:
    """Where an open page asks whether all is as it shows."""
    found = re.search(r'data-page="([^"]+)".*? data-stamp="(\w+)"', page, re.DOTALL)
    assert found is not None
    return f"{found[1]}?shown={found[2]}"


def test_while_nothing_happens_the_answer_is_empty(phone: Phone, home: Evenings) -> None:
    page = phone.get(f"/c/{home.circle.code}").text
    for _ in range(2):
        answer = phone.get(asks(page))
        assert (answer.status_code, answer.text) == (204, "")
        assert answer.headers["Cache-Control"] == "no-store"
    assert phone.get(asks(page), headers={"Accept-Language": "de"}).status_code == 200


def test_what_happens_elsewhere_is_told(phone: Phone, home: Evenings) -> None:
    page = phone.get(f"/c/{home.circle.code}").text

    def moved_on() -> str:
        nonlocal page
        answer = phone.get(asks(page))
        assert answer.status_code == 200
        page = answer.text
        assert phone.get(asks(page)).status_code == 204
        return page

    running = home.plays("Ann", "Bob", "Dan")
    assert f'href="/t/{running.code}"' in moved_on()
    assert "Dan" in page
    home.circles.rename_person(home.host, home.called("Dan"), "Daniel")
    assert "Daniel" in moved_on()
    home.circles.color_person(home.host, home.called("Ann"), 11)
    assert "seat-11" in moved_on()
    home.played("Ann", "Bob", "Eve")
    assert "Eve" in moved_on()
    home.circles.forget(home.host, home.called("Eve"))
    assert "Eve" not in moved_on()


def test_asking_does_not_use_up_the_recovery_code(app: Flask) -> None:
    host = Phone(app)
    address = host.post("/circle/new", {"name": "Tuesdays"}).location
    assert 'class="recovery"' not in host.get(f"{address}?shown=").text
    assert 'class="recovery"' in host.get(address).text
