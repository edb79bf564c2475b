"""Nesting of every depth in every form that takes JSON, and in some that take none: told as what is no JSON is."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from companion.games.transcript import DEEPEST
from companion.tables.answers import Opened
from tests.conftest import HEADER, Phone

DEPTHS = (1, 9, *range(DEEPEST - 5, DEEPEST + 2), 100, 400, 2000)
GIVE_UP = range(860, 1000)
"""Where Python's own reader and writer do, the one before the other."""


def lists(depth: int) -> str:
    return "[" * depth + "]" * depth


def objects(depth: int) -> str:
    return '{"a":' * depth + "1" + "}" * depth


def stands(depth: int) -> str:
    ruling = '{"move": "ruling", "reason": "x", "stands": '
    return ruling * depth + '{"move": "undo"}' + "}" * depth


def in_a(outer: str) -> Callable[[str], str]:
    """What is nested, as the one thing in it that is not as it should be."""
    return lambda nested: outer.replace("HERE", nested)


MOVE = in_a('{"move": "take", "seat": "Chris", "color": HERE}')
EDIT = in_a('{"do": "insert", "move": {"move": "take", "seat": "Chris", "color": HERE}}')
LEAVE = in_a('{"move": "leave", "seat": HERE}')
FIELDS: dict[str, tuple[str, str, Callable[[str], str]]] = {
    "moves": ("/t/{code}/moves", "move", MOVE),
    "some moves": ("/t/{code}/moves", "move", in_a('[{"move": "undo"}, HERE]')),
    "players": ("/t/{code}/players", "move", LEAVE),
    "amend": ("/t/{code}/amend", "edit", EDIT),
    "a header": ("/open/file", "text", in_a(json.dumps(HEADER)[:-1] + ', "options": HERE}')),
    "a line": ("/open/file", "text", in_a(f"{json.dumps(HEADER)}\nHERE")),
}
API = {"a table": "/api/tables", "a move": "/api/tables/{code}/moves"}
PLAIN = {
    "a house rule": ("/open/sluff-off", "rule-rounds"),
    "a dispute": ("/t/{code}/hold", "entry"),
    "reconcile": ("/t/{code}/reconcile", "centre.red"),
    "a circle": ("/circle/new", "name"),
}


@pytest.mark.parametrize(("path", "field", "outer"), FIELDS.values(), ids=FIELDS)
def test_nesting_of_every_depth_in_a_form(
    host: Phone, opened: Opened, path: str, field: str, outer: Callable[[str], str]
) -> None:
    where = path.format(code=opened.code)
    shapes = [shape(depth) for depth in DEPTHS for shape in (lists, objects, stands)]
    for nested in (*shapes, *map(lists, GIVE_UP)):
        answer = host.post(where, {field: outer(nested), "version": "0", "reason": "x", "request": "a"})
        assert 400 <= answer.status_code < 500, nested


@pytest.mark.parametrize("path", API.values(), ids=API)
def test_nesting_of_every_depth_in_a_body(client: FlaskClient, opened: Opened, path: str) -> None:
    shown = {"Authorization": f"Bearer {opened.host_key}", "Content-Type": "application/json"}
    for nested in (shape(depth) for depth in (*DEPTHS, *GIVE_UP) for shape in (lists, objects)):
        assert client.post(path.format(code=opened.code), data=nested, headers=shown).status_code == 400, nested


@pytest.mark.parametrize(("path", "field"), PLAIN.values(), ids=PLAIN)
def test_nesting_in_a_form_that_takes_no_json(host: Phone, opened: Opened, path: str, field: str) -> None:
    for depth in DEPTHS:
        answer = host.post(path.format(code=opened.code), {field: lists(depth), "version": "0", "reason": "x"})
        assert answer.status_code < 500, depth


@pytest.mark.parametrize("path", ["/t/{code}/amend/preview", "/t/{code}/may-i"])
def test_nesting_in_an_address(host: Phone, opened: Opened, path: str) -> None:
    for depth in (*DEPTHS, *GIVE_UP[::5]):
        query = {"edit": EDIT(lists(depth)), "ask": lists(depth)}
        assert host.get(path.format(code=opened.code), query_string=query).status_code < 500, depth
