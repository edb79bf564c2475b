"""Bad input: each kind has its status and a clear sentence, for a page, for htmx and for a program alike."""

from __future__ import annotations

import html
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from unittest import mock

import pytest
from flask import Flask, Response, abort
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from companion.games.ruling import Text
from companion.tables import troubles
from companion.tables.service import Tables
from companion.tables.values import Opened
from companion.web.errors import SENTENCES, TROUBLES, stop
from tests.conftest import SEATS, Phone, said

TAKE = json.dumps({"move": "take", "seat": "Chris", "color": "red"})
UNKNOWN = "22222222"
WRONG_KEY = "A" * 22
ASKERS = ("page", "htmx", "api")


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


def play_to_the_end(world: World) -> None:
    tables: Tables = world.app.extensions["tables"]
    code = world.table.code
    actor = tables.actor(code, world.table.host_key)
    assert actor is not None
    trick = {"move": "trick", "winner": "Chris", "led": "red", "won_with": "red"}
    while not (now := tables.find(code).book.report()).over:
        done = [{"move": "done", "seat": seat} for seat in (*SEATS, *SEATS)]
        for move in done if now.phase == "prediction" else [trick]:
            tables.play(code, [move], actor=actor, seen=None, request=None)


def after_the_end(world: World) -> TestResponse:
    play_to_the_end(world)
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
    "unknown-table-seen": (lambda w: w.send("GET", f"/t/{UNKNOWN}", f"/api/tables/{UNKNOWN}"), 404, 404, "No table"),
    "no-code-at-all": (lambda w: w.send("GET", "/t/<b>", "/api/tables/<b>"), 404, 404, "No table has this code"),
    "nothing-there": (lambda w: w.send("GET", "/nothing", "/api/nothing"), 404, 404, "nothing at this address"),
    "wrong-key": (lambda w: w.tap(w.table.code, WRONG_KEY), 403, 401, "only looking on|opens no table"),
    "viewers-move": (lambda w: w.tap(w.table.code, None), 403, 401, "only looking on|show a key"),
    "another-tables-key": (
        lambda w: w.tap(w.table.code, w.other.host_key), 403, 403, "only looking on|belongs to another table",
    ),
    "another-tables-seat": (
        lambda w: w.tap(w.table.code, w.other.seat_keys["Chris"]), 403, 403, "only looking on|belongs to another",
    ),
    "another-seat": (lambda w: w.tap(w.table.code, w.table.seat_keys["Mary"]), 403, 403, "it cannot enter for Chris"),
    "keepers-move": (
        lambda w: w.tap(
            w.table.code,
            w.table.seat_keys["Mary"],
            '{"move": "ruling", "seat": "Mary", "points": 1, "reason": "x"}',
        ),
        403, 403, "Only the host or a scorekeeper",
    ),
    "after-the-end": (after_the_end, 422, 422, "has been scored"),
    "no-json": (lambda w: w.tap(w.table.code, w.table.host_key, "{'move'"), 400, 400, "can be read|is not JSON"),
    "deep-json": (lambda w: w.tap(w.table.code, w.table.host_key, "[" * 9000), 400, 400, "can be read|is not JSON"),
    "nan": (lambda w: w.tap(w.table.code, w.table.host_key, "NaN"), 400, 400, "can be read|is not JSON"),
    "half-a-pair": (
        lambda w: w.tap(
            w.table.code, w.table.host_key, '{"move": "ruling", "seat": "Mary", "points": 1, "reason": "\\ud800"}'
        ),
        422, 400, "Rule <b>malformed</b>|is not JSON",
    ),
    "half-a-pair-key": (
        lambda w: w.tap(w.table.code, w.table.host_key, '{"move": "undo", "\\udfff": 1}'),
        422, 400, "Rule <b>malformed</b>|is not JSON",
    ),
    "no-move": (lambda w: w.tap(w.table.code, w.table.host_key, data={}), 400, 400, "no move|is not JSON"),
    "huge": (huge, 413, 413, "more than the app takes"),
    "wrong-method": (
        lambda w: w.send("PUT", f"/t/{w.table.code}/moves", f"/api/tables/{w.table.code}/moves"),
        405, 405, "does not take that kind of request",
    ),
    "no-method": (lambda w: w.send("FLY", "/", "/api/tables"), 405, 405, "does not take that kind of request"),
    "strange-host": (
        lambda w: w.send("GET", "/", "/api/tables", headers={"Host": "evil.example"}),
        400, 400, "not known under this name",
    ),
    "guesser": (guesser, 429, 429, "Too many wrong codes"),
}  # fmt: skip


