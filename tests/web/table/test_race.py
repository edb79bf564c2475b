"""Who called first: the server\u2019s order decides, and every phone is told who was later, and by how much."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker
from tests.games.popcorn.sitting import call

SEATS = ["Ann", "Ben", "Cat", "Dan"]
CLAIM = {"move": "claim", "seat": "Ann", "rank": "A", "count": 2}


@pytest.fixture
def opened(open_table: Callable[..., Opened]) -> Opened:
    return open_table(game="popcorn", seats=SEATS, dealer="Dan", options={})


@pytest.fixture
def phones(opened: Opened, phone: PhoneMaker) -> dict[str, Phone]:
    """Ann has claimed two aces."""
    made = {name: phone(opened.code, opened.seat_keys[name]) for name in SEATS}
    assert tap(made["Ann"], opened.code, CLAIM, 0).status_code == 204
    return made


def tap(phone: Phone, code: str, move: object, version: int, htmx: bool = True) -> Any:
    return phone.post(f"/t/{code}/moves", {"move": json.dumps(move), "version": version}, htmx=htmx)


def test_the_first_call_counts_and_the_others_are_told(
    phones: dict[str, Phone], opened: Opened, tables: TableService
) -> None:
    assert tap(phones["Cat"], opened.code, call("Cat"), 1).status_code == 204
    late = tap(phones["Ben"], opened.code, call("Ben"), 1)
    assert late.status_code == 409
    assert "Cat was first" in late.text
    assert re.search(r"Ben was 0\.\d+ s later\.", late.text)
    assert late.headers["Companion-Stamp"].startswith("3.")
    assert tap(phones["Dan"], opened.code, call("Dan"), 1, htmx=False).status_code == 409
    for name in SEATS:
        page = phones[name].get(f"/t/{opened.code}").text
        assert re.findall(r'data-late="(\w+)"', page) == ["Ben", "Dan"]
        assert "called first" in page
    assert "called first" in phones["Ann"].get(f"/t/{opened.code}/board").text
    ledger = phones["Ann"].get(f"/t/{opened.code}/ledger").text
    assert re.search(r"Dan was 0\.\d+ s later", ledger)
    assert tables.get(opened.code).version == 4


def test_a_late_tap_sent_twice_is_told_once(phones: dict[str, Phone], opened: Opened, tables: TableService) -> None:
    tap(phones["Cat"], opened.code, call("Cat"), 1)
    for _ in range(2):
        assert "Ben was" in tap(phones["Ben"], opened.code, call("Ben"), 1).text
    assert tables.get(opened.code).version == 3
    assert tap(phones["Cat"], opened.code, call("Cat"), 1).status_code == 204  # the first call, again


def test_whether_a_tap_was_entered_is_asked_without_entering_it(
    phones: dict[str, Phone], opened: Opened, tables: TableService
) -> None:
    tap(phones["Cat"], opened.code, call("Cat"), 1)
    for name, status in (("Cat", 204), ("Ben", 409)):
        asked = {"move": json.dumps(call(name)), "version": "1", "repeat": "1"}
        assert phones[name].post(f"/t/{opened.code}/moves", asked, htmx=True).status_code == status
    assert tables.get(opened.code).version == 2
    asked = {"move": json.dumps({"move": "reveal", "honest": True}), "version": "2", "repeat": "1"}
    assert phones["Cat"].post(f"/t/{opened.code}/moves", asked, htmx=True).status_code == 409
    assert tables.get(opened.code).version == 2


def test_who_looked_at_an_older_claim_was_in_no_race(
    phones: dict[str, Phone], opened: Opened, tables: TableService
) -> None:
    tap(phones["Ben"], opened.code, {"move": "claim", "seat": "Ben", "rank": "2", "count": 1}, 1)
    for move in (call("Cat"), {"move": "reveal", "honest": True}, 3):
        answer = tap(phones["Cat"], opened.code, move, 1)
        assert answer.status_code == 409
        assert "The table has moved on" in answer.text
    tap(phones["Dan"], opened.code, call("Dan"), 2)
    assert "The table has moved on" in tap(phones["Cat"], opened.code, call("Cat"), 1).text
    assert "The table has moved on" in tap(phones["Cat"], opened.code, {"move": "reveal", "honest": True}, 2).text
    assert tables.get(opened.code).version == 3


def test_what_is_not_on_disk_is_not_told(
    phones: dict[str, Phone], opened: Opened, tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    tap(phones["Cat"], opened.code, call("Cat"), 1)
    with monkeypatch.context() as disk:
        disk.setattr(tables.ledger, "_insert", lambda _: "failed")
        answer = tap(phones["Ben"], opened.code, call("Ben"), 1)
    assert answer.status_code == 503
    assert "Ben was" not in answer.text
    assert "Not saved" in answer.text
    assert "data-late" not in phones["Ann"].get(f"/t/{opened.code}").text
    assert "Ben was" in tap(phones["Ben"], opened.code, call("Ben"), 1).text


def test_each_is_told_of_its_own_delay_however_often_it_asks(phones: dict[str, Phone], opened: Opened) -> None:
    for name in ("Cat", "Ben", "Dan"):
        tap(phones[name], opened.code, call(name), 1)
    again = tap(phones["Ben"], opened.code, call("Ben"), 1).text
    assert re.findall(r"(\w+) was 0\.\d+ s later\.", again) == ["Ben"]


def test_a_programs_call_is_late_as_a_phones_is(
    phones: dict[str, Phone], opened: Opened, tables: TableService, client: FlaskClient
) -> None:
    tap(phones["Cat"], opened.code, call("Cat"), 1)
    headers = {"Authorization": f"Bearer {opened.seat_keys['Ben']}"}
    moves = f"/api/tables/{opened.code}/moves"
    refused = client.post(moves, json=call("Ben"), headers=headers)
    assert (refused.status_code, refused.json and refused.json["rule"]) == (422, "not-now"), (
        "it did not say what it saw"
    )
    assert tables.get(opened.code).version == 2
    for _ in range(2):
        stale = client.post(moves, json=call("Ben"), headers={**headers, "If-Match": '"1"', "Idempotency-Key": "b"})
        assert (stale.status_code, stale.json) == (409, {"version": 3})
    assert [one.seat for one in tables.get(opened.code).late_calls] == ["Ben"]
    assert re.findall(r'data-late="(\w+)"', phones["Dan"].get(f"/t/{opened.code}").text) == ["Ben"]
