"""Nobody where they don't belong: every line of `tests/web/access.py` is asked, and every address has its lines."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest

from companion.address import Address
from companion.games.sluff_off.game import SluffOff
from companion.games.sluff_off.page import SluffOffPage
from companion.games.transcript import read_header
from tests.conftest import HEADER, made_app
from tests.web.access import CALLERS, Row, rows
from tests.web.access_scenes import ELSEWHERE, RINGS, Scene, World
from tests.web.plainly import Plainly
from tests.web.table.shown import VOID, own_of

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

DONE_BEFORE = {"/c/<code>/join": ("seat", "host"), "/c/<code>/phones/leave": ("guest", "former", "wrong")}
"""Who has joined already, or has no key to give up: nothing is left to do in a circle."""
WRITES_NOTHING = ("/t/<code>/follow", "/t/<code>/rules/first-game", "/language")
"""What these do is kept by the phone alone."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, empty_database: Any) -> Iterator[World]:
    """One app for all lines; nobody in it guesses too often."""
    from companion.config import Settings

    folder = tmp_path_factory.mktemp("access")
    elsewhere = pytest.MonkeyPatch()
    known = (Address("192.168.1.20", "wlan0", True), Address(ELSEWHERE, "tun0", False))
    elsewhere.setattr("companion.address.addresses", lambda: known)
    limits = {"COMPANION_OPEN_LIMIT": "100000/minute", "COMPANION_HOTSPOT": "on"}
    settings = Settings.from_environment({"COMPANION_INSTANCE": str(folder), **limits})
    app = made_app(settings, empty_database)
    app.config["TESTING"] = False
    app.config["GUESSES"] = "1000000/minute"
    guest = app.extensions["tables"].open(read_header(HEADER), keys_for_seats=False, label="test")
    with closing(sqlite3.connect(folder / "companion.sqlite3")) as watch:
        yield World(app, guest.host_key, watch)
    elsewhere.undo()
    app.extensions["tables"].close()


def told_by(answer: TestResponse, scene: Scene) -> str:
    """The status, and where a redirection leads: to that table, to another one, or home."""
    if answer.status_code not in (302, 303):
        return str(answer.status_code)
    place = answer.location or ""
    here = re.match(r"/[tj]/(\w+)", place)
    circle = re.match(r"/c/\w+(/join)?", place)
    if circle:
        return f"{answer.status_code}{'j' if circle[1] else 'c'}"
    to = "h" if place == "/" else "t" if here and here[1] == scene.opened.code else "n" if here else "?"
    return f"{answer.status_code}{to}"


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.name)
def test_each_caller_is_answered_as_the_table_says(world: World, row: Row) -> None:
    """Who is refused has written nothing, nowhere; who is not does it at a table, in a circle of its own."""
    told = []
    for caller, expected in zip(CALLERS, row.answers, strict=True):
        looks = row.method == "GET" or row.scene in ("-", "over", "next") or expected >= "4"
        looks = looks or row.address in WRITES_NOTHING or (expected, row.address[-6:]) == ("200", "/leave")
        scene = world.kept(row.scene) if looks else world.scene(row.scene)
        before, written = world.tables.get(scene.opened.code), world.written()
        answer = world.ask(row, caller, scene)
        told.append(told_by(answer, scene))
        answer.close()
        if expected >= "4":
            assert world.tables.get(scene.opened.code) is before, f"{caller} has changed the table"
            assert world.written() == written, f"{caller} has changed something"
        elif row.method != "GET" and row.scene in RINGS and caller not in DONE_BEFORE.get(row.address, ()):
            assert world.written() != written, f"{caller} was told that it is done"
    assert dict(zip(CALLERS, told, strict=True)) == dict(zip(CALLERS, row.answers, strict=True))


SCENES = ("play", "held", "agree", "over", "ring")
SENT_DECIDES = {
    *("/t/<code>/moves", "/t/<code>/players", "/t/<code>/hold/ruling", "/t/<code>/amend/proposal"),
    *("/t/<code>/phones/host", "/c/<code>/phones/recover"),
}
"""Who may send what differs with what is sent there: a withdrawal or a decision, a code."""


ELSEWHERE_ONLY = {"/t/<code>/follow", "/t/<code>/rules/first-game", "/t/<code>/tokens", "/c/<code>/join"}
"""Of tables and pages that no scene has: after a rematch, after a comparison, for who is not in the circle."""


@pytest.fixture(scope="module")
def shown(world: World) -> dict[str, Scene]:
    """Tables and a circle at which nothing is sent."""
    return {name: world.scene(name) for name in SCENES}


