"""A dispute over HTTP: any seat holds the table, every phone shows it, entries wait, the host rules."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from companion.service.service import TableService
from companion.tables.answers import Opened, Unsaved
from companion.web import stream
from tests.conftest import PhoneMaker
from tests.web.disputing import HOSTILE, Table, alerts, edit
from tests.web.games import enter
from tests.web.program import Program

RED, BLUE = ({"move": "take", "seat": "Chris", "color": color} for color in ("red", "blue"))
MARY = {"move": "take", "seat": "Mary", "color": "red"}
POINTS = {"kind": "points", "seat": "Mary", "points": "3", "reason": "we agreed"}


@pytest.fixture
def table(tables: TableService, opened: Opened, phone: PhoneMaker) -> Table:
    """Chris has taken red and blue. Two entries."""
    enter(tables, opened, RED, BLUE)
    return Table(tables, opened, phone)


@pytest.fixture
def held(table: Table) -> Table:
    """Mary has put the table on hold over entry 2: entry 3."""
    mary = table.seat("Mary")
    table.entered(table.post("/hold", mary, reason="that was mine", entry="2", rule="take-from-centre"))
    return table


def on_hold(table: Table) -> bool:
    return table.whole["affairs"].hold is not None


# Put on hold


@pytest.mark.parametrize("name", ["host", "Chris", "Katie"])
def test_any_seat_puts_the_table_on_hold(table: Table, name: str) -> None:
    phone = table.host if name == "host" else table.seat(name)
    assert table.get("/hold", phone).status_code == 200
    assert table.entered(table.post("/hold", phone, reason=" that was mine ", entry="2", rule="box")) == 3
    hold = table.whole["affairs"].hold
    assert (hold.act.reason, hold.act.entry, hold.act.rule) == ("that was mine", "2", "box")


def test_a_hold_names_only_what_there_is(table: Table) -> None:
    table.entered(table.post("/hold", reason="x", entry="9", rule="no-such-rule"))
    hold = table.whole["affairs"].hold
    assert (hold.act.entry, hold.act.rule) == (None, None)


def test_the_form_is_filled_from_where_one_comes(table: Table) -> None:
    page = table.get("/hold", entry="2", rule="box", reason=HOSTILE).text
    assert '<option value="2" selected>' in page
    assert '<option value="box" selected>' in page
    assert "<script>alert" not in page


@pytest.mark.parametrize("reason", ["", "  ", "x" * 281])
def test_a_hold_needs_a_reason_and_keeps_what_was_typed(table: Table, reason: str) -> None:
    answer = table.post("/hold", reason=reason, entry="2", rule="box")
    assert answer.status_code == 422
    assert "Give a reason" in alerts(answer)
    assert f'value="{reason}"' in answer.text
    assert '<option value="2" selected>' in answer.text
    assert '<option value="box" selected>' in answer.text
    assert table.version == 2


def test_who_only_looks_puts_nothing_on_hold(table: Table) -> None:
    for answer in (table.get("/hold", table.viewer), table.post("/hold", table.viewer, reason="x")):
        assert answer.status_code == 403
        assert "only watching" in answer.text
    assert table.version == 2


def test_a_form_without_its_token_holds_nothing(table: Table) -> None:
    answer = table.host.post(table.address("/hold"), {"reason": "x"}, headers={"X-CSRFToken": ""})
    assert answer.status_code == 400
    assert table.version == 2


def test_a_hold_does_not_wait_for_the_right_page_and_a_double_tap_is_one(table: Table) -> None:
    mary = table.seat("Mary")
    enter(table.tables, table.opened, {**RED, "color": "green"})
    answers = [table.post("/hold", mary, reason="x", version=2) for _ in range(2)]
    assert [table.entered(answer) for answer in answers] == [4, 4]


def test_a_table_that_is_on_hold_is_not_held_again(held: Table) -> None:
    answer = held.post("/hold", held.seat("Katie"), reason="mine too")
    assert answer.status_code == 409
    assert 'value="mine too"' in answer.text


def test_a_hold_that_was_not_saved_is_kept(table: Table, monkeypatch: Any) -> None:
    unsaved = Unsaved(table.tables.find(table.code))
    monkeypatch.setattr(type(table.tables), "submit", lambda *_, **__: unsaved)
    answer = table.post("/hold", reason="that was mine")
    assert answer.status_code == 503
    assert 'value="that was mine"' in answer.text


# Every phone shows it


@pytest.mark.parametrize("way", ["", "/part", "/board", "/board/part"])
@pytest.mark.parametrize("who", ["host", "Mary", "Katie", "viewer"])
def test_every_phone_and_the_board_show_it(held: Table, way: str, who: str) -> None:
    phone = {"host": held.host, "viewer": held.viewer}.get(who) or held.seat(who)
    before = held.get(way, phone).text
    assert 'data-hold="3"' in before
    assert "that was mine" in before
    assert "Mary" in before
    held.entered(held.post("/hold/ruling", how="stands", reason="I saw it"))
    assert "data-hold" not in held.get(way, phone).text


def test_the_host_is_led_to_the_ruling_and_who_called_it_to_its_withdrawal(held: Table) -> None:
    ruling = f'href="{held.address("/hold/ruling")}"'
    assert "Decide it" in held.get("/part").text
    assert "Withdraw it" in held.get("/part", held.seat("Mary")).text
    for phone in (held.seat("Katie"), held.viewer):
        assert ruling not in held.get("/part", phone).text


@pytest.mark.parametrize("way", ["/live", "/board/live"])
def test_every_stream_tells_it(table: Table, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "BEAT_SECONDS", 0)
    for phone in (table.host, table.seat("Katie"), table.viewer):
        with phone.get(table.address(way), buffered=False) as answer:
            told = iter(answer.response)
            assert "data-hold" not in str(next(told))
            table.entered(table.post("/hold", reason="that was mine"))
            event = next(told)
            assert b"data-hold" in event if isinstance(event, bytes) else "data-hold" in event
        table.entered(table.post("/hold/ruling", how="stands", reason="x"))


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


def test_a_reason_is_text(table: Table) -> None:
    table.entered(table.post("/hold", reason=HOSTILE))
    for way in ("", "/part", "/board", "/referee", "/hold/ruling", "/ledger"):
        page = table.get(way).text
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page
    table.entered(table.post("/hold/ruling", how="stands", reason=HOSTILE, rule="box"))
    for way in ("/referee", "/ledger"):
        assert "<script>alert" not in table.get(way).text


# Entries wait


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("move", [{**RED, "color": "green"}, {"move": "undo"}])
def test_a_tap_waits(held: Table, move: dict[str, str], htmx: bool) -> None:
    fields = {"move": json.dumps(move), "version": 3}
    answer = held.host.post(held.address("/moves"), fields, htmx=htmx)
    assert answer.status_code == 423
    assert "Mary put the table on hold: \u201cthat was mine\u201d" in answer.text
    assert held.version == 3


@pytest.mark.parametrize("move", [{**RED, "color": "green"}, {"move": "undo"}])
def test_a_program_waits(held: Table, app: Any, move: dict[str, str]) -> None:
    answer = Program(app.test_client(), held.code, held.opened.host_key).move(move)
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


def test_a_scorekeeper_s_ruling_waits_and_keeps_what_was_typed(held: Table) -> None:
    answer = held.post("/ruling", held.seat("Katie", scorekeeper=True), **POINTS)
    assert answer.status_code == 423
    assert 'value="we agreed"' in answer.text
    assert held.version == 3


# It stands, or it is withdrawn


def test_the_host_rules_that_it_stands(held: Table) -> None:
    page = held.get("/hold/ruling").text
    assert "Entry stands: continue" in page
    assert '<option value="take-from-centre" selected>' in page
    assert held.entered(held.post("/hold/ruling", how="stands", reason="I saw it", rule="take-from-centre")) == 4
    assert not on_hold(held)


@pytest.mark.parametrize("name", ["Chris", "Katie"])
def test_nobody_else_rules(held: Table, name: str) -> None:
    phone = held.seat(name, scorekeeper=True)
    assert "Entry stands: continue" not in held.get("/hold/ruling", phone).text
    for how in ("stands", "withdrawn"):
        answer = held.post("/hold/ruling", phone, how=how, reason="x")
        assert answer.status_code == 403
        assert "Only the host can decide" in alerts(answer)
    assert on_hold(held)


def test_who_only_looks_sees_the_hold_and_no_form(held: Table) -> None:
    page = held.get("/hold/ruling", held.viewer)
    assert page.status_code == 200
    assert "The host decides." in page.text
    assert 'name="reason"' not in page.text
    assert held.post("/hold/ruling", held.viewer, how="withdrawn", reason="x").status_code == 403
    assert on_hold(held)


def test_who_called_it_withdraws_it(held: Table) -> None:
    mary = held.seat("Mary")
    assert "Withdraw it: continue" in held.get("/hold/ruling", mary).text
    assert held.post("/hold/ruling", mary, how="stands", reason="x").status_code == 403
    held.entered(held.post("/hold/ruling", mary, how="withdrawn", reason="I was wrong"))
    assert not on_hold(held)
    assert held.whole["affairs"].precedents == ()


@pytest.mark.parametrize("how", ["", "ruling", "amend", "x"])
def test_an_answer_that_is_none_rules_on_nothing(held: Table, how: str) -> None:
    answer = held.post("/hold/ruling", how=how, reason="x")
    assert answer.status_code == 400
    assert "did not get through" in answer.text
    assert on_hold(held)


def test_a_ruling_needs_a_reason(held: Table) -> None:
    answer = held.post("/hold/ruling", how="stands", reason="  ")
    assert answer.status_code == 422
    assert "Give a reason" in alerts(answer)
    assert on_hold(held)


def test_a_ruling_sent_twice_is_one_and_answered_alike(held: Table) -> None:
    fields = {"how": "stands", "reason": "I saw it", "version": 3}
    answers = [held.host.post(held.address("/hold/ruling"), fields) for _ in range(2)]
    assert [held.entered(answer) for answer in answers] == [4, 4]


def test_a_ruling_is_on_the_hold_that_was_seen(held: Table) -> None:
    held.entered(held.post("/hold/ruling", held.seat("Mary"), how="withdrawn", reason="x"))
    held.entered(held.post("/hold", held.seat("Katie"), reason="another"))
    answer = held.post("/hold/ruling", how="stands", reason="I saw it", version=3)
    assert answer.status_code == 409
    assert on_hold(held)


def test_where_nothing_is_on_hold_nothing_is_ruled(table: Table) -> None:
    assert "not on hold" in table.get("/hold/ruling").text
    assert table.post("/hold/ruling", how="stands", reason="x").status_code == 409
    assert table.version == 2


# Put right


def test_the_hosts_table_ruling_ends_the_hold_in_one_tap(held: Table) -> None:
    fields = {**POINTS, "rule": "table-ruling", "version": "3"}
    answers = [held.host.post(held.address("/ruling"), fields) for _ in range(2)]
    assert [held.entered(answer) for answer in answers] == [5, 5]
    assert not on_hold(held)
    [precedent] = held.whole["affairs"].precedents
    assert (precedent.rule, precedent.how, precedent.reason) == ("table-ruling", "ruling", "we agreed")


def test_an_amend_by_the_host_is_the_ruling(held: Table) -> None:
    asked = {"edit": edit("change", "2", {**BLUE, "color": "green"}), "reason": "he took green", "rule": "box"}
    scorekeeper = held.seat("Katie", scorekeeper=True)
    page = held.get("/amend/preview", scorekeeper, edit=asked["edit"])
    assert "The host decides." in page.text
    assert held.post("/amend", scorekeeper, **asked).status_code == 403
    assert on_hold(held)
    answers = [held.host.post(held.address("/amend"), {**asked, "version": 3}) for _ in range(2)]
    assert [held.entered(answer) for answer in answers] == [4, 4]
    assert not on_hold(held)
    [precedent] = held.whole["affairs"].precedents
    assert (precedent.rule, precedent.how) == ("box", "amend")


# What is remembered


def test_a_later_refusal_shows_how_the_table_ruled(held: Table, app: Any) -> None:
    held.entered(held.post("/hold/ruling", how="stands", reason="hands off <b>", rule="prediction-order"))
    refused = held.host.post(held.address("/moves"), {"move": json.dumps(MARY), "version": 4}, htmx=True)
    assert refused.status_code == 422
    assert "This table ruled before:" in refused.text
    assert "hands off &lt;b&gt;" in refused.text
    told = Program(app.test_client(), held.code, held.opened.host_key).move(MARY).json
    assert told is not None
    assert told["precedents"] == [{"version": 4, "reason": "hands off <b>"}]
    assert "hands off" in held.get("/referee").text


# Two people


PURPLE = edit("change", "2", {**BLUE, "color": "purple"})


@pytest.fixture
def waiting(table: Table) -> Table:
    """Two people are asked for (entry 3), and the host has proposed purple (entry 4)."""
    assert table.post("/referee/two-people", on="1").location == table.address("/referee")
    assert "Ask a second player" in table.get("/amend/preview", edit=PURPLE).text
    table.entered(table.post("/amend", edit=PURPLE, reason="it was purple"))
    return table


def colors(table: Table) -> list[str]:
    return [move["color"] for _, move in table.whole["lines"]]


def test_only_the_host_asks_for_two_people(table: Table) -> None:
    for phone in (table.seat("Chris"), table.seat("Mary", scorekeeper=True), table.viewer):
        assert table.post("/referee/two-people", phone, on="1").status_code == 403
    assert "Ask for a second player" not in table.get("/referee", table.viewer).text
    answers = [table.post("/referee/two-people", on="1", version=2) for _ in range(2)]
    assert {answer.status_code for answer in answers} == {303}
    assert table.version == 3
    assert "Correct without a second player" in table.get("/referee").text


def test_every_phone_is_told_that_an_amend_waits(waiting: Table) -> None:
    assert colors(waiting) == ["red", "blue"]
    for phone in (waiting.host, waiting.seat("Mary"), waiting.viewer):
        assert "proposes a correction" in waiting.get("/part", phone).text
        page = waiting.get("/amend/proposal", phone)
        assert page.status_code == 200
        assert "it was purple" in page.text
        assert "Chris took purple from the centre" in page.text


def test_who_confirms_sees_before_and_after(waiting: Table) -> None:
    page = waiting.get("/amend/proposal", waiting.seat("Mary")).text
    assert re.search(r'data-who="Chris" data-what="purple".*?<td>0</td><td>1</td>', page, re.DOTALL)


def test_a_second_seat_confirms(waiting: Table) -> None:
    mary = waiting.seat("Mary")
    assert "Agree: make the correction" in waiting.get("/amend/proposal", mary).text
    answers = [waiting.post("/amend/proposal", mary, answer="confirm", version=4) for _ in range(2)]
    assert [waiting.entered(answer) for answer in answers] == [5, 5]
    assert colors(waiting) == ["red", "purple"]
    assert "No correction is waiting" in waiting.get("/amend/proposal").text


def test_the_phone_that_proposed_does_not_confirm(waiting: Table) -> None:
    assert "Agree: make the correction" not in waiting.get("/amend/proposal").text
    assert waiting.post("/amend/proposal", answer="confirm").status_code == 403
    assert colors(waiting) == ["red", "blue"]


def test_nor_with_the_key_of_a_seat(waiting: Table) -> None:
    """The host's phone scans Katie's code, and her key takes the place of its own."""
    taken = waiting.host.post(f"/k/{waiting.opened.seat_keys['Katie']}")
    assert taken.location == waiting.address()
    assert waiting.get("/hold").status_code == 200  # it plays Katie now
    assert waiting.get("/ruling").status_code == 403  # and hosts no more
    assert "Agree: make the correction" not in waiting.get("/amend/proposal").text
    answer = waiting.post("/amend/proposal", answer="confirm")
    assert answer.status_code == 403
    assert "This phone proposed the correction" in answer.text
    assert colors(waiting) == ["red", "blue"]


def test_nor_after_its_own_seat_was_handed_out_anew(table: Table) -> None:
    """Mary's phone proposes; her seat goes to another phone, and hers takes Katie's."""
    table.post("/referee/two-people", on="1")
    mary = table.seat("Mary", scorekeeper=True)
    table.entered(table.post("/amend", mary, edit=PURPLE, reason="it was purple"))
    host = table.tables.membership.actor(table.code, table.opened.host_key)
    assert host is not None
    table.get("", table.phone(table.tables.membership.new_seat_key(host, "Mary")))
    assert table.get("/hold", mary).status_code == 403  # her old key is no key any more
    mary.post(f"/k/{table.opened.seat_keys['Katie']}")
    answer = table.post("/amend/proposal", mary, answer="confirm")
    assert answer.status_code == 403
    assert "This phone proposed the correction" in answer.text
    table.entered(table.post("/amend/proposal", table.seat("Chris"), answer="confirm"))


def test_who_only_looks_confirms_nothing(waiting: Table) -> None:
    assert "<button" not in waiting.get("/amend/proposal", waiting.viewer).text.split("<main")[1].split("</main")[0]
    for answer in ("confirm", "withdraw"):
        assert waiting.post("/amend/proposal", waiting.viewer, answer=answer).status_code == 403
    assert waiting.version == 4


@pytest.mark.parametrize("answer", ["", "yes", "amend"])
def test_an_answer_that_is_none_leaves_the_proposal(waiting: Table, answer: str) -> None:
    assert waiting.post("/amend/proposal", waiting.seat("Mary"), answer=answer).status_code == 400
    assert waiting.whole["affairs"].proposal is not None


def test_any_seat_leaves_it(waiting: Table) -> None:
    chris = waiting.seat("Chris")
    answers = [waiting.post("/amend/proposal", chris, answer="withdraw", version=4) for _ in range(2)]
    assert [waiting.entered(answer) for answer in answers] == [5, 5]
    assert colors(waiting) == ["red", "blue"]
    assert waiting.post("/amend/proposal", chris, answer="confirm").status_code == 409


def test_what_is_confirmed_is_what_was_seen(waiting: Table) -> None:
    other = edit("change", "2", {**BLUE, "color": "orange"})
    waiting.entered(waiting.post("/amend", edit=other, reason="no, orange"))
    answer = waiting.post("/amend/proposal", waiting.seat("Mary"), answer="confirm", version=4)
    assert answer.status_code == 409
    assert colors(waiting) == ["red", "blue"]


def test_a_proposal_that_no_longer_fits_says_so(waiting: Table) -> None:
    enter(waiting.tables, waiting.opened, {"move": "undo"})
    mary = waiting.seat("Mary")
    page = waiting.get("/amend/proposal", mary).text
    assert "this correction no longer fits" in page
    assert "Agree: make the correction" not in page
    assert waiting.post("/amend/proposal", mary, answer="confirm").status_code == 409
    waiting.entered(waiting.post("/amend/proposal", mary, answer="withdraw"))
    for way in ("/ledger", "/referee", ""):
        assert waiting.get(way).status_code == 200


def test_a_proposal_that_later_entries_rule_out_is_refused_with_the_rule(table: Table) -> None:
    table.post("/referee/two-people", on="1")
    table.entered(table.post("/amend", edit=edit("change", "2", {"move": "done", "seat": "Chris"}), reason="x"))
    enter(table.tables, table.opened, {**RED, "color": "green"})
    mary = table.seat("Mary")
    assert "this correction no longer fits" in table.get("/amend/proposal", mary).text
    assert table.post("/amend/proposal", mary, answer="confirm").status_code == 422


def test_a_proposal_made_before_a_hold_waits_for_its_end(waiting: Table) -> None:
    waiting.entered(waiting.post("/hold", reason="x"))
    assert "this correction no longer fits" in waiting.get("/amend/proposal", waiting.seat("Mary")).text
    assert waiting.post("/amend/proposal", waiting.seat("Mary"), answer="confirm").status_code == 409
