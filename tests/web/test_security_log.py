"""The security log: what happened, at which table, by which key, from which address; never a key, a code or a name."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.security_log import LOGGER, JsonLines, note, written_to_stderr
from companion.service import membership, rematches
from companion.service.service import TableService
from companion.service.storage_limits import Bounds
from companion.tables.answers import Opened
from companion.tables.keys_and_codes import new_key
from companion.web.refusals_log import MINUTE_SECONDS, Refusals
from tests.conftest import HEADER, Phone, PhoneMaker, said
from tests.service.circle import Evenings
from tests.service.house import House, header
from tests.web.games import host_of

FOR_CHRIS = {"move": "take", "seat": "Chris", "color": "red"}


GIVEN = ("given", "taken", "given")


class Lines(logging.Handler):
    """Keeps the lines."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    @property
    def told(self) -> list[dict[str, Any]]:
        """The lines, read; what was told is forgotten."""
        lines, self.lines = self.lines, []
        return [json.loads(line) for line in lines]

    @property
    def events(self) -> list[str]:
        """What happened."""
        return [line["event"] for line in self.told]


@pytest.fixture
def log() -> Iterator[Lines]:
    lines = Lines()
    LOGGER.addHandler(lines)
    yield lines
    LOGGER.removeHandler(lines)


def test_an_evening_with_lost_phones(
    log: Lines, app: Flask, client: FlaskClient, phone: PhoneMaker, tables: TableService
) -> None:
    opened = said(client.post("/api/tables", json=HEADER))
    code, keys = opened["code"], opened["keys"]
    table = tables.get(code).table_id
    made = log.told
    assert [(line["event"], line["role"]) for line in made] == [
        ("key made", "host"), *[("key made", "seat")] * 4, ("key made", "recovery"),
    ]  # fmt: skip
    assert {line["address"] for line in made} == {"127.0.0.1"}
    assert {line["table"] for line in made} == {table}
    host_id = made[0]["key_id"]
    mary, host = phone(code, keys["seats"]["Mary"]), phone(code, keys["host"])
    assert mary.get(f"/t/{code}").status_code == 200
    assert log.events == ["seat taken"]
    host.post(f"/t/{code}/seats/key", {"seat": "Mary"})
    [link] = log.told
    assert (link["event"], link["by"], link["address"]) == ("key made", host_id, "127.0.0.1")
    mary.post(f"/t/{code}/phones/leave")
    assert log.events == ["key ended"]
    host.post(f"/t/{code}/phones/host", {"recovery": "wrong"})
    assert log.events == ["code or key refused"]
    phone().post(f"/t/{code}/phones/host", {"recovery": keys["recovery"]})
    moved = log.told
    assert [line["event"] for line in moved] == ["key ended"] * 2 + ["key made"] * 2 + ["host moved"]
    assert moved[1]["key_id"] == host_id
    host.get(f"/t/{code}/delete")
    assert log.events == ["forbidden"]


class Place:
    """A table of the app and a circle, with their hosts' phones."""

    def __init__(self, app: Flask, phone: PhoneMaker, opened: Opened) -> None:
        self.tables: TableService = app.extensions["tables"]
        self.at, self.opened, self.phone = f"/t/{opened.code}", opened, phone
        self.host, self.mary = phone(opened.code, opened.host_key), phone(opened.code, opened.seat_keys["Mary"])
        self.actor, self.home = host_of(self.tables, opened), Evenings(self.tables)
        self.guest = phone()
        self.guest.post(f"/j/{opened.code}", {"name": "Katie"})
        self.mary.get(self.at)
        self.over = House(self.tables, on=header(rounds=1))
        membership.give_scorekeeper(self.tables, self.over.host, "Mary", True)
        self.over.play_out()
        self.bare = House(self.tables, keys_for_seats=False)

    def scorekeeper(self, *on: str) -> None:
        for one in on:
            self.host.post(f"{self.at}/seats/scorekeeper", {"seat": "Mary", "on": one})

    def leaves_with_the_right(self) -> None:
        membership.give_scorekeeper(self.tables, self.actor, "Mary", True)
        self.mary.post(f"{self.at}/phones/leave")


DONE: dict[str, tuple[Callable[[Place], object], list[str]]] = {
    "a right given, taken, given": (
        lambda place: place.scorekeeper("1", "1", "0", "0", "1"), [f"scorekeeper {how}" for how in GIVEN],
    ),
    "a scorekeeper leaves": (
        lambda place: place.leaves_with_the_right(), ["scorekeeper given", "key ended", "scorekeeper taken"],
    ),
    "a rematch": (lambda place: rematches.open_next(place.tables, place.over.host), ["scorekeeper given", "key made"]),
    "all keys of a table": (
        lambda place: membership.end_all(place.tables, place.bare.host, new_key()),
        ["key ended", "key renewed", "key made"],
    ),
    "all keys of a circle": (
        lambda place: place.tables.circles.end_all(place.home.host, new_key()),
        ["key ended", "key ended", "key renewed", "code renewed", "key made"],
    ),
    "another name picked": (
        lambda place: place.guest.post(f"/j/{place.opened.code}", {"name": "Cory"}), ["seat taken"],
    ),
    "a table deleted": (lambda place: place.host.post(f"{place.at}/delete", {"sure": "1"}), ["table deleted"]),
}  # fmt: skip