class Offers(HTMLParser):
    """Where the forms lead to that have a button which a page shows to the phone that it was made for."""

    def __init__(self, page: str, at: str) -> None:
        super().__init__()
        self._own, self._at = own_of(page) if " data-me=" in page else set[str](), at
        self._open: list[tuple[str, bool, str | None]] = []
        self._forms: dict[str | None, str | None] = {}
        self._named = list[str]()  # the forms of buttons that stand elsewhere
        self.found: set[str] = set()
        self.feed(page)
        self.found |= {action for name in self._named if (action := self._forms[name])}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = {key: value or "" for key, value in attrs}
        _, hidden, form = self._open[-1] if self._open else ("", False, None)
        hidden = hidden or ("data-for" in had and self._own.isdisjoint(had["data-for"].split()))
        hidden = hidden or not self._own.isdisjoint(had.get("data-not", "").split())
        if tag == "form":
            form = had.get("action") or self._at if had.get("method") == "post" else None
            self._forms[had.get("id")] = form
        if tag == "button" and "form" in had:
            self._named += [] if hidden else [had["form"]]
            form = None
        if tag == "button" and not hidden and had.get("type", "submit") == "submit" and (form or "formaction" in had):
            self.found.add(had.get("formaction") or str(form))
        if tag not in VOID:
            self._open.append((tag, hidden, form))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag in (one for one, *_ in self._open):
            while self._open.pop()[0] != tag:
                pass


@pytest.mark.parametrize("caller", [caller for caller in CALLERS if caller != "nobody"])
def test_each_phone_is_offered_what_it_may_do_and_nothing_else(
    world: World, shown: dict[str, Scene], caller: str
) -> None:
    """A form that would be answered 403 stands on none of its pages; one that it may send stands on one of them."""
    answers = {(row.method, row.address, row.scene): row.answers[CALLERS.index(caller)] for row in rows()}
    found, find = set[str](), world.app.url_map.bind("")
    for name in SCENES:
        scene = shown[name]
        for address in dict.fromkeys(row.address for row in rows() if row.method == "GET"):
            if not address.startswith("/c/<" if name == "ring" else "/t/<"):
                continue
            answer = world.ask(Row("GET", address, name, ()), caller, scene)
            if answer.status_code == 200 and answer.mimetype == "text/html":
                for path in Offers(answer.text, answer.request.path).found:
                    rule, _ = find.match(path.partition("?")[0], "POST", return_rule=True)
                    if rule.rule in SENT_DECIDES:
                        continue
                    told = answers.get(("POST", rule.rule, name)) or answers.get(("POST", rule.rule, "play")) or "-"
                    assert told != "403", f"{caller} at {address} ({name}) is offered {rule.rule}"
                    found.add(rule.rule)
            answer.close()
    may = {address for (method, address, _), told in answers.items() if method == "POST" and told < "4"}
    wanted = {address for address in may if address.startswith(("/t/<", "/c/<"))} - SENT_DECIDES - ELSEWHERE_ONLY
    assert caller not in ("seat", "keeper", "host") or wanted - found == set()


@pytest.mark.parametrize("row", [row for row in rows() if row.address.endswith("/moves")], ids=lambda row: row.name)
def test_a_tap_that_the_server_enters_without_flask_has_the_same_answers(
    world: World, row: Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It enters what is to be entered, and leaves all others to Flask."""
    monkeypatch.setattr(SluffOff, "page", SluffOffPage)
    plainly = Plainly(world.app)
    monkeypatch.setattr(world.app, "wsgi_app", plainly)
    for caller, expected in zip(CALLERS, row.answers, strict=True):
        scene, before = world.scene(row.scene), plainly.entered
        world.tables.get(scene.opened.code)
        answer = world.ask(row, caller, scene, htmx=True)
        status = "204" if expected == "303t" else expected
        assert (str(answer.status_code), plainly.entered - before) == (status, int(status < "3")), caller
        answer.close()


def taken(app: Flask) -> set[tuple[str, str]]:
    """Every address of the app with every method that it takes; HEAD is answered as GET, OPTIONS tells the methods."""
    return {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def test_every_address_has_its_lines_and_every_line_an_address(world: World) -> None:
    listed = {(row.method, row.address) for row in rows()}
    assert listed == taken(world.app)
    assert len({row.name for row in rows()}) == len(rows())


def test_no_address_takes_another_method(world: World) -> None:
    known = taken(world.app)
    asked = [
        (method, address, caller)
        for number, address in enumerate(dict.fromkeys(row.address for row in rows()))
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "FLY")
        for caller in ("nobody", CALLERS[number % len(CALLERS)])
        if (method, address) not in known
    ]
    before, written = {name: world.kept(name) for name in ("play", "ring")}, world.written()
    tables = {name: world.tables.get(scene.opened.code) for name, scene in before.items()}
    for method, address, caller in asked:
        scene = "ring" if address.startswith("/c/<") else "play"
        answer = world.ask(Row(method, address, scene, ()), caller, before[scene])
        assert answer.status_code == 405, (method, address, caller)
        assert method not in answer.headers["Allow"]
    assert world.written() == written
    assert {name: world.tables.get(scene.opened.code) for name, scene in before.items()} == tables
