"""A form without its token, or with a token that has gone by, enters nothing and says so."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from flask import Flask

from companion.tables.answers import Opened
from tests.conftest import Phone
from tests.web.asking import sentence_of

TAKE = json.dumps({"move": "take", "seat": "Chris", "color": "red"})


FORMS: dict[str, Callable[[Phone], dict[str, Any]]] = {
    "missing": lambda _: {"headers": {"X-CSRFToken": ""}},
    "wrong": lambda _: {"headers": {"X-CSRFToken": "x"}},
    "not-ascii": lambda _: {"headers": {"X-CSRFToken": "\u00ff"}},
    "cut": lambda phone: {"headers": {"X-CSRFToken": phone.token[:-3]}},
    "anothers": lambda phone: {"headers": {"X-CSRFToken": signed(phone.app, "somebody-elses")}},
}


def signed(app: Flask, raw: object) -> str:
    from itsdangerous import URLSafeTimedSerializer

    return str(URLSafeTimedSerializer(app.secret_key or "", salt="wtf-csrf-token").dumps(raw))


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "htmx"])
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_an_expired_form_says_so_and_enters_nothing(
    app: Flask, opened: Opened, form: Callable[[Phone], dict[str, Any]], htmx: bool
) -> None:
    player = Phone(app, opened.code, opened.host_key)
    answer = player.post(f"/t/{opened.code}/moves", {"move": TAKE}, htmx=htmx, **form(player))
    assert answer.status_code == 400
    assert "form has expired" in sentence_of("htmx" if htmx else "page", answer)
    assert app.extensions["tables"].get(opened.code).version == 0


def test_a_form_whose_cookie_is_gone_has_expired(app: Flask, opened: Opened) -> None:
    player = Phone(app, opened.code, opened.host_key)
    player.client.delete_cookie("companion")
    answer = player.post(f"/t/{opened.code}/moves", {"move": TAKE})
    assert answer.status_code == 400
    assert "form has expired" in answer.text


def test_a_form_is_good_for_as_long_as_the_phone_lies_there(app: Flask, opened: Opened) -> None:
    player = Phone(app, opened.code, opened.host_key)
    later = time.time() + 300 * 86_400
    with mock.patch("itsdangerous.timed.time.time", return_value=later):
        answer = player.post(f"/t/{opened.code}/moves", {"move": TAKE}, htmx=True)
    assert answer.status_code == 204


def test_every_form_wants_its_token(app: Flask, opened: Opened) -> None:
    phone, given = Phone(app, opened.code, opened.host_key), {"code": opened.code, "key": opened.seat_keys["Mary"]}
    asked = {rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    forms = {rule for rule in asked if not rule.startswith("/api/")}
    assert {"/t/<code>/moves", "/open/file", "/c/<code>/join", "/k/<key>"} <= forms
    for rule in forms:
        path = re.sub("<(?:int:)?([a-z]+)>", lambda part: given.get(part[1], "1"), rule)
        answer = phone.post(path, headers={"X-CSRFToken": ""})
        assert answer.status_code == 400, rule
        assert "form has expired" in answer.text, rule