def sentence_of(asker: str, answer: TestResponse) -> str:
    """What the asker is told; fails where it is not told the asker's way."""
    if asker == "api":
        return str(said(answer)["reason"])
    assert answer.mimetype == "text/html"
    whole = "<html" in answer.text
    assert whole == (asker == "page")
    if asker == "htmx":
        assert 'role="alert"' in answer.text
        assert answer.headers["HX-Retarget"] == "#notice"
        assert answer.headers["HX-Reswap"] == "innerHTML"
    return answer.text


@pytest.mark.parametrize(("send", "seen", "read", "sentence"), BAD.values(), ids=BAD)
def test_bad_input_has_its_status_and_a_clear_sentence(
    world: World, send: Send, seen: int, read: int, sentence: str
) -> None:
    answer = send(world)
    assert answer.status_code == (read if world.asker == "api" else seen)
    told = sentence_of(world.asker, answer)
    assert any(part in told for part in sentence.split("|")), told


@pytest.mark.parametrize("bad", [name for name in BAD if name not in ("after-the-end", "guesser")])
def test_bad_input_leaves_no_trace(world: World, bad: str) -> None:
    BAD[bad][0](world)
    snapshot = world.app.extensions["tables"].find(world.table.code)
    assert snapshot.version == 0


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
    assert app.extensions["tables"].find(opened.code).version == 0


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
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/t/{code}/moves", "/t/{code}/ruling", "/t/{code}/rematch", "/j/{code}", "/k/{key}", "/open/sluff-off"],
)
def test_every_form_wants_its_token(app: Flask, opened: Opened, path: str) -> None:
    answer = app.test_client().post(path.format(code=opened.code, key=opened.seat_keys["Mary"]))
    assert answer.status_code == 400
    assert "form has expired" in answer.text


# Names are any text, and never markup

HOSTILE = [
    "<script>alert(1)</script>", "\"><img src=x onerror=a>", "' onmouseover='x", "{{7*7}}{% raw %}",
    "</textarea><svg/onload=x>"[:40],
]  # fmt: skip
PAGES = (
    "/t/{code}", "/t/{code}/part", "/t/{code}/seats", "/t/{code}/scores", "/t/{code}/ledger", "/t/{code}/rules",
    "/t/{code}/ruling", "/t/{code}/board", "/t/{code}/board/part", "/j/{code}?again", "/k/{key}", "/",
    "/t/{code}/act?winner=%3Cscript%3Ealert(1)%3C/script%3E&led=%3Cimg src=x%3E&cards=%3Cimg src=x%3E",
    "/j?code=%3Cscript%3Ealert(1)%3C/script%3E",
)  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_names_are_never_markup(app: Flask, open_table: Callable[..., Opened], path: str) -> None:
    opened = open_table(seats=HOSTILE, dealer=HOSTILE[4])
    host = Phone(app, opened.code, opened.host_key)
    for move in (
        {"move": "take", "seat": HOSTILE[0], "color": "red"},
        {"move": "undo", "seat": HOSTILE[0]},
        {"move": "ruling", "seat": HOSTILE[1], "points": 3, "reason": HOSTILE[0]},
    ):
        assert host.post(f"/t/{opened.code}/moves", {"move": json.dumps(move)}).status_code == 303
    answer = host.get(path.format(code=opened.code, key=opened.seat_keys[HOSTILE[2]]))
    assert answer.status_code in (200, 422)
    for hostile in ("<script>alert", "<img src=x", "' onmouseover", "<svg/onload"):
        assert hostile not in answer.text


