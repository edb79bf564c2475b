"""An entry of every kind that today's rules refuse: each of the three choices, by a tap and by a program."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games import PRODUCTS
from companion.games.replay import replay
from companion.tables.answers import Opened
from tests.conftest import Phone, said
from tests.refused_entries import CASES, WHY, Case, at
from tests.tables.earlier import wrote
from tests.web.referee.test_refused_after_upgrade import Stopped, choices

HOWS = ("stands", "out", "replaced")


def stopped(app: Flask, case: Case) -> Stopped:
    """A table that was opened by a program, stopped at that entry."""
    told = said(app.test_client().post("/api/tables", json=case.header))
    opened = Opened(told["code"], told["keys"]["host"], told["keys"]["seats"], told["keys"].get("recovery", ""))
    house = Stopped(app.extensions["tables"], opened)
    here = wrote(house, *case.opening, case.refused)
    assert here.stopped is not None
    return house


def by_page(app: Flask, house: Stopped, how: str) -> None:
    host = Phone(app, house.code, house.opened.host_key)
    page = host.get(f"/t/{house.code}/refused").text
    value = next(value for one, value in choices(page) if one == how)
    answer = host.post(f"/t/{house.code}/refused", {"version": str(house.now.version), "choice": value})
    assert (answer.status_code, answer.location) == (303, f"/t/{house.code}")
    ledger = unescape(host.get(f"/t/{house.code}/ledger").text)
    assert re.search(rf"decided by #{house.now.version}\b", ledger)
    for path in ("", "/scores", "/board", "/amend?entry=1", f"/amend?entry={house.now.version - 1}", "/tokens"):
        assert host.get(f"/t/{house.code}{path}").status_code in (200, 303, 404, 409)


def by_program(app: Flask, house: Stopped, how: str) -> None:
    path, program = f"/api/tables/{house.code}/refused", app.test_client()
    act = next(one["choice"] for one in said(program.get(path))["choices"] if one["choice"]["how"] == how)
    mine = {"Authorization": f"Bearer {house.opened.host_key}"}
    answer = program.post(path, json={**act, "reason": WHY}, headers=mine)
    assert (answer.status_code, said(answer)) == (201, {"version": house.now.version})


PLAYED = {name: case for name, case in CASES.items() if case.game in {game.slug for game in PRODUCTS}}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", PLAYED.values(), ids=PLAYED)
def test_each_choice_by_page_and_by_program(app: Flask, client: FlaskClient, case: Case) -> None:
    offered = {
        one["choice"]["how"] for one in said(client.get(f"/api/tables/{stopped(app, case).code}/refused"))["choices"]
    }
    assert offered >= {"stands", "out"}
    for how in (how for how in HOWS if how in offered):
        reports: list[Any] = []
        for choose in (by_page, by_program):
            house = stopped(app, case)
            before = house.now.book.report()
            choose(app, house, how)
            assert house.now.stopped is None
            told = said(client.get(f"/api/tables/{house.code}"))
            if how == "stands" and case.then is not None:
                assert at(case.then[0], told) == case.then[1] != at(case.then[0], before.plain())
            exported = client.get(f"/api/tables/{house.code}/transcript").data
            again = replay(exported)
            assert again.rejected == ()
            reports.append(again.book.report())
        assert reports[0] == reports[1]
