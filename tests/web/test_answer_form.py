"""What every form keeps, as a table: sent twice it counts once; what comes of nothing is said where it was typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker
from tests.web.disputing import BLUE, POINTS, RED, Table, alerts, edit
from tests.web.games import enter

PURPLE = edit("change", "2", {**BLUE, "color": "purple"})
COUNTED = {"c0-0": "3", "c1-0": "0", "reason": "one fell down"}
"""The red token lies in the centre, not with Chris."""
LOOKED, WROTE = "The table has moved on while you looked.", "The table has moved on while you wrote."


@dataclass(frozen=True)
class Form:
    """A form at an address of the table, who sends it, and with what.

    `refused`: what is changed in it, and the status and sentence that it brings. `kept` stands in its page whenever
    nothing came of it. `late` is said if somebody has entered something meanwhile; "" if that is no hindrance, None if
    nothing can be entered meanwhile.
    """

    way: str
    by: str
    sent: dict[str, Any]
    refused: tuple[dict[str, Any], int, str]
    kept: tuple[str, ...]
    late: str | None
    table: str = "table"
    to: str = ""


REASON = "Give a reason: tap one, or write up to 280 characters."
FORMS = {
    "hold": Form(
        "/hold", "Mary", {"reason": "that was mine", "entry": "2", "rule": "box"}, ({"reason": " "}, 422, REASON),
        ('value="{reason}"', '<option value="2" selected>', '<option value="box" selected>'), "",
    ),
    "ruling on a hold": Form(
        "/hold/ruling", "host", {"how": "stands", "reason": "I saw it", "rule": "box"},
        ({"reason": "x" * 281}, 422, REASON), ('value="{reason}"', '<option value="box" selected>'), None, table="held",
    ),
    "withdrawal of a hold": Form(
        "/hold/ruling", "Mary", {"how": "withdrawn", "reason": "I was wrong"}, ({"reason": ""}, 422, REASON),
        ('value="{reason}"',), None, table="held",
    ),
    "amend": Form(
        "/amend", "host", {"edit": PURPLE, "reason": "it was purple"}, ({"reason": "x" * 281}, 422, REASON),
        ('value="{reason}"', 'name="edit"'), LOOKED,
    ),
    "table ruling": Form(
        "/ruling", "keeper", POINTS, ({"points": "100"}, 422, "Enter points from -99 to 99, but not 0."),
        ('value="{points}"', 'value="{reason}"'), WROTE,
    ),
    "tokens": Form(
        "/tokens", "keeper", COUNTED, ({"reason": "x" * 281}, 422, REASON),
        ('name="c0-0" value="3"', 'value="{reason}"'), LOOKED,
    ),
    "somebody joins": Form(
        "/players", "host", {"kind": "join", "name": "Dana", "after": "Mary"},
        ({"name": "Chris"}, 422, "is taken at this table."), ('value="{name}"', '<option value="Mary" selected>'),
        WROTE, table="fresh", to="/players",
    ),
    "another name": Form(
        "/players", "Mary", {"kind": "rename", "seat": "Mary", "name": "Mia"},
        ({"name": "Chris"}, 422, "is taken at this table."), ('value="{name}"',), "", to="/players",
    ),
    "agreement": Form(
        "/amend/proposal", "Mary", {"answer": "confirm"}, ({"version": 2}, 409, LOOKED), ("it was purple",), None,
        table="waiting",
    ),
}  # fmt: skip


@pytest.fixture
def fresh(tables: TableService, opened: Opened, phone: PhoneMaker) -> Table:
    return Table(tables, opened, phone)


@pytest.fixture
def waiting(table: Table) -> Table:
    """The host's amend waits for a second seat."""
    table.post("/referee/two-people", on="1")
    table.entered(table.post("/amend", edit=PURPLE, reason="it was purple"))
    return table


@pytest.fixture(params=FORMS.values(), ids=list(FORMS))
def form(request: pytest.FixtureRequest) -> Form:
    found: Form = request.param
    return found


@pytest.fixture
def at(request: pytest.FixtureRequest, form: Form) -> Table:
    """The table that the form is for."""
    found: Table = request.getfixturevalue(form.table)
    return found


def phone_of(at: Table, who: str) -> Phone:
    if who in ("host", "viewer"):
        return at.host if who == "host" else at.viewer
    return at.seat("Katie", scorekeeper=True) if who == "keeper" else at.seat(who)


def kept(form: Form, sent: dict[str, Any]) -> list[str]:
    """What the page has of what was sent."""
    return [one.format(**sent) for one in form.kept]


def test_sent_twice_it_is_entered_once_and_answered_alike(at: Table, form: Form) -> None:
    phone, seen = phone_of(at, form.by), at.version
    answers, versions = [], []
    for _ in range(2):
        answers.append(at.post(form.way, phone, **form.sent, version=seen))
        versions.append(at.version)
    assert [(one.status_code, one.location) for one in answers] == [(303, at.address(form.to))] * 2
    assert versions == [seen + 1] * 2


LATE = {name: form for name, form in FORMS.items() if form.late is not None}


@pytest.mark.parametrize("form", LATE.values(), ids=LATE)
def test_what_somebody_else_entered_meanwhile_is_told_where_it_matters(at: Table, form: Form) -> None:
    phone, seen = phone_of(at, form.by), at.version
    enter(at.tables, at.opened, {**RED, "color": "green"})
    answer = at.post(form.way, phone, **form.sent, version=seen)
    if not form.late:
        assert (answer.status_code, at.version) == (303, seen + 2)
        return
    assert (answer.status_code, at.version) == (409, seen + 1)
    assert form.late in answer.text
    assert [one for one in kept(form, form.sent) if one not in answer.text] == []


def test_what_will_not_do_is_said_and_what_was_typed_stays(at: Table, form: Form) -> None:
    changes, status, said = form.refused
    phone, before, sent = phone_of(at, form.by), at.version, {**form.sent, **changes}
    answer = at.post(form.way, phone, **sent)
    assert (answer.status_code, at.version) == (status, before)
    assert said in alerts(answer)
    assert [one for one in kept(form, sent) if one not in answer.text] == []


def test_what_was_not_saved_is_said_and_what_was_typed_stays(
    at: Table, form: Form, request: pytest.FixtureRequest
) -> None:
    phone = phone_of(at, form.by)
    request.getfixturevalue("unsaved")
    answer = at.post(form.way, phone, **form.sent)
    assert answer.status_code == 503
    assert "could not save just now" in alerts(answer)
    assert [one for one in kept(form, form.sent) if one not in answer.text] == []