def test_a_refusal_never_turns_a_name_into_markup(app: Flask, open_table: Callable[..., Opened]) -> None:
    opened = open_table(seats=HOSTILE, dealer=HOSTILE[4])
    seat = Phone(app, opened.code, opened.seat_keys[HOSTILE[1]])
    answers = [
        seat.post(f"/t/{opened.code}/moves", {"move": json.dumps(move)}, htmx=True)
        for move in ({"move": "take", "seat": HOSTILE[0], "color": "red"}, {"move": "done", "seat": HOSTILE[1]})
    ]
    assert [answer.status_code for answer in answers] == [403, 422]
    for answer in answers:
        assert "<script>alert" not in answer.text
        assert "<img src=x" not in answer.text


def test_names_in_a_stream_are_never_markup(app: Flask, open_table: Callable[..., Opened]) -> None:
    opened = open_table(seats=HOSTILE, dealer=HOSTILE[4])
    answer = Phone(app, opened.code, opened.host_key).get(f"/t/{opened.code}/live")
    first: Any = next(iter(answer.response))
    assert b"&lt;script&gt;" in first
    assert b"<script>alert" not in first
    answer.close()


# What the tables and Flask may raise


def test_every_trouble_has_a_status() -> None:
    known = {kind for kind in vars(troubles).values() if isinstance(kind, type) and issubclass(kind, troubles.Trouble)}
    assert known - {troubles.Trouble} == set(TROUBLES)


STOPS = {"teapot": 418, "limited": 429, "conflict": 409}


@pytest.mark.parametrize("status", STOPS.values(), ids=STOPS)
@pytest.mark.parametrize("path", ["/probe", "/api/probe"])
def test_a_view_can_stop_with_its_own_sentence(app: Flask, status: int, path: str) -> None:
    app.add_url_rule(path, view_func=lambda: stop(status, Text("No {what}.", what="<b>"), Retry_After="7"))
    answer = app.test_client().get(path)
    assert answer.status_code == status
    assert answer.headers["Retry-After"] == "7"
    assert said(answer) == {"reason": "No <b>."} if path.startswith("/api") else "No &lt;b&gt;." in answer.text


def raised(error: Exception) -> Callable[[], str]:
    def view() -> str:
        raise error

    return view


RAISED: dict[str, tuple[Exception, int, Text]] = {
    "ours": (ZeroDivisionError("secret"), 500, SENTENCES[500]),
    "disk": (troubles.Unavailable(), 503, troubles.Unavailable().text),
    "broken-ledger": (troubles.BrokenLedger("K7QF2M9X", 3), 503, troubles.BrokenLedger("K7QF2M9X", 3).text),
}


@pytest.mark.parametrize("asker", ASKERS)
@pytest.mark.parametrize(("error", "status", "text"), RAISED.values(), ids=RAISED)
def test_our_own_failure_is_told_without_what_caused_it(
    app: Flask, error: Exception, status: int, text: Text, asker: str
) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    path = "/api/probe" if asker == "api" else "/probe"
    app.add_url_rule(path, view_func=raised(error))
    answer = Phone(app).get(path, htmx=asker == "htmx")
    assert answer.status_code == status
    assert text.put() in html.unescape(sentence_of(asker, answer))
    assert "secret" not in answer.text
    assert ("Retry-After" in answer.headers) == (status == 503)


def test_an_unknown_status_still_has_a_sentence(app: Flask) -> None:
    class Odd(HTTPException):
        code = 451

    app.add_url_rule("/probe", view_func=raised(Odd()))
    answer = app.test_client().get("/probe")
    assert answer.status_code == 451
    assert SENTENCES[400].put() in answer.text


def test_a_view_that_ends_with_an_answer_of_its_own_keeps_it(app: Flask) -> None:
    app.add_url_rule("/probe", view_func=lambda: abort(Response("its own", 403)))
    answer = app.test_client().get("/probe")
    assert (answer.status_code, answer.text) == (403, "its own")
