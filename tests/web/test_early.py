"""A move that is answered early is answered as the framework would, and whatever else comes is the framework's."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.config import Settings
from companion.fanout import Fanout
from companion.shell import Answer, Shell, environ_of
from companion.tables.acts import PutOnHold
from companion.tables.service import Tables
from companion.tables.troubles import Unavailable
from companion.tables.values import Opened, Played, Unsaved
from companion.web.early import ANSWER

TAKE: dict[str, Any] = {"move": "take", "seat": "Chris", "color": "red"}
Headers = list[tuple[str, str]]
Told = tuple[int, list[tuple[bytes, bytes]], bytes]


class Twin:
    """One of two tables that are alike, and the way its requests go."""

    def __init__(self, app: Flask, settings: Settings, opened: Opened, other: Opened, *, early: bool) -> None:
        self.app, self.opened, self.early = app, opened, early
        self.tables: Tables = app.extensions["tables"]
        self.shell = Shell(app, Fanout(self.tables), settings)
        self.judged = 0
        self.names = {
            "{code}": opened.code, "{lower}": opened.code.lower(), "{dashed}": f"{opened.code[:4]}-{opened.code[4:]}",
            "{host}": opened.host_key, "{mary}": opened.seat_keys["Mary"], "{other}": other.host_key,
        }  # fmt: skip

    def named(self, text: str) -> str:
        for name, value in self.names.items():
            text = text.replace(name, value)
        return text

    def ask(self, method: str, path: str, headers: Headers, body: bytes) -> Told:
        """What is told: status, headers in order of their names, body; the table's own names taken out again."""
        target, _, query = self.named(path).partition("?")
        scope: dict[str, Any] = {
            "method": method, "raw_path": target.encode(), "query_string": query.encode(), "http_version": "1.1",
            "headers": [(name.lower().encode(), self.named(value).encode("latin-1")) for name, value in headers],
            "server": ("127.0.0.1", 8077), "client": ("127.0.0.1", 50000), "scheme": "http",
        }  # fmt: skip
        environ = environ_of(scope) | {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))}
        answer = Answer()
        usual = self.app.wsgi_app
        said = b"".join(self.shell._answered(environ, body, answer) if self.early else usual(environ, answer.start))
        said = re.sub(rb'"at":"[^"]*"', b'"at":"now"', said)
        for name, value in self.names.items():
            said = said.replace(value.encode(), name.encode())
        told = [(name, value) for name, value in answer.headers if name != b"content-length"]
        assert dict(answer.headers).get(b"content-length", b"%d" % len(said)).isdigit()
        return answer.status, sorted(told), said


class Twins:
    """Two tables that are alike: what the one is asked early, the other is asked the usual way."""

    def __init__(self, early: Twin, usual: Twin) -> None:
        self.early, self.usual = early, usual

    def both(self, do: Callable[[Twin], object]) -> None:
        do(self.early)
        do(self.usual)

    def ask(self, method: str, path: str, headers: Headers, body: bytes) -> Told:
        """What both are told, which is the same; each has been judged as often, and stands as the other does."""
        early, usual = (twin.ask(method, path, headers, body) for twin in (self.early, self.usual))
        assert early == usual
        assert self.early.judged == self.usual.judged <= 1
        assert standing(self.early) == standing(self.usual)
        self.early.judged = self.usual.judged = 0
        return early

    def move(self, body: object = TAKE, **headers: str | None) -> Told:
        """A move in the form that programs use, but for what is said otherwise."""
        said: dict[str, str | None] = {
            "Host": "localhost", "Content-Type": "application/json", "Authorization": "Bearer {host}",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }  # fmt: skip
        given = [(name, value) for name, value in said.items() if value is not None]
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.ask("POST", "/api/tables/{code}/moves", given, sent)


def standing(twin: Twin) -> tuple[Any, ...]:
    """How the table stands, and what became of its keys."""
    now = twin.tables.find(twin.opened.code)
    return now.version, now.book.report().plain(), now.seats


@pytest.fixture
def twins(app: Flask, settings: Settings, open_table: Callable[..., Opened], monkeypatch: pytest.MonkeyPatch) -> Twins:
    other = open_table()
    early = Twin(app, settings, open_table(), other, early=True)
    usual = Twin(app, settings, open_table(), other, early=False)
    play = Tables.play

    def counted(tables: Tables, code: str, *args: Any, **more: Any) -> Any:
        for twin in (early, usual):
            twin.judged += twin.opened.code == code
        return play(tables, code, *args, **more)

    monkeypatch.setattr(Tables, "play", counted)
    return Twins(early, usual)


