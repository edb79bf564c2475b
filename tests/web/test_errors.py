"""Bad input: each kind has its status and a clear sentence, for a page, for htmx and for a program alike."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker
from tests.web.asking import ASKERS, sentence_of
from tests.web.games import finish

TAKE = json.dumps({"move": "take", "seat": "Chris", "color": "red"})
UNKNOWN = "22222222"


@dataclass(frozen=True)
class World:
    """Two tables, and whoever asks: a browser, a script of ours in one, or a program."""

    app: Flask
    table: Opened
    other: Opened
    asker: str

    def tap(self, code: str, key: str | None, move: str = TAKE, **more: Any) -> TestResponse:
        """A move, sent the way the asker sends one."""
        if self.asker != "api":
            phone = Phone(self.app, code, key)
            data = more.pop("data", {"move": move})
            return phone.post(f"/t/{code}/moves", data, htmx=self.asker == "htmx", **more)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        headers |= {"Content-Type": "application/json", **more.pop("headers", {})}
        sent = more.pop("data", move)
        return self.app.test_client().post(f"/api/tables/{code}/moves", data=sent, headers=headers, **more)

    def send(self, method: str, page: str, api: str, **more: Any) -> TestResponse:
        """Any request, to a page's address or the API's."""
        path = api if self.asker == "api" else page
        return Phone(self.app).send(method, path, htmx=self.asker == "htmx", **more)


@pytest.fixture(params=ASKERS)
def world(app: Flask, open_table: Callable[..., Opened], request: pytest.FixtureRequest) -> World:
    return World(app, open_table(), open_table(), request.param)


def after_the_end(world: World) -> TestResponse:
    finish(world.app.extensions["tables"], world.table)
    return world.tap(world.table.code, world.table.host_key)


def huge(world: World) -> TestResponse:
    return world.tap(world.table.code, world.table.host_key, "9" * 70_000)


def guesser(world: World) -> TestResponse:
    for _ in range(120):
        Phone(world.app).get(f"/api/tables/{UNKNOWN}")
    return world.send("GET", f"/t/{world.table.code}", f"/api/tables/{world.table.code}")


Send = Callable[[World], TestResponse]
BAD: dict[str, tuple[Send, int, int, str]] = {
    "unknown-table": (lambda w: w.tap(UNKNOWN, None), 404, 404, "No table has this code"),
    "after-the-end": (after_the_end, 422, 422, "been scored"),
    "no-json": (lambda w: w.tap(w.table.code, w.table.host_key, "{'move'"), 400, 400, "get through|is not JSON"),
    "deep-json": (lambda w: w.tap(w.table.code, w.table.host_key, "[" * 9000), 400, 400, "get through|is not JSON"),
    "no-move": (lambda w: w.tap(w.table.code, w.table.host_key, data={}), 422, 400, "Not finished yet|is not JSON"),
    "malformed": (lambda w: w.tap(w.table.code, w.table.host_key, '{"move": "fly"}'), 400, 400, "no such move"),
    "huge": (huge, 413, 413, "too much for the app"),
    "wrong-method": (
        lambda w: w.send("PUT", f"/t/{w.table.code}/moves", f"/api/tables/{w.table.code}/moves"),
        405, 405, "does not work that way",
    ),
    "guesser": (guesser, 429, 429, "Too many wrong codes"),
}  # fmt: skip


CASES = [
    pytest.param(*case, id=name, marks=[pytest.mark.own_app] if name == "guesser" else []) for name, case in BAD.items()
]


@pytest.mark.parametrize(("send", "seen", "read", "sentence"), CASES)
def test_bad_input_has_its_status_and_a_clear_sentence(
    world: World, send: Send, seen: int, read: int, sentence: str
) -> None:
    answer = send(world)
    assert answer.status_code == (read if world.asker == "api" else seen)
    told = sentence_of(world.asker, answer)
    assert any(part in told for part in sentence.split("|")), told
    table = world.app.extensions["tables"].get(world.table.code)
    assert table.version == 0 or table.book.report().over, "it left a trace"


def test_no_address_of_a_table_knows_one_that_is_not_there(app: Flask, phone: PhoneMaker) -> None:
    stranger, known = phone(), {"<code>": UNKNOWN, "<entry>": "1"}
    of_a_table = [
        rule.rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.rule.startswith(("/t/<code>", "/api/tables/<code>"))
    ]
    addresses = [re.sub("<[a-z]+>", lambda place: known[place[0]], rule) for rule in of_a_table]
    assert len(addresses) > 30
    assert {address: stranger.get(address).status_code for address in addresses} == dict.fromkeys(addresses, 404)
