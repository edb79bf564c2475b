"""Keys, addresses and headers that the API is shown and that open nothing."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from typing_extensions import Buffer
from werkzeug.test import TestResponse

from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import ONCE, Phone, said
from tests.games.comings import leave, rename
from tests.web.games import host_of
from tests.web.program import TAKE, Program

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

    answer = Phone(app, opened.code, opened.host_key).post(f"/api/tables/{opened.code}/moves", json=TAKE)
    assert answer.status_code == 401


def test_a_key_that_was_handed_out_anew(client: FlaskClient, opened: Opened, tables: TableService) -> None:
    chris = Program(client, opened.code, opened.seat_keys["Chris"])
    assert chris.move(TAKE).status_code == 201
    host = host_of(tables, opened)
    membership.actor(tables, opened.code, membership.new_seat_key(tables, host, "Chris"))
    assert chris.move(TAKE).status_code == 401


# Addresses, methods, headers


HEADERS = {
    "if-match-bare": {"If-Match": "12"},
    "if-match-word": {"If-Match": '"latest"'},
    "if-match-two": {"If-Match": '"1", "2"'},
    "if-match-minus": {"If-Match": '"-1"'},
    "if-match-huge": {"If-Match": f'"{"9" * 5000}"'},
    "if-match-no-answer": {"If-Match": '"12-"'},
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


class SlowBody(io.BytesIO):
    """A body during whose arrival something happens."""

    def __init__(self, body: bytes, meanwhile: Callable[[], object]) -> None:
        super().__init__(body)
        self.meanwhile = meanwhile

    def read(self, size: int | None = -1, /) -> bytes:
        self.meanwhile()
        return super().read(size)

    def readinto(self, buffer: Buffer, /) -> int:
        self.meanwhile()
        return super().readinto(buffer)


def test_a_key_that_ended_while_the_body_came_enters_nothing(
    client: FlaskClient, tables: TableService, opened: Opened
) -> None:
    host = host_of(tables, opened)

    def hand_out() -> None:
        membership.actor(tables, opened.code, membership.new_seat_key(tables, host, "Chris"))

    answer = client.post(
        f"/api/tables/{opened.code}/moves",
        headers={"Authorization": f"Bearer {opened.seat_keys['Chris']}", "Content-Type": "application/json"},
        input_stream=SlowBody(json.dumps(TAKE).encode(), hand_out),
        content_length=len(json.dumps(TAKE)),
    )
    assert answer.status_code == 401
    assert tables.get(opened.code).version == 0


# A key to a seat, made by its host


def test_a_new_key_ends_the_older_ones_once_it_is_used(client: FlaskClient, opened: Opened) -> None:
    older = Program(client, opened.code, opened.seat_keys["Chris"])
    answer = ask_key(client, opened, opened.host_key, {"seat": "Chris"})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (201, ONCE)
    assert older.move(TAKE).status_code == 201
    newer = Program(client, opened.code, said(answer)["keys"]["seats"]["Chris"])
    assert newer.move(TAKE).status_code == 201
    assert older.move(TAKE).status_code == 401


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"seat": "Nobody"}, 422),
        ({"seat": 3}, 400),
        ({"seat": "Chris", "host": True}, 400),
        ({}, 400),
        (["Chris"], 400),
        (None, 400),
    ],
)
def test_no_key_for_what_is_no_seat(client: FlaskClient, opened: Opened, body: object, status: int) -> None:
    answer = ask_key(client, opened, opened.host_key, body)
    assert answer.status_code == status
    assert said(answer)["reason"].endswith(".")


def test_a_leavers_seat_gets_no_key_and_a_renamed_one_by_its_name_of_now(
    client: FlaskClient, opened: Opened, host: Program, tables: TableService
) -> None:
    host.move(leave("Cory"))
    host.move(rename("Mary", "Mia"))
    assert ask_key(client, opened, opened.host_key, {"seat": "Cory"}).status_code == 422
    assert ask_key(client, opened, opened.host_key, {"seat": "Mary"}).status_code == 422
    made = said(ask_key(client, opened, opened.host_key, {"seat": "Mia"}))
    actor = membership.actor(tables, opened.code, made["keys"]["seats"]["Mia"])
    assert actor is not None
    assert actor.seat == "Mia"
    assert membership.actor(tables, opened.code, opened.seat_keys["Mary"]) is None


def ask_key(client: FlaskClient, opened: Opened, key: str, body: object) -> TestResponse:
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    return client.post(f"/api/tables/{opened.code}/keys", headers=headers, data=json.dumps(body))
