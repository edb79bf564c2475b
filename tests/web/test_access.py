"""Nobody where they don't belong: every line of `tests/web/access.py` is asked, and every address has its lines."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from companion.address import Address
from companion.games.sluff_off.game import SluffOff
from companion.games.sluff_off.page import SluffOffPage
from companion.games.transcript import read_header
from companion.server.asgi import ambiguous, environ_of
from tests.conftest import HEADER, made_app
from tests.often import drawn
from tests.web.access import CALLERS, Row, rows
from tests.web.access_scenes import ELSEWHERE, RINGS, Scene, World
from tests.web.plainly import Plainly

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

DONE_BEFORE = {"/c/<code>/join": ("seat", "host"), "/c/<code>/phones/leave": ("guest", "former", "wrong")}
"""Who has joined already, or has no key to give up: nothing is left to do in a circle."""


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


@pytest.mark.parametrize("row", [row for row in rows() if row.address.endswith("/moves")], ids=lambda row: row.name)
def test_so_is_a_tap_that_the_server_enters_by_itself(world: World, row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
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
        (method, row.address, caller)
        for row in {row.address: row for row in rows()}.values()
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "FLY")
        for caller in CALLERS
        if (method, row.address) not in known
    ]
    before, written = {name: world.kept(name) for name in ("play", "ring")}, world.written()
    tables = {name: world.tables.get(scene.opened.code) for name, scene in before.items()}
    for method, address, caller in drawn(asked, len(CALLERS), "methods"):
        scene = "ring" if address.startswith("/c/<") else "play"
        answer = world.ask(Row(method, address, scene, ()), caller, before[scene])
        assert answer.status_code == 405, (method, address, caller)
        assert method not in answer.headers["Allow"]
    assert world.written() == written
    assert {name: world.tables.get(scene.opened.code) for name, scene in before.items()} == tables


@pytest.mark.parametrize(
    "headers", [{}, {"Transfer-Encoding": "chunked", "Content-Length": "2"}], ids=["connect", "both"]
)
def test_the_server_itself_answers_what_the_app_never_sees(headers: dict[str, str]) -> None:
    """Before the app there is one door more: a request that is no request for anybody."""
    environ = environ_of({
        "server": ("127.0.0.1", 80), "client": None, "raw_path": b"/", "method": "POST" if headers else "CONNECT",
        "query_string": b"", "http_version": "1.1", "scheme": "http",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    })  # fmt: skip
    assert ambiguous(environ)