@pytest.mark.parametrize(("do", "events"), DONE.values(), ids=DONE)
def test_what_is_done_is_noted_in_order_and_by_whom(
    log: Lines, app: Flask, phone: PhoneMaker, opened: Opened, do: Callable[[Place], object], events: list[str]
) -> None:
    place = Place(app, phone, opened)
    log.told.clear()
    do(place)
    told = log.told
    assert [line["event"] for line in told] == events
    hosts = {one.key_id for one in (place.actor, place.over.host, place.bare.host, place.home.host)}
    assert {line["by"] for line in told if "by" in line} <= hosts or told[0]["event"] == "scorekeeper given"
    assert all("table" in line or "circle" in line for line in told)


@pytest.mark.own_app
def test_what_is_refused(log: Lines, app: Flask, client: FlaskClient, phone: PhoneMaker, opened: Opened) -> None:
    log.told.clear()
    app.config["GUESSES"] = "2/minute"
    wrong = {"Authorization": "Bearer wrong"}
    assert client.post(f"/api/tables/{opened.code}/moves", json={}, headers=wrong).status_code == 401
    assert phone().get("/k/wrong").status_code == 404
    assert [(line["event"], line["what"]) for line in log.told] == [
        ("code or key refused", "api.enter_move"), ("code or key refused", "join.seat_link"),
    ]  # fmt: skip
    for _ in range(3):
        assert phone().get(f"/t/{opened.code}").status_code == 429
    assert log.events == ["limit met"]  # once a minute, however often
    assert phone().post(f"/t/{opened.code}/moves", headers={"X-CSRFToken": "x"}).status_code == 400
    assert log.events == ["form refused"]
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert log.events == ["strange host"]


@pytest.fixture
def unhurried(app: Flask) -> None:
    """Each refusal comes in a minute of its own, and is told."""
    app.extensions["refusals"] = Refusals(count(0.0, MINUTE_SECONDS).__next__)


@pytest.mark.own_app
@pytest.mark.usefixtures("unhurried")
def test_a_refusal_says_at_which_table_and_by_which_key(
    log: Lines, client: FlaskClient, phone: PhoneMaker, tables: TableService, open_table: Callable[[], Opened]
) -> None:
    opened, other = open_table(), open_table()
    table, at = tables.get(opened.code).table_id, f"/t/{opened.code}"
    mary, elsewhere = (
        membership.actor_anywhere(tables, key) for key in (opened.seat_keys["Mary"], other.seat_keys["Mary"])
    )
    assert mary is not None
    assert elsewhere is not None
    marys = phone(opened.code, opened.seat_keys["Mary"])
    assert marys.get(at).status_code == 200
    log.told.clear()

    def answered(status: int, event: str, key_id: int | None, answer: TestResponse) -> None:
        assert answer.status_code == status
        [line] = log.told
        assert (line["event"], line["table"], line.get("key_id")) == (event, table, key_id)

    def moves(key: str) -> TestResponse:
        header = {"Authorization": f"Bearer {key}"}
        return client.post(f"/api/tables/{opened.code}/moves", json=FOR_CHRIS, headers=header)

    answered(403, "forbidden", mary.key_id, marys.get(f"{at}/delete"))
    answered(403, "forbidden", mary.key_id, marys.post(f"{at}/moves", {"move": json.dumps(FOR_CHRIS)}))
    answered(403, "forbidden", mary.key_id, moves(opened.seat_keys["Mary"]))
    answered(403, "forbidden", elsewhere.key_id, moves(other.seat_keys["Mary"]))
    answered(403, "forbidden", None, phone().get(f"{at}/delete"))
    answered(403, "forbidden", None, phone(opened.code, "ended").get(f"{at}/delete"))
    answered(403, "code or key refused", mary.key_id, marys.post(f"{at}/phones/host", {"recovery": "wrong"}))
    answered(403, "code or key refused", None, phone().post(f"{at}/phones/host", {"recovery": "wrong"}))
    answered(401, "code or key refused", None, moves("wrong"))


