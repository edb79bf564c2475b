"""The stream: the state at once, then each change, the latest only, and nobody listening once the phone is gone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask, render_template_string, request
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.service.service import TableService
from companion.tables.answers import Opened, Played
from companion.tables.snapshot import Snapshot
from companion.web import stream
from companion.web.identity import by_cookie
from companion.web.stream import View, event, event_stream
from tests.conftest import PhoneMaker

pytestmark = pytest.mark.own_app

COLORS = ("red", "green", "orange")


def take(tables: TableService, opened: Opened, color: str = "red") -> None:
    actor = tables.membership.actor(opened.code, opened.host_key)
    assert actor is not None
    move = {"move": "take", "seat": "Chris", "color": color}
    assert isinstance(tables.submit(opened.code, [move], actor=actor, seen=None, request=None), Played)


def touch(tables: TableService, opened: Opened) -> None:
    """A change that is no entry."""
    actor = tables.membership.actor(opened.code, opened.host_key)
    assert actor is not None
    tables.membership.give_scorekeeper(actor, "Mary", True)


def seen(render: Callable[[Snapshot], str]) -> View:
    """What everybody sees alike."""
    return View(render, lambda _: None)


def told(answer: TestResponse) -> dict[str, str]:
    """The stream's next event, as a browser reads it."""
    chunks: Iterator[bytes] = answer.response  # type: ignore[assignment]
    fields: dict[str, str] = {}
    for line in next(chunks).decode().splitlines():
        name, _, value = line.partition(": ")
        if name:
            fields[name] = f"{fields[name]}\n{value}" if name == "data" and name in fields else value
    return fields


@pytest.fixture
def paging(app: Flask) -> Flask:
    """The app with a stream that tells a table's stamp, as a page's stream would."""
    app.add_url_rule("/probe/<code>", view_func=lambda code: event_stream(code, seen(lambda now: str(now.stamp))))
    return app


@pytest.fixture
def listening(client: FlaskClient, opened: Opened) -> Iterator[TestResponse]:
    answer = client.get(f"/api/tables/{opened.code}/live")
    yield answer
    answer.close()


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    # Who waits for what never comes gets a beat at once, so no test can hang.
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0)


def test_the_answer_is_an_event_stream_that_nobody_keeps_or_gathers(listening: TestResponse) -> None:
    assert listening.status_code == 200
    assert listening.mimetype == "text/event-stream"
    assert listening.headers["Cache-Control"] == "no-store"
    assert listening.headers["X-Accel-Buffering"] == "no"
    assert listening.is_streamed


def test_state_at_once_then_the_change_then_the_listener_is_freed(
    client: FlaskClient, tables: TableService, opened: Opened, listening: TestResponse
) -> None:
    first = told(listening)
    assert (first["event"], first["id"], first["retry"]) == ("table", "0", "1000")
    assert json.loads(first["data"]) == client.get(f"/api/tables/{opened.code}").json
    assert tables.pubsub.count(opened.code) == 1
    take(tables, opened)
    second = told(listening)
    assert (second["event"], second["id"]) == ("table", "1")
    assert json.loads(second["data"]) == client.get(f"/api/tables/{opened.code}").json
    listening.close()
    assert tables.pubsub.count() == 0


def test_a_client_that_goes_before_the_first_event_leaves_nobody(
    app: Flask, tables: TableService, opened: Opened
) -> None:
    with app.test_request_context("/"):
        answer = event_stream(opened.code, seen(lambda _: ""))
    answer.close()
    assert tables.pubsub.count() == 0


def test_a_slow_phone_skips_to_the_latest(tables: TableService, opened: Opened, listening: TestResponse) -> None:
    told(listening)
    for color in COLORS:
        take(tables, opened, color)
    assert told(listening)["id"] == "3"
    assert told(listening)["event"] == "beat"


