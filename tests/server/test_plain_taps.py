"""Taps that the server enters by itself: what is plainly accepted, and answered as Flask answers it; nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from companion.games.sluff_off.game import SluffOff
from companion.games.sluff_off.page import SluffOffPage
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker
from tests.tables.acts import hold
from tests.web.games import enter
from tests.web.plainly import Plainly
from tests.web.program import TAKE, Program

UNDO = {"move": "undo"}
FORGED = "ImEgcmF3IHRva2VuIg.aSmXAA.Zm9yZ2Vk"


@pytest.fixture
def plainly(app: Flask, tables: TableService, opened: Opened, monkeypatch: pytest.MonkeyPatch) -> Plainly:
    """The app behind its server, with the table in memory, as whoever has its page has left it."""
    tables.get(opened.code)
    monkeypatch.setattr(SluffOff, "page", SluffOffPage)
    made = Plainly(app)
    monkeypatch.setattr(app, "wsgi_app", made)
    return made


@pytest.fixture
def host(phone: PhoneMaker, opened: Opened) -> Phone:
    return phone(opened.code, opened.host_key)


def tap(phone: Phone, opened: Opened, move: object = TAKE, version: int = 0, *, htmx: bool = True, **more: Any) -> Any:
    fields = {"move": json.dumps(move), "version": version}
    return phone.post(f"/t/{opened.code}/moves", fields, htmx=htmx, **more)


def test_a_tap_is_answered_by_the_stamp_that_the_stream_will_bring(
    plainly: Plainly, host: Phone, opened: Opened, tables: TableService
) -> None:
    answer = tap(host, opened)
    assert (answer.status_code, answer.data, plainly.entered) == (204, b"", 1)
    assert answer.headers["Companion-Stamp"] == "{}.{}".format(*tables.get(opened.code).stamp)
    assert tables.get(opened.code).version == 1


def test_the_headers_are_those_that_flask_sends(plainly: Plainly, host: Phone, opened: Opened, app: Flask) -> None:
    program = Program(app.test_client(), opened.code, opened.host_key)
    plain = [tap(host, opened), program.move(UNDO)]
    assert plainly.entered == 2
    app.wsgi_app = plainly.flask  # type: ignore[method-assign]
    by_flask = [tap(host, opened, version=2), program.move(UNDO)]
    for answer, other in zip(plain, by_flask, strict=True):
        assert answer.status_code == other.status_code
        told, same = ({name.lower(): value for name, value in one.headers} for one in (answer, other))
        if other.status_code == 204:
            told["companion-stamp"] = same["companion-stamp"] = ""
        assert told == same
    assert [one.json for one in (plain[1], by_flask[1])] == [{"version": 2}, {"version": 4}]


@pytest.mark.parametrize(
    ("before", "sent", "status"),
    [
        pytest.param((), {"headers": {"Host": "evil.example"}}, 400, id="another host"),
        pytest.param((), {"headers": {"X-CSRFToken": ""}}, 400, id="no token"),
        pytest.param((), {"headers": {"X-CSRFToken": FORGED}}, 400, id="a forged token"),
        pytest.param((), {"htmx": False}, 303, id="no scripts"),
        pytest.param((), {"query_string": "a=b"}, 204, id="a query"),
        pytest.param((), {"move": {**TAKE, "seat": "Mary"}}, 422, id="refused"),
        pytest.param((), {"move": {"move": "dance"}}, 400, id="no move"),
        pytest.param((), {"move": [TAKE] * 9}, 400, id="too many moves"),
        pytest.param((), {"content_type": "text/plain"}, 422, id="no form"),
        pytest.param((TAKE,), {}, 409, id="moved on"),
        pytest.param((hold(),), {"version": 1}, 423, id="on hold"),
        pytest.param((TAKE,), {"version": 1, "move": UNDO}, 200, id="an undo, which says what it took back"),
        pytest.param(None, {}, 204, id="a table that is not in memory"),
    ],
)
def test_flask_answers_whatever_is_not_plain(
    plainly: Plainly, host: Phone, opened: Opened, tables: TableService, before: tuple[Any, ...] | None,
    sent: dict[str, Any], status: int,
) -> None:  # fmt: skip
    version = enter(tables, opened, *before or ())
    if before is None:
        tables.cache.forget(tables.cache.slot(opened.code))
    answer = tap(host, opened, **sent)
    assert (answer.status_code, plainly.entered) == (status, 0)
    assert tables.get(opened.code).version == version + (status < 400)


def test_a_second_tap_is_flasks_and_enters_nothing(
    plainly: Plainly, host: Phone, opened: Opened, tables: TableService
) -> None:
    assert [tap(host, opened).status_code for _ in range(2)] == [204, 204]
    assert (plainly.entered, tables.get(opened.code).version) == (1, 1)


def test_a_token_is_good_with_its_own_cookie_alone_and_long_cookies_are_not_kept(
    plainly: Plainly, host: Phone, phone: PhoneMaker, opened: Opened
) -> None:
    other = phone(opened.code, opened.host_key)
    assert tap(host, opened, headers={"X-CSRFToken": other.token}).status_code == 400
    host.client.set_cookie("long", "x" * 4000)
    assert tap(host, opened).status_code == 204
    assert plainly.entered == 0
    assert tap(other, opened, version=1).status_code == 204
    assert plainly.entered == 1


@pytest.mark.parametrize(
    ("headers", "move", "status"),
    [
        pytest.param({}, TAKE, 201, id="a move"),
        pytest.param({"If-Match": '"0"', "Idempotency-Key": "tap-1"}, TAKE, 201, id="with all headers"),
        pytest.param({"If-Match": '"7"'}, TAKE, 409, id="moved on"),
        pytest.param({"If-Match": "7"}, TAKE, 400, id="no version"),
        pytest.param({"Idempotency-Key": "two words"}, TAKE, 400, id="no name"),
        pytest.param({"Content-Type": "text/plain"}, TAKE, 415, id="no JSON"),
        pytest.param({"Authorization": "Bearer nobodys"}, TAKE, 401, id="another key"),
        pytest.param({"Authorization": ""}, TAKE, 401, id="no key"),
        pytest.param({"Host": "evil.example"}, TAKE, 400, id="another host"),
        pytest.param({}, {**TAKE, "seat": "Mary"}, 422, id="refused"),
    ],
)
def test_a_programs_move(
    plainly: Plainly, opened: Opened, app: Flask, headers: dict[str, str], move: object, status: int
) -> None:
    answer = Program(app.test_client(), opened.code, opened.host_key).move(move, **headers)
    assert (answer.status_code, plainly.entered) == (status, int(status == 201))


def test_a_program_may_undo(plainly: Plainly, opened: Opened, app: Flask) -> None:
    program = Program(app.test_client(), opened.code, opened.host_key)
    assert [program.move(one).json for one in (TAKE, UNDO)] == [{"version": 1}, {"version": 2}]
    assert plainly.entered == 2


@pytest.mark.parametrize(
    ("name", "status"),
    [
        pytest.param("page", 204, id="a page's"),
        pytest.param("tap-1", 201, id="named"),
        pytest.param("", 503, id="unnamed"),
    ],
)
def test_what_was_saved_though_nobody_could_tell_is_entered_once(
    plainly: Plainly, host: Phone, opened: Opened, tables: TableService, monkeypatch: pytest.MonkeyPatch, name: str,
    status: int,
) -> None:  # fmt: skip
    """The connection is lost at the commit. By its name it is found where it is tried again; without one it is not."""
    insert = tables.ledger._insert

    def lost(batch: Any) -> str:
        monkeypatch.setattr(tables.ledger, "_insert", insert)
        assert insert(batch) == "saved"
        return "failed"

    monkeypatch.setattr(tables.ledger, "_insert", lost)
    program = Program(plainly.app.test_client(), opened.code, opened.host_key)
    named = {"Idempotency-Key": name} if name else {}
    answer = tap(host, opened) if name == "page" else program.move(TAKE, **named)
    assert (answer.status_code, answer.headers.get("Retry-After")) == (status, "1" if status == 503 else None)
    assert tables.get(opened.code).version == 1
