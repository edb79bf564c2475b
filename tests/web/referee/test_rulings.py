"""What is on hold is ruled on, by the host alone, once and with a reason, or put right, or withdrawn."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.disputing import BLUE, POINTS, Table, edit
from tests.web.program import Program

MARY = {"move": "take", "seat": "Mary", "color": "red"}


def on_hold(table: Table) -> bool:
    return table.whole["referee"].hold is not None


# It stands, or it is withdrawn


def test_the_host_rules_that_it_stands(held: Table) -> None:
    page = held.get("/hold/ruling").text
    assert "Entry stands: continue" in page
    assert '<option value="take-from-centre" selected>' in page
    assert held.entered(held.post("/hold/ruling", how="stands", reason="I saw it", rule="take-from-centre")) == 4
    assert not on_hold(held)


def test_who_called_it_withdraws_it(held: Table) -> None:
    mary = held.seat("Mary")
    assert "Withdraw it: continue" in held.get("/hold/ruling", mary).text
    assert held.post("/hold/ruling", mary, how="stands", reason="x").status_code == 403
    held.entered(held.post("/hold/ruling", mary, how="withdrawn", reason="I was wrong"))
    assert not on_hold(held)
    assert held.whole["referee"].precedents == ()


@pytest.mark.parametrize("how", ["", "ruling", "amend", "x"])
def test_an_answer_that_is_none_rules_on_nothing(held: Table, how: str) -> None:
    answer = held.post("/hold/ruling", how=how, reason="x")
    assert answer.status_code == 400
    assert "did not get through" in answer.text
    assert on_hold(held)


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
    [precedent] = held.whole["referee"].precedents
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
    [precedent] = held.whole["referee"].precedents
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
