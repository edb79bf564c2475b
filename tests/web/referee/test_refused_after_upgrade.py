"""An entry that today's rules refuse, on the pages and in the API: the hold, the host's three choices, nothing lost."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.games.replay import replay
from companion.service.service import TableService
from companion.storage.backup import backup
from companion.tables.answers import Opened
from tests.conftest import HEADER, Phone, PhoneMaker, said
from tests.service.house import House, done, take
from tests.storage.raw import meddle
from tests.tables.earlier import wrote

Plain = dict[str, Any]


class Stopped(House):
    """A table of the app's, stopped at an entry."""

    def __init__(self, tables: TableService, opened: Opened) -> None:
        self.tables, self.opened, self.code = tables, opened, opened.code
        self.host = self.actor(opened.host_key)


@pytest.fixture
def house(app: Flask, opened: Opened) -> Stopped:
    """Stopped at its second entry, with one more behind it."""
    made = Stopped(app.extensions["tables"], opened)
    made.play_all(take("Chris"))
    wrote(made, take("Mary"), done("Chris"))
    return made


def choices(page: str) -> list[tuple[str, str]]:
    """The buttons of the page: how, and what each sends."""
    found = re.findall(r'name="choice" value="([^"]*)" data-how="([a-z]+)"', page)
    return [(how, unescape(value)) for value, how in found]


def send(phone: Phone, house: Stopped, value: str) -> Any:
    return phone.post(f"/t/{house.code}/refused", {"version": str(house.now.version), "choice": value})


def test_the_table_says_why_it_waits_and_leads_the_host_to_the_choice(house: Stopped, host: Phone) -> None:
    page = unescape(host.get(f"/t/{house.code}").text)
    assert "Entry 2 stood under the rules of earlier times; today it would be refused:" in page
    assert "It is Chris\u2019s turn to predict." in page
    assert "Decide it" in page
    led = host.get(f"/t/{house.code}/hold/ruling")
    assert (led.status_code, led.location) == (302, f"/t/{house.code}/refused")
    page = unescape(host.get(led.location).text)
    assert 'data-refused="2"' in page
    assert "1 entry waits behind it." in page
    assert "#2 Mary took red from the centre" in page


@pytest.mark.parametrize(("how", "mary", "chris"), [("stands", 1, 1), ("out", 0, 1), ("replaced", 0, 2)])
def test_each_choice_is_a_tap(house: Stopped, host: Phone, how: str, mary: int, chris: int) -> None:
    offered = choices(host.get(f"/t/{house.code}/refused").text)
    assert {one for one, _ in offered} == {"stands", "out", "replaced"}
    value = next(value for one, value in offered if one == how)
    first = send(host, house, value)
    assert (first.status_code, first.location) == (303, f"/t/{house.code}")
    report = house.now.book.report().holdings
    assert (report["Mary"]["red"], report["Chris"]["red"]) == (mary, chris)
    assert house.now.referee.hold is None
    ledger = unescape(host.get(f"/t/{house.code}/ledger").text)
    assert 'data-refused="2"' in ledger
    assert "decided by #4" in ledger
    assert host.get(f"/t/{house.code}/refused").status_code == 200


def test_a_choice_that_is_sent_twice_counts_once(house: Stopped, host: Phone) -> None:
    form = {"version": str(house.now.version), "choice": choices(host.get(f"/t/{house.code}/refused").text)[0][1]}
    for _ in range(2):
        assert host.post(f"/t/{house.code}/refused", form).status_code == 303
    assert house.now.version == 4
    assert host.post(f"/t/{house.code}/refused", {**form, "version": "9"}).status_code == 409


@pytest.mark.parametrize("key", ["a seat", "nobody"])
def test_nobody_but_the_host_chooses(house: Stopped, host: Phone, phone: PhoneMaker, key: str) -> None:
    other = phone(house.code, house.opened.seat_keys["Mary"]) if key == "a seat" else phone()
    value = choices(host.get(f"/t/{house.code}/refused").text)[0][1]
    page = other.get(f"/t/{house.code}/refused").text
    assert choices(page) == []
    assert "The host decides." in page
    assert send(other, house, value).status_code == 403
    assert house.now.stopped is not None


