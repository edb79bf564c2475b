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


def test_who_may_enter_for_everybody(log: Lines, phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    host, mary = phone(opened.code, opened.host_key), phone(opened.code, opened.seat_keys["Mary"])
    actor = host_of(tables, opened)
    assert mary.get(f"/t/{opened.code}").status_code == 200
    log.told.clear()
    for on in ("1", "1", "0", "0", "1"):
        assert host.post(f"/t/{opened.code}/seats/scorekeeper", {"seat": "Mary", "on": on}).status_code == 303
    given = [(line["event"], line["table"], line["seat"], line["by"]) for line in log.told]
    assert given == [
        (f"scorekeeper {what}", actor.table_id, 1, actor.key_id) for what in ("given", "taken", "given")
    ]  # fmt: skip
    mary.post(f"/t/{opened.code}/phones/leave")
    assert log.events == ["key ended", "scorekeeper taken"]


def test_who_may_so_at_the_rematch(log: Lines, tables: TableService) -> None:
    house = House(tables, on=header(rounds=1))
    membership.give_scorekeeper(house.tables, house.host, "Mary", True)
    house.play_out()
    log.told.clear()
    after = tables.get(rematches.open_next(tables, house.host)).table_id
    assert [(line["event"], line["table"], line["by"]) for line in log.told] == [
        ("scorekeeper given", after, house.host.key_id), ("key made", after, house.host.key_id),
    ]  # fmt: skip
    rematches.open_next(tables, house.host)
    assert log.events == []


@pytest.mark.own_app
def test_all_keys_ended(log: Lines, tables: TableService) -> None:
    house, home = House(tables, keys_for_seats=False), Evenings(tables)
    log.told.clear()
    membership.end_all(tables, house.host, new_key())
    of_table = log.told
    assert [line["event"] for line in of_table] == ["key ended", "key renewed", "key made"]
    assert (of_table[1]["key_id"], of_table[1]["by"]) == (house.host.key_id, house.host.key_id)
    tables.circles.end_all(home.host, new_key())
    of_circle = log.told
    assert [line["event"] for line in of_circle] == [
        "key ended",
        "key ended",
        "key renewed",
        "code renewed",
        "key made",
    ]
    assert [line["key_id"] for line in of_circle if line["event"] == "key renewed"] == [home.host.key_id]
    assert {(line["circle"], line["by"]) for line in of_circle} == {(home.circle.id, home.host.key_id)}


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


def test_a_phone_that_picks_another_name(log: Lines, phone: PhoneMaker, opened: Opened) -> None:
    mine = phone()
    mine.post(f"/j/{opened.code}", {"name": "Mary"})
    [made] = [line for line in log.told if line["event"] == "key made" and line["role"] == "seat"][-1:]
    log.told.clear()
    mine.post(f"/j/{opened.code}", {"name": "Katie"})
    [line] = log.told
    assert (line["event"], line["key_id"]) == ("seat taken", made["key_id"])


def test_a_deleted_table(log: Lines, phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    table = tables.get(opened.code).table_id
    log.told.clear()
    phone(opened.code, opened.host_key).post(f"/t/{opened.code}/delete", {"sure": "1"})
    [line] = log.told
    assert (line["event"], line["table"], line["address"]) == ("table deleted", table, "127.0.0.1")


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
