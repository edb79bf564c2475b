"""A dispute over HTTP: any seat holds the table, every phone shows it, and entries wait."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from tests.web.disputing import RED, Table, alerts
from tests.web.program import Program
from tests.web.table.shown import elements, own_of, seen

# Put on hold


def test_a_hold_names_only_what_there_is(table: Table) -> None:
    gone = table.post("/hold", reason="what was typed", entry="9")
    assert gone.status_code == 409
    assert alerts(gone) == "This entry no longer counts. Look at the ledger again."
    assert "what was typed" in gone.text
    table.entered(table.post("/hold", reason="x", entry="", rule="no-such-rule"))
    hold = table.whole["referee"].hold
    assert (hold.act.entry, hold.act.rule) == (None, None)


def test_who_puts_a_table_on_hold_that_is_on_hold_is_told_by_whom(table: Table) -> None:
    mary, katie, seen = table.seat("Mary"), table.seat("Katie"), table.version
    table.entered(table.post("/hold", mary, reason="first", version=seen))
    answer = table.post("/hold", katie, reason="second", version=seen)
    assert answer.status_code == 409
    assert "Mary" in alerts(answer)
    assert "first" in alerts(answer)
    assert "second" in answer.text
    assert table.get("/hold", katie).location == table.address("/hold/ruling")


def test_a_hold_tells_which_entry_it_is_about(table: Table) -> None:
    table.entered(table.post("/hold", table.seat("Mary"), reason="x", entry="2"))
    assert "Entry 2: Chris took blue from the centre" in re.sub(r"<[^>]+>", "", table.get("/hold/ruling").text)
    table.entered(table.post("/hold/ruling", how="stands", reason="y"))
    table.entered(table.post("/hold", table.seat("Mary"), reason="x"))
    assert "Entry 2" not in table.get("/hold/ruling").text


def test_a_hold_that_has_been_ruled_on_is_not_called_again_by_an_old_page_and_that_is_said(table: Table) -> None:
    mary, seen = table.seat("Mary"), table.version
    table.entered(table.post("/hold", mary, reason="x", version=seen))
    table.entered(table.post("/hold/ruling", how="stands", reason="y"))
    answer = table.post("/hold", mary, reason="x", version=seen)
    assert answer.status_code == 409
    assert "The table has moved on while you looked." in alerts(answer)
    assert table.whole["referee"].hold is None
    table.entered(table.post("/hold", mary, reason="x"))


# Every phone shows it


def test_every_phone_and_the_board_show_it(held: Table) -> None:
    phones = (held.host, held.viewer, held.seat("Mary"), held.seat("Katie"))
    shown = [(way, phone) for way in ("", "/board") for phone in phones]
    for way, phone in shown:
        page = held.get(way, phone).text
        assert all(said in page for said in ('data-hold="3"', "that was mine", "Mary")), way
    held.entered(held.post("/hold/ruling", how="stands", reason="I saw it"))
    assert [way for way, phone in shown if "data-hold" in held.get(way, phone).text] == []


def test_the_host_is_led_to_the_ruling_and_who_called_it_to_its_withdrawal(held: Table) -> None:
    for phone, led in (
        (held.host, "Decide it"),
        (held.seat("Mary"), "Withdraw it"),
        (held.seat("Katie"), ""),
        (held.viewer, ""),
    ):
        page = held.get("", phone).text
        links = [had.get("href") for _, had in elements(page, own_of(page))]
        assert links.count(held.address("/hold/ruling")) == bool(led)
        assert led in seen(page)


def test_the_api_shows_it_without_a_null(held: Table, app: Any) -> None:
    program = Program(app.test_client(), held.code, held.opened.host_key)
    hold = program.see()["hold"]
    assert {name: hold[name] for name in hold if name != "at"} == {
        "version": 3, "seat": "Mary", "entry": "2", "rule": "take-from-centre", "reason": "that was mine",
    }  # fmt: skip
    held.entered(held.post("/hold/ruling", how="stands", reason="x"))
    held.entered(held.post("/hold", reason="again"))
    assert program.see()["hold"].keys() == {"version", "at", "reason"}
    held.entered(held.post("/hold/ruling", how="stands", reason="x"))
    assert "hold" not in program.see()


def test_what_a_program_is_told_of_a_hold_is_what_the_document_says(held: Table, app: Any) -> None:
    program = Program(app.test_client(), held.code, held.opened.host_key)
    document = program.client.get("/api/openapi.json").json
    assert document is not None
    paths = document["paths"]
    told = [
        (paths["/api/tables/{code}"]["get"]["responses"]["200"], program.see()),
        (paths["/api/tables/{code}/moves"]["post"]["responses"]["423"], program.move(RED).json),
    ]
    for answer, body in told:
        schema = answer["content"]["application/json"]["schema"]
        Draft202012Validator({**schema, "components": document["components"]}).validate(body)
        assert body["hold"]["version"] == 3


# Entries wait


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "htmx"])
def test_a_tap_waits(held: Table, htmx: bool) -> None:
    fields = {"move": json.dumps({**RED, "color": "green"}), "version": 3}
    answer = held.host.post(held.address("/moves"), fields, htmx=htmx)
    assert answer.status_code == 423
    assert "Mary put the table on hold: \u201cthat was mine\u201d" in answer.text
    assert held.version == 3


def test_a_program_waits(held: Table, app: Any) -> None:
    answer = Program(app.test_client(), held.code, held.opened.host_key).move({"move": "undo"})
    assert answer.status_code == 423
    assert answer.json is not None
    assert answer.json["hold"]["reason"] == "that was mine"
    assert "Mary" in answer.json["reason"]
    assert held.version == 3


def test_an_act_is_no_move_of_the_api(held: Table, app: Any) -> None:
    program = Program(app.test_client(), held.code, held.opened.host_key)
    for body in ({"act": "settle", "hold": 3, "how": "stands", "reason": "x"}, {"act": "amend", "edits": []}):
        assert program.move(body).status_code in (400, 423)
    assert held.version == 3