@pytest.mark.parametrize("value", ["", "{", "[]", '{"act": "hold", "reason": "x"}', '{"move": "undo"}'])
def test_what_is_no_choice_is_none(house: Stopped, host: Phone, value: str) -> None:
    assert send(host, house, value).status_code in (400, 422)


def test_only_what_was_offered_is_entered(house: Stopped, host: Phone) -> None:
    made = {"act": "choose", "entry": 2, "how": "stands", "reason": "x", "moves": [take("Chris"), take("Chris")]}
    answer = send(host, house, json.dumps(made))
    assert answer.status_code == 422
    assert "That cannot be chosen here." in answer.text


MORE = [
    "/t/{}/amend?entry=1", "/t/{}/amend?entry=2", "/t/{}/amend?entry=3", "/t/{}/may-i/at/1", "/t/{}/may-i/at/2",
    "/t/{}/hold?entry=2", "/t/{}/tokens/two?two=1", "/t/{}/may-i?ask=lead", "/",
]  # fmt: skip
"""What a table's addresses by themselves do not ask for."""


def no_page_fails(app: Flask, code: str, *askers: Phone) -> None:
    """Whoever asks for any page of the table is answered."""
    known = {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and "<" in rule.rule}
    places = {rule.replace("<code>", code) for rule in known if rule.count("<") == 1 and "<code>" in rule}
    for path in sorted(places | {more.format(code) for more in MORE}):
        assert app.url_map.bind("").match(path.partition("?")[0]), path  # an address that leads nowhere cannot fail
        for asker in askers:
            if not path.endswith("/live"):
                assert asker.get(path).status_code < 500, path


@pytest.mark.parametrize("raw", [take("Mary"), "{", {"act": "dance"}, {"move": "dance"}, {"move": "undo", "seat": "?"}])
def test_no_page_fails_before_the_choice(
    app: Flask, opened: Opened, host: Phone, phone: PhoneMaker, raw: object
) -> None:
    house = Stopped(app.extensions["tables"], opened)
    house.play_all(take("Chris"))
    wrote(house, raw, done("Chris"))
    no_page_fails(app, house.code, host, phone(house.code, opened.seat_keys["Mary"]), phone())
    assert house.now.stopped is not None


@pytest.mark.own_app
def test_the_game_is_exported_and_backed_up_before_the_choice(house: Stopped, host: Phone, tmp_path: Path) -> None:
    file = host.get(f"/t/{house.code}/transcript").data
    assert file == host.get(f"/api/tables/{house.code}/transcript").data
    found = replay(file)
    assert [(line, no.rule.id) for line, no in found.rejected] == [(3, "prediction-order")]
    url = house.tables.database.engine.url.render_as_string(hide_password=False)
    backup(url, tmp_path / "kept")
    with closing(sqlite3.connect(tmp_path / "kept")) as kept:
        assert kept.execute("SELECT count(*) FROM entries").fetchone() == (3,)


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def test_the_api_tells_of_it_and_takes_the_choice(house: Stopped, phone: PhoneMaker) -> None:
    path, program = f"/api/tables/{house.code}", phone()
    shown = said(program.get(path))
    assert (shown["version"], shown["hold"]["entry"], shown["hold"]["rule"]) == (3, "2", "prediction-order")
    assert shown["hold"]["reason"].startswith("Entry 2 stood under")
    mine = bearer(house.opened.host_key)
    assert program.post(f"{path}/moves", json=take("Chris"), headers=mine).status_code == 423
    told = said(program.get(f"{path}/refused"))
    assert (told["entry"], told["waiting"], told["stored"]) == (2, 1, take("Mary"))
    assert "rules" not in told
    by_how = {one["choice"]["how"]: one["choice"] for one in reversed(told["choices"])}
    assert by_how.keys() == {"stands", "out", "replaced"}
    theirs = bearer(house.opened.seat_keys["Mary"])
    assert program.post(f"{path}/refused", json=by_how["out"]).status_code == 401
    assert program.post(f"{path}/refused", json=by_how["out"], headers=theirs).status_code == 403
    assert program.post(f"{path}/refused", json={"how": "out"}, headers=mine).status_code == 400
    bad = {**by_how["out"], "moves": [take("Mary")]}
    assert program.post(f"{path}/refused", json=bad, headers=mine).status_code == 422
    twice = {**mine, "Idempotency-Key": "once"}
    for _ in range(2):
        answer = program.post(f"{path}/refused", json={**by_how["out"], "reason": "we know"}, headers=twice)
        assert (answer.status_code, said(answer)) == (201, {"version": 4})
    assert "hold" not in said(program.get(path))
    assert program.get(f"{path}/refused").status_code == 409
    assert program.post(f"{path}/refused", json=by_how["out"], headers=mine).status_code == 409