def test_while_nothing_changes_there_is_a_beat(tables: TableService, opened: Opened, listening: TestResponse) -> None:
    told(listening)
    assert [told(listening) for _ in range(2)] == [{"event": "beat", "data": "0"}] * 2
    take(tables, opened)
    assert told(listening)["event"] == "table"
    assert told(listening) == {"event": "beat", "data": "1"}


def test_a_change_between_reading_and_waiting_is_not_missed(
    app: Flask, tables: TableService, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = tables.find

    def find_then_change(code: str) -> Snapshot:
        monkeypatch.setattr(tables, "find", find)
        found = find(code)
        take(tables, opened)
        return found

    with app.test_request_context("/"):
        answer = event_stream(opened.code, seen(lambda snapshot: str(snapshot.version)))
    events = answer.response
    monkeypatch.setattr(tables, "find", find_then_change)
    assert "data: 0" in next(iter(events))
    assert "data: 1" in next(iter(events))
    answer.close()


def test_a_change_that_is_no_entry_is_told_to_pages_and_not_to_programs(
    paging: Flask, client: FlaskClient, tables: TableService, opened: Opened, listening: TestResponse
) -> None:
    paged = client.get(f"/probe/{opened.code}")
    assert (told(listening)["id"], told(paged)["id"]) == ("0", "0.0")
    touch(tables, opened)
    assert told(listening)["event"] == "beat"
    assert told(paged) == {"event": "table", "id": "0.1", "data": "(0, 1)"}
    paged.close()
    assert tables.pubsub.count() == 1


def test_each_event_is_rendered_in_a_request_for_its_address_that_shows_no_key(
    app: Flask, phone: PhoneMaker, tables: TableService, opened: Opened
) -> None:
    def render(snapshot: Snapshot) -> str:
        seat = by_cookie(snapshot.code).seat
        return render_template_string("{{ a }} {{ b }} {{ n }}", a=request.args["x"], b=seat, n=snapshot.touched)

    app.add_url_rule("/probe", view_func=lambda: event_stream(opened.code, seen(render)))
    player = phone(opened.code, opened.seat_keys["Mary"]).get("/probe?x=<1>")
    assert told(player)["data"] == "&lt;1&gt; None 0"
    touch(tables, opened)
    assert told(player)["data"] == "&lt;1&gt; None 1"
    player.close()


def test_when_the_house_closes_the_stream_ends(tables: TableService, listening: TestResponse) -> None:
    told(listening)
    tables.pubsub.close()
    with pytest.raises(StopIteration):
        told(listening)
    assert tables.pubsub.count() == 0


def test_streams_of_other_tables_hear_nothing(
    client: FlaskClient, tables: TableService, opened: Opened, open_table: Any, listening: TestResponse
) -> None:
    told(listening)
    take(tables, open_table())
    assert told(listening)["event"] == "beat"


def test_asking_for_the_head_alone_listens_to_nothing(
    client: FlaskClient, tables: TableService, opened: Opened
) -> None:
    assert client.head(f"/api/tables/{opened.code}/live").status_code == 200
    assert tables.pubsub.count() == 0


DATA = {
    "one-line": ("a", "event: table\nid: 1\ndata: a\n\n"),
    "empty": ("", "event: table\nid: 1\ndata: \n\n"),
    "lines": ("a\nb", "event: table\nid: 1\ndata: a\ndata: b\n\n"),
    "forged": (
        "a\n\nevent: table\ndata: b",
        "event: table\nid: 1\ndata: a\ndata: \ndata: event: table\ndata: data: b\n\n",
    ),
    "return": ("a\rb\r\nc", "event: table\nid: 1\ndata: a\ndata: b\ndata: c\n\n"),
    "other-separators": ("a\u2028b\x0bc", "event: table\nid: 1\ndata: a\u2028b\x0bc\n\n"),
}


@pytest.mark.parametrize(("data", "wire"), DATA.values(), ids=DATA)
def test_nothing_in_the_data_ends_the_event(data: str, wire: str) -> None:
    assert event("table", data, "1") == wire
