"""Phones and keys, on pages and in the API: recovery, leaving, ending all keys, deleting for good; full tables."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.config import Settings
from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.tables.keys_and_codes import shown_code
from tests.conftest import HEADER, ONCE, Phone, PhoneMaker, said
from tests.faults.forms import found_on
from tests.web.streaming import streaming
from tests.web.table.shown import rights, seen

CODE = re.compile(r'class="recovery"[^>]*>([A-Z2-9-]{29})<')
ENDED = "key has ended"
TAKE = {"move": "take", "seat": "Chris", "color": "red"}


def shown(page: str) -> str:
    """The recovery code on a page."""
    found = CODE.search(page)
    assert found is not None
    return found[1]


def opened_by(phone: Phone) -> str:
    """The code of a table that this phone has opened by the form."""
    answer = phone.post("/open/sluff-off", {"name": ["Ann", "Ben", "Cat"], "dealer": "2", "me": "0"})
    assert answer.status_code == 303
    return answer.location.split("/")[2]


def test_the_recovery_code_is_shown_once_after_opening(phone: PhoneMaker) -> None:
    host, lost = phone(), phone()
    code = opened_by(host)
    first = host.get(f"/t/{code}/seats")
    assert first.headers["Cache-Control"] == ONCE
    assert "data-not-kept" in first.text
    again = host.get(f"/t/{code}/seats")
    assert not CODE.search(again.text)
    assert again.headers["Cache-Control"] != ONCE
    moved = lost.post(f"/t/{code}/phones/host", {"recovery": shown(first.text).lower()})
    assert moved.status_code == 200
    assert moved.headers["Cache-Control"] == ONCE
    assert shown(moved.text) != shown(first.text)
    assert "This phone is the host" in moved.text
    assert ENDED in seen(host.get(f"/t/{code}").text)
    assert "You" in lost.get(f"/t/{code}/seats").text
    assert lost.get(f"/t/{code}/delete").status_code == 200
    assert host.get(f"/t/{code}/delete").status_code == 403


def test_the_former_hosts_open_page_is_told(phone: PhoneMaker, opened: Opened, client: FlaskClient) -> None:
    former = phone(opened.code, opened.host_key)
    with streaming(former.client, f"/t/{opened.code}/live") as stream:
        assert "host" in rights(stream)
        answer = client.post(f"/api/tables/{opened.code}/host", json={"recovery": opened.recovery})
        assert rights(stream) == {"moved", "watch"}
    keys = said(answer)["keys"]
    shown_key = {"Authorization": f"Bearer {keys['host']}"}
    assert client.post(f"/api/tables/{opened.code}/moves", json=TAKE, headers=shown_key).status_code == 201
    assert client.post(f"/api/tables/{opened.code}/host", json={"recovery": keys["recovery"]}).status_code == 201


@pytest.mark.own_app
def test_wrong_recovery_codes_are_guesses(app: Flask, phone: PhoneMaker, opened: Opened, client: FlaskClient) -> None:
    app.config["GUESSES"] = "3/minute"
    player = phone(opened.code, opened.seat_keys["Mary"])
    for _ in range(2):
        answer = player.post(f"/t/{opened.code}/phones/host", {"recovery": "K7QF-2M9X"})
        assert answer.status_code == 403
        assert "no recovery code of this table" in answer.text
        assert 'value="K7QF-2M9X"' in answer.text
    assert client.post(f"/api/tables/{opened.code}/host", json={"recovery": "x"}).status_code == 403
    assert player.post(f"/t/{opened.code}/phones/host", {"recovery": opened.recovery}).status_code == 429
    assert client.post(f"/api/tables/{opened.code}/host", json={"recovery": opened.recovery}).status_code == 429
    assert player.get(f"/t/{opened.code}").status_code == 200


@pytest.mark.parametrize("body", [[], {}, {"recovery": 7}, {"recovery": "x", "more": 1}, "x"])
def test_what_is_no_recovery_code_is_malformed(client: FlaskClient, opened: Opened, body: object) -> None:
    answer = client.post(f"/api/tables/{opened.code}/host", json=body)
    assert answer.status_code == 400
    assert "recovery" in said(answer)["reason"]


def test_a_phone_leaves_and_another_sits_down(phone: PhoneMaker, opened: Opened) -> None:
    mary, other = phone(opened.code, opened.seat_keys["Mary"]), phone()
    assert "Leave this table" in mary.get(f"/t/{opened.code}/phones").text
    assert mary.post(f"/t/{opened.code}/phones/leave").location == "/"
    again = mary.post(f"/t/{opened.code}/phones/leave")
    assert (again.status_code, "This phone has left the table." in again.text) == (200, True)
    assert '<a class="button main" href="/">Home</a>' in again.text
    assert f"/t/{opened.code}" not in mary.get("/").text
    assert ENDED not in seen(mary.get(f"/t/{opened.code}").text)
    assert other.post(f"/j/{opened.code}", {"name": "Mary"}).status_code == 303
    host = phone(opened.code, opened.host_key)
    assert "The host cannot leave" in host.post(f"/t/{opened.code}/phones/leave").text


def test_a_phone_that_never_sat_down_has_not_left(phone: PhoneMaker, opened: Opened) -> None:
    for stranger in (phone(), phone(opened.code)):
        answer = stranger.post(f"/t/{opened.code}/phones/leave")
        assert answer.status_code == 403
        assert "This phone has no seat at this table." in answer.text
        assert "has left" not in answer.text


def test_all_keys_end_and_each_link_seats_one_phone(phone: PhoneMaker, opened: Opened) -> None:
    host, mary, new = phone(opened.code, opened.host_key), phone(opened.code, opened.seat_keys["Mary"]), phone()
    assert mary.get(f"/t/{opened.code}").status_code == 200  # she sits now
    page = host.post(f"/t/{opened.code}/phones/end")
    assert page.headers["Cache-Control"] == ONCE
    assert shown(page.text) != shown_code(opened.recovery)
    [link] = set(re.findall(r'href="http://[^/]+(/k/[^"]+)"', page.text))
    assert ENDED in seen(mary.get(f"/t/{opened.code}").text)
    assert mary.post(f"/j/{opened.code}", {"name": "Mary"}).status_code == 409  # her seat is not up for grabs
    assert new.post(link).location == f"/t/{opened.code}"
    assert new.post(f"/t/{opened.code}/moves", {"move": json.dumps({**TAKE, "seat": "Mary"})}).status_code == 422
    assert host.get(f"/t/{opened.code}/delete").status_code == 200


def test_a_second_tap_whose_first_answer_never_came(phone: PhoneMaker, opened: Opened) -> None:
    """Two quick taps on a button send it twice, and a browser drops the first answer, its cookie too."""
    new, mary = phone(), phone(opened.code, opened.seat_keys["Mary"])
    assert mary.get(f"/t/{opened.code}").status_code == 200
    new.get(f"/t/{opened.code}/phones")
    before = cookie_of(new)
    new.post(f"/t/{opened.code}/phones/host", {"recovery": opened.recovery})
    new.client.set_cookie("companion", before)
    moved = new.post(f"/t/{opened.code}/phones/host", {"recovery": opened.recovery})
    assert moved.status_code == 200
    assert new.get(f"/t/{opened.code}/delete").status_code == 200
    tap = re.findall(r'name="tap" value="([^"]+)"', new.get(f"/t/{opened.code}/phones").text)[0]
    stolen, before = phone(), cookie_of(new)
    stolen.token = new.token
    stolen.client.set_cookie("companion", before)
    new.post(f"/t/{opened.code}/phones/end", {"tap": tap})
    new.client.set_cookie("companion", before)
    ended = new.post(f"/t/{opened.code}/phones/end", {"tap": tap})
    assert ended.status_code == 200
    assert "/k/" in ended.text
    assert new.get(f"/t/{opened.code}/delete").status_code == 200
    assert stolen.post(f"/t/{opened.code}/phones/end", {"tap": "guessed"}).status_code == 403
    assert stolen.post(f"/t/{opened.code}/phones/end").status_code == 403


def cookie_of(phone: Phone) -> str:
    """The cookie that the phone has now."""
    found = phone.client.get_cookie("companion")
    assert found is not None
    return found.value


def test_a_table_is_deleted_after_a_question(phone: PhoneMaker, opened: Opened, client: FlaskClient) -> None:
    host, mary = phone(opened.code, opened.host_key), phone(opened.code, opened.seat_keys["Mary"])
    with streaming(mary.client, f"/t/{opened.code}/live") as stream:
        assert rights(stream) == {"seat"}
        assert "event: parts" in stream.next()
        unsure = host.post(f"/t/{opened.code}/delete")
        assert unsure.status_code == 422
        assert "Tick the box" in unsure.text
        assert host.post(f"/t/{opened.code}/delete", {"sure": "1"}).location == "/"
        assert "event: gone" in stream.next()
        assert stream.ended()
    gone = mary.get(f"/t/{opened.code}")
    assert gone.status_code == 404
    assert "This table is gone" in gone.text
    assert "data-gone" in gone.text  # what the phone has kept of it goes, too
    assert f"/t/{opened.code}" not in mary.get("/").text
    assert "No table has this code" in host.get(f"/t/{opened.code}").text  # its key is forgotten
    assert client.get(f"/api/tables/{opened.code}").status_code == 404


@pytest.mark.own_app
def test_whoever_still_has_a_key_has_not_guessed(app: Flask, phone: PhoneMaker, opened: Opened) -> None:
    app.config["GUESSES"] = "2/minute"
    mary = phone(opened.code, opened.seat_keys["Mary"])
    assert phone(opened.code, opened.host_key).post(f"/t/{opened.code}/delete", {"sure": "1"}).status_code == 303
    assert [mary.get(f"/t/{opened.code}").status_code for _ in range(4)] == [404] * 4


@pytest.fixture
def small(make_app: Callable[[Settings], Flask], settings: Settings) -> Flask:
    return make_app(settings.model_copy(update={"most_entries": 1}))


def test_a_full_table_says_so(small: Flask) -> None:
    opened = said(small.test_client().post("/api/tables", json=HEADER))
    host = Phone(small, opened["code"], opened["keys"]["host"])
    path, move = f"/t/{opened['code']}/moves", {"move": json.dumps(TAKE)}
    assert host.post(path, move).status_code == 303
    for htmx in (False, True):
        answer = host.post(path, {"move": '{"move": "undo"}'}, htmx=htmx)
        assert answer.status_code == 507
        assert "as many entries as a table may have" in answer.text
        assert "Retry-After" not in answer.headers
    answer = small.test_client().post(
        f"/api/tables/{opened['code']}/moves",
        json={"move": "undo"},
        headers={"Authorization": f"Bearer {opened['keys']['host']}"},
    )
    assert (answer.status_code, list(said(answer))) == (507, ["reason"])


def test_a_full_server_opens_nothing(
    app: Flask, tables: TableService, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables.database, "size", lambda: 10**12)
    assert client.post("/api/tables", json=HEADER).status_code == 507
    phone = Phone(app)
    answer = phone.post("/open/fluff", {"csrf_token": phone.token, "name": ["Ann", "Ben", "Cat"]})
    assert answer.status_code == 507
    assert "no more tables can be opened" in answer.text
    assert "<main" in answer.text  # a page like any other
    monkeypatch.undo()
    (again,) = (form for form in found_on(answer.text)[0] if form.method == "POST")
    opened = phone.post("/open/fluff", MultiDict(again.fields))
    assert opened.status_code == 303
    code = opened.location.removeprefix("/t/").partition("/")[0]
    assert tables.get(code).book.seats == ("Ann", "Ben", "Cat")
