"""The JSON API: what it takes, what it answers, and the status and sentence of everything else."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games.replay import replay
from companion.tables.service import Tables
from companion.tables.values import Opened, Unsaved
from tests.conftest import HEADER, SEATS, said

TAKE = {"move": "take", "seat": "Chris", "color": "red"}
UNKNOWN = "22222222"


class Program:
    """A program with a key, at a table."""

    def __init__(self, client: FlaskClient, code: str, key: str | None) -> None:
        self.client, self.code, self.key = client, code, key

    def move(self, move: object, **headers: str) -> TestResponse:
        return self.send(json.dumps(move), **{"Content-Type": "application/json", **headers})

    def send(self, body: str | bytes, **headers: str) -> TestResponse:
        shown = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(f"/api/tables/{self.code}/moves", data=body, headers={**shown, **named})

    def see(self) -> Any:
        return self.client.get(f"/api/tables/{self.code}").json


@pytest.fixture
def host(client: FlaskClient, opened: Opened) -> Program:
    return Program(client, opened.code, opened.host_key)


def play_to_the_end(host: Program) -> None:
    """Nobody predicts anything; Chris wins every trick."""
    while not (now := host.see())["over"]:
        holds_it = now["phase"] == "prediction"
        moves = (
            [{"move": "done", "seat": seat} for seat in (*SEATS, *SEATS)]
            if holds_it
            else [{"move": "trick", "winner": "Chris", "led": "red", "won_with": "red"}]
        )
        for move in moves:
            host.move(move)


# What is answered when all is well


def test_open_a_table(client: FlaskClient) -> None:
    answer = client.post("/api/tables", json=HEADER)
    assert answer.status_code == 201
    assert set(said(answer)) == {"code", "version", "url", "keys"}
    assert said(answer)["version"] == 0
    assert said(answer)["url"].endswith(said(answer)["code"])
    assert list(said(answer)["keys"]["seats"]) == SEATS
    assert len({said(answer)["keys"]["host"], *said(answer)["keys"]["seats"].values()}) == 5
    assert client.get(answer.headers["Location"]).status_code == 200


def test_a_table_says_what_replay_says(client: FlaskClient, host: Program) -> None:
    host.move(TAKE)
    host.move({"move": "take", "seat": "Chris", "color": "blue"})
    host.move({"move": "undo"})
    here = host.see()
    lines = client.get(f"/api/tables/{host.code}/transcript").data
    again = replay(lines, strict=True).plain(host.code)
    # The ledger counts the entry that was taken back, and the undo itself.
    assert here == {**again, "accepted": 3, "version": 3}


def test_a_transcript_has_the_header_and_what_stands(client: FlaskClient, host: Program) -> None:
    host.move({"move": "take", "seat": "Chris", "color": "blue"})
    host.move({"move": "undo", "seat": "Chris"})
    host.move(TAKE)
    answer = client.get(f"/api/tables/{host.code}/transcript")
    assert answer.mimetype == "application/x-ndjson"
    assert [json.loads(line) for line in answer.text.splitlines()] == [HEADER, TAKE]


def test_each_move_is_answered_with_its_version(host: Program) -> None:
    answers = [host.move(TAKE), host.move({"move": "undo"}), host.move(TAKE, If_Match='"2"')]
    assert [(answer.status_code, said(answer)) for answer in answers] == [
        (201, {"version": 1}),
        (201, {"version": 2}),
        (201, {"version": 3}),
    ]


def test_a_seat_enters_for_itself(client: FlaskClient, opened: Opened) -> None:
    chris = Program(client, opened.code, opened.seat_keys["Chris"])
    assert chris.move(TAKE).status_code == 201


CODES = {"as-told": str, "small": str.lower, "with-dash": lambda code: f"{code[:4]}-{code[4:]}"}


@pytest.mark.parametrize("typed", CODES.values(), ids=CODES)
def test_a_code_is_read_as_people_type_it(host: Program, typed: Callable[[str], str]) -> None:
    host.code = typed(host.code)
    assert host.move(TAKE).status_code == 201
    assert host.see()["file"] == host.code.upper().replace("-", "")


def test_names_come_back_as_they_were_given(client: FlaskClient) -> None:
    names = ["<script>alert(1)</script>", "\u05de\u05e8\u05d9", "\"quoted\" 'n' {{7*7}}", "\U0001f0cf" * 40]
    made = client.post("/api/tables", json={"transcript": 1, "game": "sluff-off", "seats": names})
    host = Program(client, said(made)["code"], said(made)["keys"]["host"])
    assert host.move({**TAKE, "seat": names[0]}).status_code == 201
    assert list(host.see()["totals"]) == names
    assert json.loads(client.get(f"/api/tables/{host.code}/transcript").text.splitlines()[0])["seats"] == names


# The version seen, and the same request again


def test_an_old_version_is_told_the_new_one_and_changes_nothing(host: Program) -> None:
    host.move(TAKE)
    answer = host.move(TAKE, If_Match='"0"')
    assert (answer.status_code, said(answer)) == (409, {"version": 1})
    assert host.see()["version"] == 1


def test_the_same_request_again_has_one_effect_and_the_same_answer(host: Program) -> None:
    first = host.move(TAKE, Idempotency_Key="a", If_Match='"0"')
    host.move({"move": "take", "seat": "Chris", "color": "green"})
    again = host.move(TAKE, Idempotency_Key="a", If_Match='"0"')
    assert (again.status_code, said(again)) == (first.status_code, first.json) == (201, {"version": 1})
    assert host.see()["version"] == 2


def test_a_request_name_is_not_used_for_another_move(host: Program) -> None:
    host.move(TAKE, Idempotency_Key="a")
    answer = host.move({**TAKE, "color": "green"}, Idempotency_Key="a")
    assert answer.status_code == 400
    assert "used before" in said(answer)["reason"]
    assert host.see()["version"] == 1


def test_a_known_version_is_not_sent_again(client: FlaskClient, host: Program) -> None:
    tag = client.get(f"/api/tables/{host.code}").headers["ETag"]
    assert tag == '"0"'
    assert client.get(f"/api/tables/{host.code}", headers={"If-None-Match": tag}).status_code == 304
    host.move(TAKE, If_Match=tag)
    assert client.get(f"/api/tables/{host.code}", headers={"If-None-Match": tag}).status_code == 200


# A rule is against it


def test_a_refusal_names_rule_numbers_and_what_would_be_allowed(host: Program) -> None:
    for seat in ("Chris", "Mary", "Katie"):
        host.move({"move": "done", "seat": seat})
    answer = host.move({"move": "steal", "seat": "Cory", "color": "blue", "from": "Mary"})
    assert answer.status_code == 422
    assert set(said(answer)) == {"rule", "reason", "because", "instead"}
    assert said(answer)["rule"] == "steal-only-when-centre-empty"
    assert "3" in said(answer)["because"]
    assert said(answer)["reason"].startswith(said(answer)["because"])
    assert {"move": "take", "seat": "Cory", "color": "blue"} in said(answer)["instead"]
    assert all(host.move(move, If_Match='"9"').status_code == 409 for move in said(answer)["instead"])
    assert host.see()["version"] == 3


def test_after_the_end_there_is_only_undo(host: Program) -> None:
    play_to_the_end(host)
    version = host.see()["version"]
    answer = host.move(TAKE)
    assert (answer.status_code, said(answer)["rule"]) == (422, "game-is-over")
    assert said(answer)["reason"].endswith(".")
    assert host.see()["version"] == version
    assert host.move({"move": "undo"}).status_code == 201


MALFORMED: dict[str, object] = {
    "list": [TAKE],
    "string": "take",
    "number": 1,
    "null": None,
    "empty": {},
    "no-kind": {"seat": "Chris"},
    "unknown-kind": {"move": "fly", "seat": "Chris"},
    "unknown-key": {**TAKE, "x": 1},
    "missing-key": {"move": "take", "seat": "Chris"},
    "float": {"move": "ruling", "seat": "Chris", "points": 3.0, "reason": "x"},
    "true": {"move": "ruling", "seat": "Chris", "points": True, "reason": "x"},
    "null-value": {**TAKE, "seat": None},
    "object-for-text": {**TAKE, "seat": {"$ne": ""}},
    "stranger": {**TAKE, "seat": "Nobody"},
    "huge-number": {"move": "ruling", "seat": "Chris", "points": 10**300, "reason": "x"},
    "kind-is-list": {**TAKE, "move": ["take"]},
    "script": {**TAKE, "color": "<script>"},
}


@pytest.mark.parametrize("move", MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_move_is_malformed(host: Program, move: object) -> None:
    answer = host.move(move)
    assert (answer.status_code, said(answer)["rule"]) == (400, "malformed")
    assert said(answer)["reason"].endswith(".")
    assert isinstance(said(answer)["instead"], list)
    assert host.see()["version"] == 0


# Bodies that are no JSON

LARGEST = 64 * 1024
BODIES: dict[str, tuple[bytes, str, int]] = {
    "empty": (b"", "application/json", 400),
    "half": (b'{"move": ', "application/json", 400),
    "two": (b"{} {}", "application/json", 400),
    "single-quotes": (b"{'move': 'undo'}", "application/json", 400),
    "nan": (b'{"move": "ruling", "seat": "Chris", "points": NaN, "reason": "x"}', "application/json", 400),
    "infinity": (b'{"points": -Infinity}', "application/json", 400),
    "latin1": ('{"move": "take", "seat": "Zo\u00eb"}'.encode("latin-1"), "application/json", 400),
    "utf16": (json.dumps(TAKE).encode("utf-16"), "application/json", 400),
    "bom": (b"\xef\xbb\xbf" + json.dumps(TAKE).encode(), "application/json", 400),
    "half-a-pair": (b'{"move": "undo", "seat": "\\ud800"}', "application/json", 400),
    "half-a-pair-key": (b'{"\\udfff": 1}', "application/json", 400),
    "deep-list": (b"[" * 30_000, "application/json", 400),
    "deep-closed": (b"[" * 30_000 + b"]" * 30_000, "application/json", 400),
    "deep-object": (b'{"a":' * 10_000, "application/json", 400),
    "long-number": (b'{"move": ' + b"9" * 60_000 + b"}", "application/json", 400),
    "nul": (b"\x00", "application/json", 400),
    "form": (b"move=take", "application/x-www-form-urlencoded", 415),
    "text": (json.dumps(TAKE).encode(), "text/plain", 415),
    "no-type": (json.dumps(TAKE).encode(), "", 415),
    "other-charset": (json.dumps(TAKE).encode(), "application/json; charset=utf-16", 415),
    "huge": (b'"' + b"x" * LARGEST + b'"', "application/json", 413),
    "huge-form": (b"x" * (LARGEST + 1), "application/x-www-form-urlencoded", 415),
}


@pytest.mark.parametrize(("body", "kind", "status"), BODIES.values(), ids=BODIES)
@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/{code}/moves"])
def test_what_is_no_json(client: FlaskClient, opened: Opened, path: str, body: bytes, kind: str, status: int) -> None:
    key = {"Authorization": f"Bearer {opened.host_key}"}
    answer = client.post(path.format(code=opened.code), data=body, headers={**key, "Content-Type": kind})
    assert answer.status_code == status
    assert said(answer)["reason"].endswith(".")


def test_the_largest_body_is_still_read(host: Program) -> None:
    body = json.dumps(TAKE)
    assert host.send(body + " " * (LARGEST - len(body)), Content_Type="application/json").status_code == 201


CHUNKED = {"small": (0, 201), "too-large": (LARGEST, 413), "far-too-large": (LARGEST * 3, 413)}


@pytest.mark.parametrize(("more", "status"), CHUNKED.values(), ids=CHUNKED)
def test_a_body_in_chunks_has_the_same_limit(client: FlaskClient, opened: Opened, more: int, status: int) -> None:
    answer = client.post(
        f"/api/tables/{opened.code}/moves",
        input_stream=io.BytesIO(json.dumps(TAKE).encode() + b" " * more),
        environ_overrides={"wsgi.input_terminated": True},  # what a server says that puts the chunks together
        headers={"Authorization": f"Bearer {opened.host_key}", "Content-Type": "application/json"},
    )
    assert answer.status_code == status


def test_json_may_say_that_it_is_utf8(host: Program) -> None:
    assert host.send(json.dumps(TAKE), Content_Type="application/json; charset=UTF-8").status_code == 201


# Keys

NO_KEYS = {
    "none": {},
    "empty": {"Authorization": ""},
    "no-token": {"Authorization": "Bearer"},
    "blank": {"Authorization": "Bearer "},
    "basic": {"Authorization": "Basic Y2hyaXM6Y2hyaXM="},
    "broken-basic": {"Authorization": "Basic %%%"},
    "wrong": {"Authorization": "Bearer AAAAAAAAAAAAAAAAAAAAAA"},
    "parameters": {"Authorization": 'Bearer a="b"'},
    "not-ascii": {"Authorization": "Bearer \u00ff\u00fe"},
    "long": {"Authorization": "Bearer " + "a" * 5000},
}


@pytest.mark.parametrize("headers", NO_KEYS.values(), ids=NO_KEYS)
def test_without_a_key_that_opens_anything(client: FlaskClient, opened: Opened, headers: dict[str, str]) -> None:
    answer = client.post(f"/api/tables/{opened.code}/moves", json=TAKE, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert said(answer)["reason"].endswith(".")


def test_a_phones_cookie_counts_for_nothing_here(app: Flask, opened: Opened) -> None:
    from tests.conftest import Phone

    answer = Phone(app, opened.code, opened.host_key).post(f"/api/tables/{opened.code}/moves", json=TAKE)
    assert answer.status_code == 401


def test_another_tables_key(client: FlaskClient, opened: Opened, open_table: Callable[[], Opened]) -> None:
    answer = Program(client, opened.code, open_table().host_key).move(TAKE)
    assert answer.status_code == 403
    assert "another table" in said(answer)["reason"]


def test_a_key_that_was_handed_out_anew(client: FlaskClient, opened: Opened, tables: Tables) -> None:
    chris = Program(client, opened.code, opened.seat_keys["Chris"])
    assert chris.move(TAKE).status_code == 201
    host = tables.actor(opened.code, opened.host_key)
    assert host is not None
    tables.actor(opened.code, tables.new_seat_key(host, "Chris"))
    assert chris.move(TAKE).status_code == 401


FORBIDDEN = {
    "another-seat": ({"move": "take", "seat": "Mary", "color": "red"}, "Chris"),
    "a-keepers-move": ({"move": "ruling", "seat": "Chris", "points": 3, "reason": "x"}, "Chris"),
    "undo-for-another": ({"move": "undo", "seat": "Mary"}, "Chris"),
    "undo-of-anothers": ({"move": "undo"}, "Mary"),
}


@pytest.mark.parametrize(("move", "seat"), FORBIDDEN.values(), ids=FORBIDDEN)
def test_a_seat_enters_only_for_itself(
    client: FlaskClient, opened: Opened, host: Program, move: object, seat: str
) -> None:
    host.move(TAKE)
    answer = Program(client, opened.code, opened.seat_keys[seat]).move(move)
    assert answer.status_code == 403
    assert said(answer)["reason"].endswith(".")
    assert host.see()["version"] == 1


# Addresses, methods, headers

PATHS = {
    "unknown": ("GET", f"/api/tables/{UNKNOWN}", 404),
    "unknown-transcript": ("GET", f"/api/tables/{UNKNOWN}/transcript", 404),
    "unknown-live": ("GET", f"/api/tables/{UNKNOWN}/live", 404),
    "unknown-moves": ("POST", f"/api/tables/{UNKNOWN}/moves", 404),
    "no-code": ("GET", "/api/tables/<script>", 404),
    "not-ascii": ("GET", "/api/tables/\u0130\u0130\u0130\u0130\u0130\u0130\u0130\u0130", 404),
    "long": ("GET", "/api/tables/" + "A" * 5000, 404),
    "dots": ("GET", "/api/tables/../../etc/passwd", 404),
    "nothing": ("GET", "/api/nothing", 404),
    "root": ("GET", "/api", 404),
    "get-moves": ("GET", f"/api/tables/{UNKNOWN}/moves", 405),
    "get-tables": ("GET", "/api/tables", 405),
    "delete": ("DELETE", f"/api/tables/{UNKNOWN}", 405),
    "trace": ("TRACE", "/api/tables", 405),
    "no-method": ("FLY", "/api/tables", 405),
}


@pytest.mark.parametrize(("method", "path", "status"), PATHS.values(), ids=PATHS)
def test_addresses_and_methods(client: FlaskClient, method: str, path: str, status: int) -> None:
    answer = client.open(path, method=method)
    assert answer.status_code == status
    assert said(answer)["reason"].endswith(".")
    assert ("Allow" in answer.headers) == (status == 405)


HEADERS = {
    "if-match-bare": {"If-Match": "12"},
    "if-match-word": {"If-Match": '"latest"'},
    "if-match-two": {"If-Match": '"1", "2"'},
    "if-match-minus": {"If-Match": '"-1"'},
    "if-match-huge": {"If-Match": f'"{"9" * 5000}"'},
    "if-match-empty": {"If-Match": ""},
    "if-match-other-digits": {"If-Match": '"\u00b2"'},
    "name-empty": {"Idempotency-Key": ""},
    "name-space": {"Idempotency-Key": "a b"},
    "name-long": {"Idempotency-Key": "a" * 201},
    "name-not-ascii": {"Idempotency-Key": "\u00e9"},
}


@pytest.mark.parametrize("headers", HEADERS.values(), ids=HEADERS)
def test_a_header_that_holds_nothing_of_its_kind(host: Program, headers: dict[str, str]) -> None:
    answer = host.move(TAKE, **headers)
    assert answer.status_code == 400
    assert next(iter(headers)) in said(answer)["reason"]
    assert host.see()["version"] == 0


def test_if_match_star_takes_the_table_as_it_is(host: Program) -> None:
    assert host.move(TAKE, If_Match="*").status_code == 201


BAD_HEADERS: dict[str, tuple[object, str]] = {
    "list": ([], "transcript"),
    "text": ("sluff-off", "transcript"),
    "no-version": ({**HEADER, "transcript": 2}, "transcript"),
    "true": ({**HEADER, "transcript": True}, "transcript"),
    "game": ({**HEADER, "game": "chess"}, "game"),
    "game-list": ({**HEADER, "game": ["sluff-off"]}, "game"),
    "two-seats": ({**HEADER, "seats": ["Chris", "Cory"]}, "seats"),
    "six-seats": ({**HEADER, "seats": ["A", "B", "C", "D", "E", "Cory"]}, "seats"),
    "equal": ({**HEADER, "seats": ["Cory", "Mary", " Mary "]}, "seats"),
    "empty-name": ({**HEADER, "seats": ["Cory", "Mary", "  "]}, "seats"),
    "long-name": ({**HEADER, "seats": ["Cory", "Mary", "x" * 41]}, "seats"),
    "reserved": ({**HEADER, "seats": ["Cory", "Mary", "centre"]}, "seats"),
    "name-number": ({**HEADER, "seats": ["Cory", "Mary", 3]}, "seats"),
    "dealer": ({**HEADER, "dealer": "Nobody"}, "dealer"),
    "option": ({**HEADER, "options": {"fast": True}}, "fast"),
    "option-range": ({**HEADER, "options": {"rounds": 0}}, "rounds"),
    "options-list": ({**HEADER, "options": []}, "options"),
    "unknown-key": ({**HEADER, "<b>": 1}, "<b>"),
}


@pytest.mark.parametrize(("header", "key"), BAD_HEADERS.values(), ids=BAD_HEADERS)
def test_a_header_of_no_table(client: FlaskClient, header: object, key: str) -> None:
    answer = client.post("/api/tables", json=header)
    assert (answer.status_code, said(answer)["key"]) == (400, key)
    assert said(answer)["reason"].endswith(".")


def test_a_move_that_the_disk_did_not_take(host: Program, tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = tables.find(host.code)
    monkeypatch.setattr(tables, "play", lambda *_args, **_more: Unsaved(snapshot))
    answer = host.move(TAKE)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "1"
    assert "again" in said(answer)["reason"]


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/{code}/moves"])
def test_nesting_of_every_depth_is_answered_400(client: FlaskClient, opened: Opened, path: str) -> None:
    shown = {"Authorization": f"Bearer {opened.host_key}", "Content-Type": "application/json"}
    where = path.format(code=opened.code)
    for depth in (*range(1, 1200, 9), *range(860, 990)):  # where Python's own reader and writer give up, too
        inside = b'{"a":' * depth + b"1" + b"}" * depth
        statuses = {client.post(where, data=inside, headers=shown).status_code}
        statuses |= {client.post(where, data=b"[" * depth + b"]" * depth, headers=shown).status_code}
        assert statuses == {400}, depth
