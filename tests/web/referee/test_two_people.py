"""Where two people are asked for, a correction waits until a second phone confirms it."""

from __future__ import annotations

import re

import pytest

from companion.service import membership
from tests.web.disputing import BLUE, RED, Table, alerts, edit
from tests.web.games import enter

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


def test_every_phone_is_told_that_an_amend_waits(waiting: Table) -> None:
    assert colors(waiting) == ["red", "blue"]
    for phone in (waiting.host, waiting.seat("Mary"), waiting.viewer):
        assert "proposes a correction" in waiting.get("", phone).text
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
    waiting.entered(waiting.post("/amend/proposal", mary, answer="confirm"))
    assert colors(waiting) == ["red", "purple"]
    assert "No correction is waiting" in waiting.get("/amend/proposal").text


def test_a_phone_does_not_confirm_its_proposal_by_a_seat_that_it_plays_besides(waiting: Table) -> None:
    """The host's phone scans Katie's code, and plays her seat, too."""
    taken = waiting.host.post(f"/k/{waiting.opened.seat_keys['Katie']}")
    assert taken.location == waiting.address()
    assert "This is no longer my seat" in waiting.get("/seats").text
    assert "Agree: make the correction" not in waiting.get("/amend/proposal").text
    assert waiting.post("/amend/proposal", answer="confirm").status_code == 403
    assert colors(waiting) == ["red", "blue"]


def test_a_phone_does_not_confirm_its_proposal_after_its_seat_was_handed_out_anew(table: Table) -> None:
    """Mary's phone proposes; her seat goes to another phone, and hers takes Katie's."""
    table.post("/referee/two-people", on="1")
    mary = table.seat("Mary", scorekeeper=True)
    table.entered(table.post("/amend", mary, edit=PURPLE, reason="it was purple"))
    host = membership.actor(table.tables, table.code, table.opened.host_key)
    assert host is not None
    table.get("", table.phone(membership.new_seat_key(table.tables, host, "Mary")))
    assert table.get("/hold", mary).status_code == 403  # her old key is no key any more
    mary.post(f"/k/{table.opened.seat_keys['Katie']}")
    answer = table.post("/amend/proposal", mary, answer="confirm")
    assert answer.status_code == 403
    assert "This phone proposed the correction" in answer.text
    table.entered(table.post("/amend/proposal", table.seat("Chris"), answer="confirm"))


@pytest.mark.parametrize("answer", ["", "yes", "amend"])
def test_an_answer_that_is_none_leaves_the_proposal(waiting: Table, answer: str) -> None:
    assert waiting.post("/amend/proposal", waiting.seat("Mary"), answer=answer).status_code == 400
    assert waiting.whole["referee"].proposal is not None


def test_any_seat_leaves_it(waiting: Table) -> None:
    chris = waiting.seat("Chris")
    waiting.entered(waiting.post("/amend/proposal", chris, answer="withdraw"))
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
    page = waiting.get("/amend/proposal", waiting.seat("Mary"))
    assert "data-hold" in page.text
    assert "The host decides." in page.text
    for absent in ("this correction no longer fits", "Agree: make the correction"):
        assert absent not in page.text
    assert waiting.post("/amend/proposal", waiting.seat("Mary"), answer="confirm").status_code == 409
    waiting.entered(waiting.post("/hold/ruling", how="stands", reason="y"))
    assert "Agree: make the correction" in waiting.get("/amend/proposal", waiting.seat("Mary")).text


def test_who_agrees_a_second_after_another_is_told_on_the_page_of_what_waits(waiting: Table) -> None:
    seen = waiting.version
    waiting.entered(waiting.post("/amend/proposal", waiting.seat("Mary"), answer="confirm", version=seen))
    answer = waiting.post("/amend/proposal", waiting.seat("Katie"), answer="confirm", version=seen)
    assert answer.status_code == 409
    assert "The table has moved on while you looked." in alerts(answer)
    assert "No correction is waiting for a second player." in answer.text
