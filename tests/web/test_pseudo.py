"""Nothing bypasses translation: every page in a language made by code, in which all that is no message is seen."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from babel.dates import format_date
from flask import Flask

from companion.address import Address
from companion.games import PRODUCTS
from companion.service.service import TableService
from tests.conftest import Phone
from tests.service.circle import Evenings
from tests.translations import OnlyPseudo, not_translated

pytestmark = pytest.mark.own_app

PAGES = ("/", "/j", "/j/2222-2222", "/offline", "/nothing/here", "/t/2222-2222", "/k/none")

"""Of the steps of a deep walk."""
KNOWN = (
    "UTC",
    "API",
    "http",
    "K7QF-2M9X",
    "English",
    "\u05e2\u05d1\u05e8\u05d9\u05ea",
    *(rule.id for game in PRODUCTS for rule in game.rulebook.rules),
    "wlan0",
    "eth0",
)


@pytest.fixture(autouse=True)
def _two_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with two addresses to choose from, whatever this one has."""
    found = (Address("192.168.1.20", "wlan0", True), Address("192.168.2.5", "eth0", True))
    monkeypatch.setattr("companion.address.addresses", lambda: found)


def test_the_pages_without_a_table(app: Flask) -> None:
    app.extensions["languages"] = OnlyPseudo()
    for path in (*PAGES, *(f"/{to}/{game.slug}" for game in PRODUCTS for to in ("open", "rules"))):
        page = Phone(app).get(path).text
        assert 'lang="he" dir="rtl"' in page, path
        assert not_translated(page, KNOWN) == [], path


def test_the_pages_of_a_circle(app: Flask, tables: TableService) -> None:
    home = Evenings(tables)
    played = (home.played("Ann", "Bob", "Cleo"), home.plays("Ann", "Bob", "Cleo"))
    app.extensions["languages"] = OnlyPseudo()
    host = Phone(app, circle=(home.circle.code, home.opened.host_key))
    day = format_date(datetime.now(UTC), "medium", locale="he").split()
    codes = [end for one in (home.circle, *played) for end in (one.code, one.code[:4], one.code[4:])]
    phones = ("Host's phone", "Ann's phone")
    known = [*KNOWN, *codes, home.circle.name, *phones, "Ann", "Bob", "Cleo", *day]
    ann = f"/people/{home.called('Ann')}"
    own = ("", "/statistics", f"/evenings/{played[0].code}", "/games", ann, f"{ann}/forget", "/phones", "/delete")
    for path in ("/circle/new", *(f"/c/{home.circle.code}{name}" for name in own), "/open/sluff-off"):
        answer = host.get(path)
        assert answer.status_code == 200, path
        assert not_translated(answer.text, known) == [], path