def test_a_header_that_is_refused_waits_for_the_host(app: Flask, phone: PhoneMaker) -> None:
    opened = said(phone().post("/api/tables", json={**HEADER, "options": {"rounds": 2}}))
    tables: TableService = app.extensions["tables"]
    code, key = opened["code"], opened["keys"]["host"]
    plain = {**tables.find(code).header.plain, "options": {"rounds": 99, "steal_unpaid": "x"}}
    meddle(tables.database.engine.url.render_as_string(hide_password=False),
           "UPDATE tables SET header = :header WHERE code = :code", header=json.dumps(plain), code=code)  # fmt: skip
    tables.cache.slot(code).table = None
    host = phone(code, key)
    page = unescape(host.get(f"/t/{code}/refused").text)
    assert "This table was opened under edition 1 of the rules; today it would be refused:" in page
    offered = choices(host.get(f"/t/{code}/refused").text)
    assert [how for how, _ in offered] == ["out", "replaced", "replaced", "replaced"]
    assert "How many rounds are played? 20" in page
    assert "yes" in page
    assert said(host.get(f"/api/tables/{code}/refused"))["rules"] == 1
    answer = host.post(f"/t/{code}/refused", {"version": "0", "choice": offered[2][1]})
    assert answer.status_code == 303
    assert tables.find(code).header.plain["options"] == {"rounds": 20}
    assert "The house rules were corrected" in host.get(f"/t/{code}/ledger").text


def test_where_nothing_is_refused_nothing_is_to_be_chosen(host: Phone, opened: Opened) -> None:
    assert "The table is not on hold. Play on." in host.get(f"/t/{opened.code}/refused").text


def test_an_amend_that_is_refused_can_be_kept(app: Flask, opened: Opened, host: Phone) -> None:
    house = Stopped(app.extensions["tables"], opened)
    house.play_all(take("Chris"), done("Chris"), take("Mary"))
    wrote(house, {"act": "amend", "edits": [{"do": "remove", "entry": "2"}], "reason": "we looked"})
    page = unescape(host.get(f"/t/{opened.code}/refused").text)
    assert "Keep all that can be kept" in page
    assert "Recorded in its place:" in page
    value = next(value for how, value in choices(host.get(f"/t/{opened.code}/refused").text) if how == "replaced")
    assert send(host, house, value).status_code == 303
    assert len(house.now.book.moves()) == 2


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (
            {"act": "amend", "edits": [{"do": "remove", "entry": "9"}], "reason": "we looked"},
            "Corrected 1 entry: we looked",
        ),
        ({"act": "withdraw", "proposal": 1}, "The correction proposed in #1 was dropped"),
    ],
)
def test_an_act_about_what_is_not_there_is_told_as_what_it_is(
    app: Flask, opened: Opened, host: Phone, act: Plain, told: str
) -> None:
    house = Stopped(app.extensions["tables"], opened)
    house.play_all(take("Chris"))
    wrote(house, act)
    page = unescape(host.get(f"/t/{house.code}/refused").text)
    assert f"#2 {told}" in page
    assert "What it refers to is missing." in page
    assert "cannot read" not in page


@pytest.mark.own_app
def test_a_ledger_that_lacks_an_entry_is_told_and_is_no_failure_of_ours(
    app: Flask, opened: Opened, host: Phone
) -> None:
    house = Stopped(app.extensions["tables"], opened)
    house.play_all(take("Chris"))
    url = house.tables.database.engine.url.render_as_string(hide_password=False)
    meddle(url, "UPDATE entries SET version = 2")
    house.tables.cache.slot(house.code).table = None
    assert host.get(f"/t/{house.code}").status_code == 409
    assert host.get(f"/api/tables/{house.code}").status_code == 409