@pytest.mark.own_app
@pytest.mark.usefixtures("unhurried")
def test_a_refusal_says_at_which_circle_and_by_which_key(log: Lines, app: Flask, tables: TableService) -> None:
    home = Evenings(tables)
    circle, at = home.circle, f"/c/{home.circle.code}"
    phone = Phone(app, circle=(circle.code, home.keys["Ann's phone"]))
    log.told.clear()
    assert phone.get(f"{at}/delete").status_code == 403
    app.config["GUESSES"] = "1/minute"
    assert [phone.post(f"{at}/phones/recover", {"recovery": "wrong"}).status_code for _ in range(2)] == [403, 429]
    assert [(line["event"], line["circle"], line["key_id"]) for line in log.told] == [
        ("forbidden", circle.id, home.ann.key_id),
        ("code or key refused", circle.id, home.ann.key_id), ("limit met", circle.id, home.ann.key_id),
    ]  # fmt: skip


@pytest.mark.own_app
def test_a_bound_that_is_met_is_told_once_a_minute_and_counted_each_time(
    log: Lines, app: Flask, client: FlaskClient, phone: PhoneMaker, opened: Opened, tables: TableService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    now = [1000.0]
    app.extensions["refusals"] = Refusals(lambda: now[0])
    table, ring = tables.get(opened.code).table_id, tables.circles.open("Tuesdays", "phone").code
    host = phone(opened.code, opened.host_key)
    monkeypatch.setattr("companion.storage.keyring.MOST_PHONES", 1)
    monkeypatch.setattr(tables, "bounds", Bounds(entries=0, megabytes=0))
    log.told.clear()

    def met() -> list[tuple[str, str, bool]]:
        statuses = [
            client.post("/api/tables", json=HEADER).status_code,
            host.post(f"/t/{opened.code}/moves", {"move": json.dumps(FOR_CHRIS)}).status_code,
            phone().post(f"/c/{ring}/join").status_code,
        ]
        assert statuses == [507] * 3
        return [(line["bound"], line["what"], line.get("table") == table) for line in log.told]

    told = [
        ("database", "api.open_table", False),
        ("table", "table.enter_moves", True),
        ("circle", "circle.join", False),
    ]
    assert met() == told
    assert met() == []
    now[0] += MINUTE_SECONDS
    assert met() == told
    for bound, times in {"database": 3, "table": 3, "circle": 3}.items():
        assert f'companion_bounds_met_total{{bound="{bound}"}} {times}.0' in client.get("/metrics").text


@pytest.mark.own_app
def test_a_flood_of_refusals_is_few_lines_that_say_how_many(
    log: Lines, app: Flask, phone: PhoneMaker, opened: Opened
) -> None:
    now = [1000.0]
    app.extensions["refusals"] = Refusals(lambda: now[0])
    log.told.clear()
    nobody, there = phone(), {"REMOTE_ADDR": "192.0.2.7"}
    for _ in range(100):
        nobody.get(f"/t/{opened.code}/delete")
    assert [line.get("times") for line in log.told] == [None, 2, 4, 8, 16, 32, 64]
    nobody.get(f"/t/{opened.code}/delete", environ_overrides=there)  # another address is told at once
    assert [(line["address"], line.get("times")) for line in log.told] == [("192.0.2.7", None)]
    now[0] += MINUTE_SECONDS
    nobody.get(f"/t/{opened.code}/delete")
    assert [line.get("times") for line in log.told] == [None]


def test_refusals_of_too_many_addresses_are_counted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.refusals_log.MOST_KNOWN", 2)
    counted = Refusals(lambda: 0.0)
    assert [counted.times("forbidden", client) for client in ("a", "a", "b", "c", "c", "a")] == [1, 2, 1, 1, 2, 1]


def test_no_line_holds_a_key_a_code_or_a_name(log: Lines, client: FlaskClient, phone: PhoneMaker) -> None:
    opened = said(client.post("/api/tables", json=HEADER))
    code, keys = opened["code"], opened["keys"]
    host, new = phone(code, keys["host"]), phone()
    host.post(f"/t/{code}/seats/key", {"seat": "Mary"})
    new.post(f"/j/{code}", {"name": "Katie"})
    host.post(f"/t/{code}/phones/end")
    client.get(f"/api/tables/{code}x")
    client.get(f"/k/{keys['seats']['Chris']}")
    text = "\n".join(log.lines)
    for secret in (code, keys["host"], keys["recovery"], *keys["seats"].values(), *keys["seats"]):
        assert secret not in text


@pytest.mark.parametrize("fact", ["two\nlines", '"quoted"', "\u2028\u202e\x1b[31m", "\ud800"])
def test_whatever_is_told_it_stays_one_line_of_ascii(log: Lines, fact: str) -> None:
    note("probe", what=fact, none=None)
    [line] = log.lines
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line)["what"] == fact
    assert "none" not in line


def test_it_is_written_to_standard_error_where_it_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    with written_to_stderr(on=True):
        note("probe", table=7)
    with written_to_stderr(on=False):
        note("probe")
    [line] = capsys.readouterr().err.splitlines()
    assert json.loads(line)["table"] == 7
