"""Nothing bypasses translation: every page in a language made by code, in which all that is no message is seen."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import islice

import pytest
from babel.dates import format_date
from flask import Flask

from companion.address import Address
from companion.games import PRODUCTS
from companion.service.service import TableService
from tests.conftest import Phone
from tests.corpus.make import GAMES, header
from tests.evening import WHY, Evening
from tests.service.circle import Evenings
from tests.translations import OnlyPseudo, not_translated
from tests.web.test_deep_walk import LOOKS, pages

pytestmark = pytest.mark.own_app

PAGES = ("/", "/j", "/j/2222-2222", "/offline", "/nothing/here", "/t/2222-2222", "/k/none")
LOOKED = (4, 24)
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


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_the_pages_of_a_table(app: Flask, name: str) -> None:
    app.extensions["languages"] = OnlyPseudo()
    app.config["GUESSES"] = "1000000/minute"
    played = Evening(app, header(name), "pages", seed=len(name), acts=10)
    found: dict[str, list[str]] = {}
    for number, _ in enumerate(islice(played.play(), max(LOOKED) + 1), 1):
        if number in LOOKED and not played.over:
            getattr(played, LOOKS[number])()
            look(app, played, found)
    found = {path: words for path, words in found.items() if words}
    assert not found, "\n".join(f"{path}: {' '.join(words)}" for path, words in found.items())


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


def look(app: Flask, played: Evening, found: dict[str, list[str]]) -> None:
    halves = played.code[:4], played.code[4:]
    known = [*KNOWN, *played.now.header.seats, played.code, "-".join(halves), *halves, WHY]
    names = played.now.header.seats  # which are also shown by their initials
    for path in pages(app, played):
        for asker in (played.host, Phone(app)):
            answer = asker.get(path)
            if "html" in (answer.mimetype or "") and (words := not_translated(answer.text, known)):
                left = [word for word in words if not any(word in name for name in names)]
                found.setdefault(path, []).extend(left)
            answer.close()
