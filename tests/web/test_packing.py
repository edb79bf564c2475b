"""Answers are packed where it is worth it, and stay what they are."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from companion.tables.answers import Opened
from companion.web.compression import WORTH_BYTES
from tests.conftest import ONCE, PhoneMaker

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
PACKED = {
    "home": "/",
    "table": "/t/{code}",
    "fragment": "/t/{code}/part",
    "board": "/t/{code}/board",
    "not-found": "/nothing",
    "api": "/api/tables/{code}",
    "api-document": "/api/openapi.json",
}


@pytest.mark.parametrize("path", PACKED.values(), ids=PACKED)
def test_what_is_large_is_packed_and_says_so(client: FlaskClient, opened: Opened, path: str) -> None:
    address = path.format(code=opened.code)
    plain, packed = client.get(address), client.get(address, headers=GZIP)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in plain.vary
    assert "Accept-Encoding" in packed.vary
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
    unpacked = gzip.decompress(packed.data)
    assert len(unpacked) == len(plain.data)
    assert unpacked[:200] == plain.data[:200]


ACCEPTED = {"gzip": True, "*": True, "br;q=1.0, gzip;q=0.8": True, "": False, "br": False, "gzip;q=0": False}


@pytest.mark.parametrize(("accepted", "packs"), ACCEPTED.items())
def test_who_asks_decides(client: FlaskClient, accepted: str, packs: bool) -> None:
    answer = client.get("/", headers={"Accept-Encoding": accepted})
    assert ("Content-Encoding" in answer.headers) is packs


def test_a_move_is_answered_as_it_is(client: FlaskClient, opened: Opened) -> None:
    headers = {**GZIP, "Authorization": f"Bearer {opened.host_key}"}
    move = {"move": "take", "seat": "Chris", "color": "red"}
    answer = client.post(f"/api/tables/{opened.code}/moves", json=move, headers=headers)
    assert (answer.status_code, answer.json) == (201, {"version": 1})
    assert not {"Content-Encoding", "Vary"} & set(answer.headers.keys())


@pytest.mark.parametrize("path", ["/t/{code}/live", "/api/tables/{code}/live"])
def test_a_stream_is_not_held_back(client: FlaskClient, opened: Opened, path: str) -> None:
    answer = client.get(path.format(code=opened.code), headers=GZIP)
    assert "Content-Encoding" not in answer.headers
    answer.close()


def test_an_answer_that_tells_a_key_is_never_packed(phone: PhoneMaker, opened: Opened) -> None:
    seats = {"transcript": 1, "game": "sluff-off", "seats": [name * 30 for name in ("\u00e9", "B", "C", "D", "E")]}
    host, at = phone(opened.code, opened.host_key), f"/t/{opened.code}"
    answers = [
        phone().send("POST", "/api/tables", json=seats, headers=GZIP),
        phone().get(f"/k/{opened.seat_keys['Mary']}", headers=GZIP),
        host.post(f"{at}/seats/key", {"seat": "Mary"}, headers=GZIP),
        host.post(f"{at}/phones/recovery", headers=GZIP),
        host.post(f"{at}/phones/end", headers=GZIP),
    ]
    for answer in answers:
        assert answer.status_code in (200, 201)
        assert answer.headers["Cache-Control"] == ONCE
        assert len(answer.data) > WORTH_BYTES
        assert "Content-Encoding" not in answer.headers


def test_an_etag_still_saves_an_answer_and_names_its_version(client: FlaskClient, opened: Opened) -> None:
    address, headers = f"/api/tables/{opened.code}", {**GZIP, "Authorization": f"Bearer {opened.host_key}"}
    first = client.get(address, headers=headers)
    assert first.headers["ETag"].startswith('W/"0-')
    assert first.headers["Content-Encoding"] == "gzip"
    again = client.get(address, headers={**headers, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    move = {"move": "take", "seat": "Chris", "color": "red"}
    held = {**headers, "If-Match": first.headers["ETag"]}
    assert client.post(f"{address}/moves", json=move, headers=held).status_code == 201
    assert client.post(f"{address}/moves", json=move, headers=held).status_code == 409


@pytest.fixture
def answered(app: Flask) -> Callable[[Callable[[], Response]], Any]:
    def ask(view: Callable[[], Response]) -> Any:
        app.add_url_rule("/answer", view_func=view)
        return app.test_client().get("/answer", headers=GZIP)

    return ask


LARGE = "many words " * 100
AS_THEY_ARE: dict[str, Callable[[], Response]] = {
    "small": lambda: Response("x" * (WORTH_BYTES - 1)),
    "a picture": lambda: Response(LARGE, mimetype="image/png"),
    "a stream": lambda: Response(LARGE, mimetype="text/event-stream"),
    "of no kind": lambda: Response(LARGE, mimetype=""),
    "in pieces": lambda: Response(iter([LARGE]), mimetype="text/html"),
    "packed before": lambda: Response(LARGE, headers={"Content-Encoding": "br"}),
    "a part": lambda: Response(LARGE, 206),
}


@pytest.mark.own_app
@pytest.mark.parametrize("view", AS_THEY_ARE.values(), ids=AS_THEY_ARE)
def test_what_stays_as_it_is(answered: Callable[[Callable[[], Response]], Any], view: Callable[[], Response]) -> None:
    answer = answered(view)
    assert answer.headers.get("Content-Encoding") in (None, "br")
    assert answer.data == view().get_data()


@pytest.mark.own_app
def test_what_it_is_packed_with(answered: Callable[[Callable[[], Response]], Any]) -> None:
    answer = answered(lambda: Response("x" * WORTH_BYTES, headers={"ETag": '"1"'}))
    assert answer.headers["ETag"] == 'W/"1"'
    assert gzip.decompress(answer.data) == b"x" * WORTH_BYTES
