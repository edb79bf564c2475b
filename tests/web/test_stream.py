"""The stream's answer and its events: the head, who is told what of a change, and the wire format."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from companion.live.channel import event
from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.web.games import enter, host_of
from tests.web.streaming import streaming

pytestmark = pytest.mark.own_app


def take(tables: TableService, opened: Opened) -> None:
    enter(tables, opened, {"move": "take", "seat": "Chris", "color": "red"})


def touch(tables: TableService, opened: Opened) -> None:
    """A change that is no entry."""
    membership.give_scorekeeper(tables, host_of(tables, opened), "Mary", True)


def fields(told: str) -> dict[str, str]:
    """An event, as a browser reads it."""
    found: dict[str, str] = {}
    for line in told.splitlines():
        name, _, value = line.partition(": ")
        if name:
            found[name] = f"{found[name]}\n{value}" if name == "data" and name in found else value
    return found


def test_the_answer_is_an_event_stream_that_nobody_keeps_or_gathers(client: FlaskClient, opened: Opened) -> None:
    with client.get(f"/api/tables/{opened.code}/live", buffered=False) as answer:
        assert answer.status_code == 200
        assert answer.mimetype == "text/event-stream"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Accel-Buffering"] == "no"
        assert answer.is_streamed


def test_a_server_that_knows_no_feed_tells_the_table_once_and_when_to_ask_again(
    client: FlaskClient, tables: TableService, opened: Opened
) -> None:
    answer = client.get(f"/api/tables/{opened.code}/live")
    told = fields(answer.text)
    assert (told["event"], told["id"], told["retry"]) == ("table", "0", "1000")
    assert json.loads(told["data"]) == client.get(f"/api/tables/{opened.code}").json
    assert tables.pubsub.count(opened.code) == 0


def test_state_at_once_then_the_change_then_the_listener_is_freed(
    client: FlaskClient, tables: TableService, opened: Opened
) -> None:
    with streaming(client, f"/api/tables/{opened.code}/live") as stream:
        for version in ("0", "1"):
            told = fields(stream.next())
            assert (told["event"], told["id"]) == ("table", version)
            assert json.loads(told["data"]) == client.get(f"/api/tables/{opened.code}").json
            assert tables.pubsub.count(opened.code) == 1
            take(tables, opened)
    assert tables.pubsub.count(opened.code) == 0


def test_a_change_that_is_no_entry_is_told_to_pages_and_not_to_programs(
    client: FlaskClient, tables: TableService, opened: Opened
) -> None:
    program = streaming(client, f"/api/tables/{opened.code}/live")
    with program as told, streaming(client, f"/t/{opened.code}/may-i/live") as paged:
        assert fields(told.next())["id"] == "0"
        assert [fields(paged.next())["event"] for _ in range(2)] == ["own", "beat"]
        touch(tables, opened)
        assert fields(paged.next()) == {"event": "beat", "id": "0.1", "data": "0.1"}
        take(tables, opened)
        assert fields(told.next())["id"] == "1"  # and nothing came before


def test_asking_for_the_head_alone_listens_to_nothing(
    client: FlaskClient, tables: TableService, opened: Opened
) -> None:
    assert client.head(f"/api/tables/{opened.code}/live").status_code == 200
    assert tables.pubsub.count(opened.code) == 0


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
    assert event("table", data, "1").decode() == wire
