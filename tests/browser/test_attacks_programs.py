"""Every text that a program may send: the API tells it to the letter, as JSON, and pages show it as text.

Which texts there are is read from the API's own document: each string in a body that is no choice of a few.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page

from companion.games.header import can_be_seen
from tests import attacks
from tests.browser.attacked import FOUND, evaluated, strings
from tests.browser.ways_in import OUT_OF_ANY, Room
from tests.conftest import HEADER, SEATS, Phone, said
from tests.often import ALL, drawn

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

EACH, LONGEST = 40, 40
PLAIN = "Zoe"
TAKE = {"move": "take", "seat": "Chris", "color": "red"}
MOVES: dict[str, Any] = {
    "reason": {"move": "ruling", "seat": "Mary", "points": 1},
    "name": {"move": "rename", "seat": "Mary"},
    "seat": {"move": "join", "after": "Mary"},
}
BODIES: dict[str, Any] = {
    "post /api/tables": HEADER,
    "post /api/tables/{code}/keys": {},
    "post /api/tables/{code}/host": {},
}
TAKEN = (
    ("post /api/tables", "seats[]"),
    ("post /api/tables/{code}/moves", "reason"),
    ("post /api/tables/{code}/moves", "name"),
    ("post /api/tables/{code}/moves", "seat"),
)
"""Where any text is taken that can be seen; elsewhere none of these names anything."""


def texts(document: Any) -> Iterator[tuple[str, str]]:
    """Each operation that takes JSON, with each text in its body."""
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            found = _strings(document["components"]["schemas"], schema, ())
            yield from ((f"{method} {path}", one) for one in sorted(set(found)))


def _strings(known: Any, schema: Any, met: tuple[str, ...]) -> Iterator[str]:
    if (name := schema.get("$ref", "").rpartition("/")[2]) and name not in met:
        yield from _strings(known, known[name], (*met, name))
    for one in schema.get("anyOf", ()):
        yield from _strings(known, one, met)
    for name, inner in schema.get("properties", {}).items():
        item = inner.get("items", {})
        if inner.get("type") == "string" and not {"enum", "const", "pattern"} & inner.keys():
            yield name
        elif item.get("type") == "string" and not {"enum", "const", "pattern"} & item.keys():
            yield f"{name}[]"
        elif inner.get("additionalProperties"):
            yield f"{name}{{}}"
        else:
            yield from (f"{name}.{one}" for one in _strings(known, item or inner, met))


def with_text(body: Any, place: str, text: str) -> Any:
    """The body with the text at this place: "name", "seats[]", "options.supply{}"."""
    name, dot, rest = place.partition(".")
    filled: Any = copy.deepcopy(body)
    if dot:
        inner = with_text({}, rest, text)
        filled[name] = [inner] if name == "edits" else inner
    elif name.endswith("[]"):
        filled[name[:-2]] = [text, *SEATS[1:]]
    else:
        filled[name.removesuffix("{}")] = {text: 1} if name.endswith("{}") else text
    return filled


@dataclass
class Sent:
    """A text that was sent: the answer, and what tells it then, to programs and to a phone."""

    answer: TestResponse
    told: list[TestResponse]
    shown: list[TestResponse]


def sent(room: Room, operation: str, place: str, text: str) -> Sent:
    """Send this text at this place of an operation's body."""
    app, (method, path) = room.host.app, operation.split()
    body = MOVES.get(place, TAKE) if path.endswith("/moves") else BODIES.get(operation)
    code, key = room.opened.code, room.opened.host_key
    client, body = app.test_client(), with_text(body, place, text)
    answer = client.open(
        path.replace("{code}", code), method=method.upper(), json=body, headers={"Authorization": f"Bearer {key}"}
    )
    if answer.status_code == 201 and "code" in said(answer):  # it has opened one
        code, key = said(answer)["code"], said(answer)["keys"]["host"]
    at, known = f"/api/tables/{code}", Phone(app, code, key)
    told = [client.get(at, headers={"Authorization": f"Bearer {key}"}), client.get(f"{at}/transcript")]
    return Sent(answer, told, [known.get(f"/t/{code}{page}") for page in ("/ledger", "/seats", "")])


@pytest.fixture(scope="module")
def parser(browser: Browser) -> Iterator[Page]:
    """A page of a real browser, in which nothing is opened: it parses what it is given."""
    page = browser.new_page()
    yield page
    page.close()


def test_every_text_of_the_document_is_sent(shared_app: Flask) -> None:
    every = list(texts(said(shared_app.test_client().get("/api/openapi.json"))))
    assert len(every) > 15
    assert {*TAKEN} < {*every}
    bodies = {*BODIES, "post /api/tables/{code}/moves"}
    assert {operation for operation, _ in every} == bodies


@pytest.mark.parametrize(("operation", "place"), TAKEN, ids=lambda one: one)
def test_what_a_program_sends_is_told_to_the_letter(
    shared_app: Flask, parser: Page, operation: str, place: str
) -> None:
    mine = attacks.names()[TAKEN.index((operation, place)) :: EACH]
    for text in (PLAIN, OUT_OF_ANY[:LONGEST], *drawn(mine, len(mine), f"{operation} {place}")):
        found = sent(Room(shared_app), operation, place, text)
        as_json(parser, found.answer)
        if not can_be_seen(text) and found.answer.status_code in (400, 422):
            continue
        assert found.answer.status_code in (200, 201), (text, found.answer.text)
        whole = [one for answer in found.told for one in strings(as_json(parser, answer))]
        assert text in whole, text
        read = evaluated(parser, FOUND, [[answer.text, text] for answer in found.shown])
        assert {answer.status_code for answer in found.shown} == {200}
        assert [one["faults"] for one in read if one["faults"]] == [], text
        assert any(one["shows"] for one in read), text


def test_what_names_nothing_is_answered_as_json(shared_app: Flask, parser: Page) -> None:
    every = [one for one in texts(said(shared_app.test_client().get("/api/openapi.json"))) if one not in TAKEN]
    room = Room(shared_app)
    for number, (operation, place) in enumerate(every):
        for text in (OUT_OF_ANY[:LONGEST], *(attacks.names()[number::EACH][:3] if ALL else ())):
            answer = sent(room, operation, place, text).answer
            assert 400 <= answer.status_code < 500, (operation, place, text)
            assert "reason" in as_json(parser, answer), (operation, place, text)


def as_json(parser: Page, answer: TestResponse) -> Any:
    """What a browser reads in an answer of the API, which is what Python does: a value, or one a line."""
    kind = {"transcript": "application/x-ndjson"}.get(answer.request.path.rpartition("/")[2], "application/json")
    assert answer.mimetype == kind
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    lines = [answer.text] if answer.is_json else answer.text.removesuffix("\n").split("\n")
    read: list[Any] = parser.evaluate("lines => lines.map(line => JSON.parse(line))", lines)
    assert read == list(map(json.loads, lines))
    return read[0] if answer.is_json else read
