"""Every address of the app, sent junk of every kind by every sort of asker: never a 5xx."""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from companion import create_app
from companion.config import Settings
from companion.games.transcript import read_header
from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import HEADER, SEATS, Phone
from tests.web.games import host_of

METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "FLY"]
TEXTS = [
    "", " ", "0", "-1", "9" * 5000, "1e999", "NaN", "null", "true", "[]", "{}", "[[[[", "\x00", "\u202e", "\u0661",
    "<script>alert(1)</script>", "{{7*7}}", "%s%n", "../../etc/passwd", "' OR 1=1 --", "\U0001f0cf" * 41, "\ud83c",
    "red", "red 7", "sluff-off", "centre", *SEATS,
]  # fmt: skip
LETTERS = [chr(number) for number in (*range(1, 0x250), 0x5D0, 0x1F600)]
KINDS = ["take", "steal", "sluffer", "done", "trick", "turn_in", "miss_turn_in", "undo", "ruling", "fly"]
FIELDS = [
    "move", "version", "name", "seat", "seats", "winner", "led", "won_with", "cards", "by", "suit", "again", "on", "up",
    "down", "dealer", "code", "color", "count", "from", "to", "points", "reason", "key", "q", "add", "remove", "sheet",
    "change", "rounds", "supply", "supply_red", "sluffer_points", "csrf_token", "next", "draft", "scorekeeper", "act",
    "kind",
]  # fmt: skip
TYPES = [
    "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data",
    "text/plain", "", "application/json; charset=x", "\xff",
]  # fmt: skip
HEADERS = [
    "If-Match", "If-None-Match", "Idempotency-Key", "Authorization", "Accept-Language", "Last-Event-ID", "Cookie",
    "HX-Current-URL", "HX-Target", "HX-Boosted", "User-Agent", "Range", "Referer", "Accept", "X-Forwarded-For",
    "X-CSRFToken", "If-Modified-Since", "Content-Encoding",
]  # fmt: skip

SENT = 16  # requests to each address; `make faults` sends millions


class Junk:
    """Makes up requests; the same ones in each run, others for each address."""

    def __init__(self, rule: str) -> None:
        self.chance = random.Random(rule)
        self.forms = 0.15 if rule.startswith("/api") else 0.7

    def text(self) -> str:
        letters = "".join(self.chance.choices(LETTERS, k=8))
        return self.chance.choice([*TEXTS, letters])

    def value(self) -> object:
        deep = [self.text(), self.chance.randint(-3, 30), 2.5, None, True, [self.text()] * 4, {self.text(): 1}]
        return self.chance.choice([*deep, self.text(), self.text(), self.chance.choice(SEATS), "red", "blue"])

    def move(self) -> str:
        keys = self.chance.sample(FIELDS, self.chance.randint(0, 4))
        made = {key: self.value() for key in keys} | {"move": self.chance.choice([*KINDS, self.text()])}
        made |= {"seat": self.chance.choice(SEATS)} if self.chance.random() < 0.6 else {}
        return json.dumps(self.chance.choice([made, made, made, [made], [made] * 3, self.value()]))

    def field(self, name: str) -> str:
        value = self.move() if name == "move" and self.chance.random() < 0.9 else self.text()
        return value.encode("utf-8", "replace").decode()

    def form(self) -> dict[str, list[str]]:
        names = self.chance.sample(FIELDS, self.chance.randint(0, 6))
        names += ["move", "name"] if self.chance.random() < 0.7 else []
        return {name: [self.field(name) for _ in range(self.chance.choice([1, 1, 1, 2, 4]))] for name in names}

    def headers(self) -> dict[str, str]:
        names = self.chance.sample(HEADERS, self.chance.choice([0, 0, 0, 1, 2]))
        return {
            name: re.sub(r"[\r\n]", " ", self.text()).encode("latin-1", "replace").decode("latin-1") for name in names
        }

    def body(self) -> dict[str, Any]:
        """A form, a move as JSON, or any bytes under any type."""
        if self.chance.random() < self.forms:
            return {"data": self.form()}
        raw = [b"[" * 20_000, b"x" * 70_000, self.chance.randbytes(40), b"", *[self.move().encode()] * 4]
        kind = self.chance.choice(["application/json"] * 6 + TYPES)
        return {"data": self.chance.choice(raw), "content_type": kind}

    def one_of(self, right: list[str]) -> str:
        return self.chance.choice(right) if right and self.chance.random() < 0.85 else self.text()


def addresses() -> list[str]:
    """Every rule of the app; asked once, of an app that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings.from_environment({"COMPANION_INSTANCE": folder}))
        app.extensions["tables"].close()
    return sorted({rule.rule for rule in app.url_map.iter_rules()})


@pytest.fixture
def real(app: Flask, opened: Opened) -> dict[str, list[str]]:
    """What stands in an address, right and wrong: a table in the middle of its first round, its keys, a game."""
    app.config["GUESSES"] = "1000000/minute"
    tables: TableService = app.extensions["tables"]
    host = host_of(tables, opened)
    for seat in SEATS:
        tables.submit(opened.code, [{"move": "done", "seat": seat}], actor=host, seen=None, request=None)
    ring = tables.circles.open("Tuesdays", "test")
    circle = tables.circles.find(ring.code)
    tables.open(read_header(HEADER), keys_for_seats=False, label="test", circle=circle.id)
    return {
        "code": [opened.code, opened.code, opened.code.lower(), "22222222"],
        "circle": [ring.code, ring.code, ring.code.lower(), opened.code],
        "host": [ring.host_key],
        "person": [str(person.id) for person in tables.circles.people(circle.id)],
        "number": ["1", "0", "2"],
        "key": [opened.seat_keys["Mary"], membership.new_seat_key(tables, host, "Mary"), "wrong"],
        "slug": ["sluff-off", "sluff-off", "chess"],
        "name": ["vendor/README.md", "../companion/web/api/tables.py", "nothing"],
    }


@pytest.mark.parametrize("rule", addresses())
def test_no_address_answers_5xx_to_anything(app: Flask, opened: Opened, real: dict[str, list[str]], rule: str) -> None:
    junk = Junk(rule)
    of_circle = rule.startswith("/c/")
    phones = [
        Phone(app, opened.code, opened.host_key, (real["circle"][0], real["host"][0])),
        Phone(app, opened.code, opened.seat_keys["Cory"]),
        Phone(app),
    ]
    for _ in range(SENT):
        method = junk.chance.choice([*METHODS, *methods_of(app, rule) * 30])
        path = address(rule, lambda name: junk.one_of(real.get("circle" if of_circle and name == "code" else name, [])))
        more = {"query_string": junk.form(), "headers": junk.headers(), **junk.body()}
        if junk.chance.random() < 0.5:
            more["headers"]["Authorization"] = f"Bearer {opened.host_key}"
        answer = junk.chance.choice(phones).send(method, path, htmx=junk.chance.random() < 0.5, **more)
        assert answer.status_code < 500, f"{method} {path} {more}: {answer.text}"
        answer.close()


def address(rule: str, fill: Callable[[str], str]) -> str:
    """The rule with something in each of its places."""
    first, *places = rule.replace("<path:", "<").split("<")
    parts = (place.rpartition("int:")[2].partition(">") for place in places)
    return first + "".join(quote(fill(name).encode("utf-8", "replace"), safe="") + rest for name, _, rest in parts)


def methods_of(app: Flask, rule: str) -> list[str]:
    """What the address takes, so that most of the junk gets in."""
    taken = {method for known in app.url_map.iter_rules() if known.rule == rule for method in known.methods or ()}
    return sorted(taken - {"HEAD", "OPTIONS"})
