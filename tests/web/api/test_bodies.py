"""What is sent to the API and is no move, no header of a table, or no JSON at all."""

from __future__ import annotations

import io
import json

import pytest
from flask.testing import FlaskClient

from companion.tables.answers import Opened
from tests.conftest import HEADER, said
from tests.web.program import TAKE, Program

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
    "overlong": (b'"\xc0\x80"', "application/json", 400),
    "half-in-bytes": (b'"\xed\xa0\x80"', "application/json", 400),
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
        headers={
            "Authorization": f"Bearer {opened.host_key}",
            "Content-Type": "application/json",
            "Transfer-Encoding": "chunked",
        },
    )
    assert answer.status_code == status


def test_json_may_say_that_it_is_utf8(host: Program) -> None:
    assert host.send(json.dumps(TAKE), Content_Type="application/json; charset=UTF-8").status_code == 201


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
    "same-in-another-case": ({**HEADER, "seats": ["Cory", "Mary", "mary"]}, "seats"),
    "same-in-another-spelling": ({**HEADER, "seats": ["Cory", "Zo\u00eb", "ZOE\u0308"]}, "seats"),
    "same-in-another-width": ({**HEADER, "seats": ["Cory", "Mary", "\uff2d\uff41\uff52\uff59"]}, "seats"),
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