def test_a_move_that_stands_is_answered_as_always_and_by_nobody_else(
    twins: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, headers, body = twins.move()
    assert (status, json.loads(body)) == (201, {"version": 1})
    assert (b"content-type", b"application/json") in headers
    assert (b"cache-control", b"private, no-cache") in headers
    monkeypatch.setattr(twins.early.shell._app, "wsgi_app", None)  # the framework is not asked
    assert twins.early.ask("POST", "/api/tables/{code}/moves", STANDARD, b'{"move": "undo"}')[0] == 201


STANDARD = [("Host", "localhost"), ("Content-Type", "application/json"), ("Authorization", "Bearer {host}")]

HEADERS: dict[str, tuple[dict[str, str | None], int]] = {
    "no-host": ({"Host": None}, 201),
    "host-and-port": ({"Host": "127.0.0.1:8077"}, 201),
    "six": ({"Host": "[::1]:8077"}, 201),
    "strange-host": ({"Host": "elsewhere.example"}, 400),
    "two-hosts": ({"Host": "localhost,localhost"}, 400),
    "forged-host": ({"Host": "localhost@elsewhere"}, 400),
    "empty-host": ({"Host": ""}, 400),
    "type-with-charset": ({"Content_Type": "application/json; charset=utf-8"}, 201),
    "type-of-letters": ({"Content_Type": "APPLICATION/JSON"}, 201),
    "another-charset": ({"Content_Type": "application/json; charset=latin-1"}, 415),
    "form": ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
    "two-types": ({"Content_Type": "application/json,text/plain"}, 415),
    "no-type": ({"Content_Type": None}, 415),
    "no-key": ({"Authorization": None}, 401),
    "empty-key": ({"Authorization": "Bearer "}, 401),
    "bare-bearer": ({"Authorization": "Bearer"}, 401),
    "wrong-key": ({"Authorization": "Bearer wrong"}, 401),
    "small-bearer": ({"Authorization": "bearer {host}"}, 201),
    "two-spaces": ({"Authorization": "Bearer  {host}"}, 201),
    "tab": ({"Authorization": "Bearer\t{host}"}, 401),
    "basic": ({"Authorization": "Basic {host}"}, 401),
    "two-keys": ({"Authorization": "Bearer {host},Bearer {host}"}, 401),
    "key-and-more": ({"Authorization": "Bearer {host} more"}, 401),
    "key-with-sign": ({"Authorization": "Bearer {host}=x"}, 401),
    "key-padded": ({"Authorization": "Bearer {host}="}, 401),
    "no-ascii": ({"Authorization": "Bearer \xe4\xff"}, 401),
    "other-tables-key": ({"Authorization": "Bearer {other}"}, 403),
    "not-marys-move": ({"Authorization": "Bearer {mary}"}, 403),
    "seen": ({"If_Match": '"0"'}, 201),
    "seen-weak": ({"If_Match": 'W/"0"'}, 201),
    "seen-any": ({"If_Match": "*"}, 201),
    "seen-spaced": ({"If_Match": ' "0" '}, 201),
    "seen-later": ({"If_Match": '"7"'}, 409),
    "seen-bare": ({"If_Match": "0"}, 400),
    "seen-two": ({"If_Match": '"0","1"'}, 400),
    "seen-huge": ({"If_Match": '"1234567890"'}, 400),
    "seen-below": ({"If_Match": '"-1"'}, 400),
    "seen-arabic": ({"If_Match": '"\xb2"'}, 400),
    "seen-empty": ({"If_Match": ""}, 400),
    "named": ({"Idempotency_Key": "tap-1"}, 201),
    "named-long": ({"Idempotency_Key": "x" * 200}, 201),
    "named-too-long": ({"Idempotency_Key": "x" * 201}, 400),
    "named-empty": ({"Idempotency_Key": ""}, 400),
    "named-spaced": ({"Idempotency_Key": "a b"}, 400),
    "named-umlaut": ({"Idempotency_Key": "\xfc"}, 400),
    "cookie": ({"Cookie": "companion=forged; a=b", "X_CSRFToken": "no"}, 201),
    "packed": ({"Accept_Encoding": "gzip"}, 201),
    "htmx": ({"HX_Request": "true"}, 201),
    "tongue": ({"Accept_Language": "de"}, 201),
    "another-method": ({"X_HTTP_Method_Override": "DELETE"}, 201),
}


@pytest.mark.parametrize(("headers", "status"), HEADERS.values(), ids=HEADERS)
def test_whatever_the_headers_say_both_ways_say_the_same(
    twins: Twins, headers: dict[str, str | None], status: int
) -> None:
    assert twins.move(**headers)[0] == status


BODIES: dict[str, tuple[bytes, int]] = {
    "mark": (b"\xef\xbb\xbf" + json.dumps(TAKE).encode(), 400),
    "spaces": (b" \r\n\t" + json.dumps(TAKE).encode() + b"\n", 201),
    "nothing": (b"", 400),
    "broken": (b'{"move": "take"', 400),
    "two": (b"{} {}", 400),
    "no-utf-8": (b'{"move": "\xff"}', 400),
    "utf-16": (json.dumps(TAKE).encode("utf-16"), 400),
    "nan": (b'{"move": NaN}', 400),
    "infinite": (b'{"move": -Infinity}', 400),
    "huge-number": (b'{"move": ' + b"9" * 5000 + b"}", 400),
    "huge-power": (b'{"move": 1e999999}', 400),
    "deep": (b"[" * 60000, 400),
    "deep-and-whole": (b"[" * 30000 + b"]" * 30000, 400),
    "half-a-pair": (b'{"move": "take", "seat": "\\ud800", "color": "red"}', 400),
    "list": (b"[]", 400),
    "many-moves": (json.dumps([TAKE, TAKE]).encode(), 400),
    "null": (b"null", 400),
    "unknown": (b'{"move": "fly"}', 400),
    "more-keys": (json.dumps({**TAKE, "more": 1}).encode(), 400),
    "twice-the-key": (b'{"move": "undo", "move": "take", "seat": "Chris", "color": "red"}', 201),
    "act": (b'{"act": "hold", "reason": "because"}', 400),
    "null-sign": (b'{"move": "take", "seat": "Chris\\u0000", "color": "red"}', 400),
    "undo-of-nothing": (b'{"move": "undo"}', 422),
    "against-the-rules": (b'{"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"}', 422),
}


@pytest.mark.parametrize(("body", "status"), BODIES.values(), ids=BODIES)
def test_whatever_the_body_says_both_ways_say_the_same(twins: Twins, body: bytes, status: int) -> None:
    assert twins.move(body)[0] == status


PATHS: dict[str, tuple[str, str, int]] = {
    "query": ("POST", "/api/tables/{code}/moves?key=x", 201),
    "small": ("POST", "/api/tables/{lower}/moves", 201),
    "dashed": ("POST", "/api/tables/{dashed}/moves", 201),
    "slash": ("POST", "/api/tables/{code}/moves/", 404),
    "two-slashes": ("POST", "//api/tables/{code}/moves", 201),
    "dots": ("POST", "/api/../api/tables/{code}/moves", 404),
    "escaped": ("POST", "/api/tables/{code}/%6Doves", 201),
    "escaped-slash": ("POST", "/api/tables/{code}%2Fmoves", 201),
    "newline": ("POST", "/api/tables/{code}/moves%0A", 404),
    "nothing": ("POST", "/api/tables/{code}/moves%00", 404),
    "no-table": ("POST", "/api/tables/AAAAAAAA/moves", 404),
    "no-code": ("POST", "/api/tables/{code}A/moves", 404),
    "get": ("GET", "/api/tables/{code}/moves", 405),
    "head": ("HEAD", "/api/tables/{code}/moves", 405),
    "put": ("PUT", "/api/tables/{code}/moves", 405),
    "options": ("OPTIONS", "/api/tables/{code}/moves", 200),
    "small-post": ("post", "/api/tables/{code}/moves", 201),
}


@pytest.mark.parametrize(("method", "path", "status"), PATHS.values(), ids=PATHS)
def test_whatever_the_path_is_both_ways_say_the_same(twins: Twins, method: str, path: str, status: int) -> None:
    told = twins.ask(method, path, STANDARD, json.dumps(TAKE).encode())
    assert told[0] == status


def test_a_request_sent_again_is_answered_again_and_not_entered_again(twins: Twins) -> None:
    first = twins.move(Idempotency_Key="tap")
    assert twins.move(Idempotency_Key="tap") == first
    assert twins.move({**TAKE, "color": "blue"}, Idempotency_Key="tap")[0] == 400
    assert twins.move({**TAKE, "color": "blue"}, Idempotency_Key="tap-2", If_Match='"0"')[0] == 409
    assert twins.early.tables.find(twins.early.opened.code).version == 1


def test_a_table_on_hold_takes_no_move_either_way(twins: Twins) -> None:
    def hold(twin: Twin) -> None:
        host = twin.tables.actor(twin.opened.code, twin.opened.host_key)
        assert host is not None
        act = PutOnHold(act="hold", reason="We look it up.")
        assert isinstance(twin.tables.play(twin.opened.code, [act], actor=host, seen=None, request=None), Played)
        twin.judged = 0

    twins.both(hold)
    status, _, body = twins.move()
    assert status == 423
    assert "We look it up." in body.decode()


def test_what_the_disk_did_not_take_is_judged_once_and_told(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def unsaved(tables: Tables, code: str, *_: Any, **__: Any) -> Unsaved:
        for twin in (twins.early, twins.usual):
            twin.judged += twin.opened.code == code
        return Unsaved(tables.find(code))

    monkeypatch.setattr(Tables, "play", unsaved)
    status, headers, _ = twins.move()
    assert status == 503
    assert (b"retry-after", b"1") in headers


def test_a_database_that_is_away_is_told_of_the_usual_way(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any, **__: Any) -> None:
        raise Unavailable

    monkeypatch.setattr(Tables, "play", away)
    assert twins.move()[0] == 503


def test_a_seats_key_is_used_up_by_its_first_move_either_way(twins: Twins) -> None:
    mary = {**TAKE, "seat": "Mary"}
    before = standing(twins.early)[2]
    assert twins.move(mary, Authorization="Bearer {mary}")[0] in (201, 422)
    assert standing(twins.early)[2] != before


def test_an_answer_of_the_tables_cannot_come_from_outside(twins: Twins) -> None:
    name = ANSWER.replace(".", "-")
    assert twins.move({"move": "undo"}, **{name: "x", ANSWER: "x"})[0] == 422
