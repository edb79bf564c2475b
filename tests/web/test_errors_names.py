"""Names are any text, and on no page, in no refusal and in no stream are they ever markup."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from flask import Flask

from companion.tables.answers import Opened
from tests.conftest import Phone

HOSTILE = [
    "<script>alert(1)</script>", "\"><img src=x onerror=a>", "' onmouseover='x", "{{7*7}}{% raw %}",
    "</textarea><svg/onload=x>"[:40],
]  # fmt: skip
PAGES = (
    "/t/{code}", "/t/{code}/seats", "/t/{code}/scores", "/t/{code}/ledger", "/t/{code}/rules",
    "/t/{code}/ruling", "/t/{code}/board", "/j/{code}?again", "/k/{key}", "/",
    "/j?code=%3Cscript%3Ealert(1)%3C/script%3E",
)  # fmt: skip


def test_names_are_never_markup(app: Flask, open_table: Callable[..., Opened]) -> None:
    opened = open_table(seats=HOSTILE, dealer=HOSTILE[4])
    host = Phone(app, opened.code, opened.host_key)
    for move in (
        {"move": "take", "seat": HOSTILE[0], "color": "red"},
        {"move": "undo", "seat": HOSTILE[0]},
        {"move": "ruling", "seat": HOSTILE[1], "points": 3, "reason": HOSTILE[0]},
    ):
        status = 200 if move["move"] == "undo" else 303  # an undo says at once what it took back
        assert host.post(f"/t/{opened.code}/moves", {"move": json.dumps(move)}).status_code == status
    for path in PAGES:
        answer = host.get(path.format(code=opened.code, key=opened.seat_keys[HOSTILE[2]]))
        assert answer.status_code in (200, 422), path
        for hostile in ("<script>alert", "<img src=x", "' onmouseover", "<svg/onload"):
            assert hostile not in answer.text, path


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
