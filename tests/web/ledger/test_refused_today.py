"""An entry that today's rules would refuse: its table is played on, and the ledger's page says so, with the rule."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask

from companion.games import PRODUCTS
from companion.games.replay import replay
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker, said
from tests.games.test_applied import NOBODY
from tests.refused_entries import CASES, Case
from tests.refused_seats import SEATS, opened_by_other_rules
from tests.service.house import UNDO, House, done, take
from tests.storage.raw import meddle
from tests.tables.acts import change
from tests.tables.earlier import wrote

PLAYED = {name: case for name, case in CASES.items() if case.game in {game.slug for game in PRODUCTS}}
PAGES = (
    *("", "/board", "/scores", "/ledger", "/referee", "/transcript", "/players", "/tokens", "/may-i", "/rules"),
    *("/amend?entry=1", "/amend?entry={n}", "/may-i/at/1", "/may-i/at/{n}", "/hold?entry={n}"),
)


class AppsTable(House):
    """A table of the app's, that somebody else has opened."""

    def __init__(self, tables: TableService, opened: Opened) -> None:
        self.tables, self.opened, self.code = tables, opened, opened.code
        self.host = self.actor(opened.host_key)


@pytest.fixture
def house(app: Flask, opened: Opened) -> AppsTable:
    """The second of its three entries would be refused today."""
    made = AppsTable(app.extensions["tables"], opened)
    made.play_all(take("Chris"))
    wrote(made, take("Mary"), done("Chris"))
    return made


def of_case(app: Flask, case: Case) -> AppsTable:
    told = said(app.test_client().post("/api/tables", json=case.header))
    opened = Opened(told["code"], told["keys"]["host"], told["keys"]["seats"], told["keys"].get("recovery", ""))
    house = AppsTable(app.extensions["tables"], opened)
    wrote(house, *case.opening, case.refused)
    return house


def marks(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'data-refused="(\d+)"', page)]


def no_page_fails(house: AppsTable, asker: Phone) -> None:
    """Of those that tell of an entry, or are made of what it has brought about."""
    for page in PAGES:
        answer = asker.get(f"/t/{house.code}{page.format(n=house.now.version)}")
        assert answer.status_code < 500, page
    assert asker.get(f"/api/tables/{house.code}").status_code == 200


@pytest.mark.parametrize("case", PLAYED.values(), ids=PLAYED)
def test_an_entry_of_every_kind_is_marked_and_no_page_fails(app: Flask, phone: PhoneMaker, case: Case) -> None:
    house = of_case(app, case)
    host = phone(house.code, house.opened.host_key)
    rule = house.tables.entries(house.code)[-1].refused_today.rule  # type: ignore[union-attr]
    page = host.get(f"/t/{house.code}/ledger").text
    assert marks(page) == [house.now.version]
    assert rule is not None
    assert f'href="/t/{house.code}/rules#{rule.id}"' in page
    no_page_fails(house, host)


@pytest.mark.parametrize("game", NOBODY)
def test_no_page_fails_after_a_move_of_somebody_who_has_no_seat(app: Flask, phone: PhoneMaker, game: str) -> None:
    house = of_case(app, Case(game, [], NOBODY[game]))
    assert marks(phone().get(f"/t/{house.code}/ledger").text) == [1]
    no_page_fails(house, phone(house.code, house.opened.host_key))
    house.play_all(UNDO)
    no_page_fails(house, phone())


def test_the_ledger_says_under_which_rules_it_stood(house: AppsTable, host: Phone) -> None:
    page = unescape(host.get(f"/t/{house.code}/ledger").text)
    assert marks(page) == [2]
    assert "Entry 2 stood under the rules of earlier times; today it would be refused: It is Chris\u2019s turn" in page
    assert "Mary took red from the centre" in page
    house.play_all(UNDO, UNDO)
    assert marks(host.get(f"/t/{house.code}/ledger").text) == []  # it stands no more


def test_the_table_is_played_on(house: AppsTable, host: Phone) -> None:
    assert "On hold" not in host.get(f"/t/{house.code}").text
    answer = host.post(f"/t/{house.code}/moves", {"version": "3", "move": json.dumps(done("Mary"))})
    assert (answer.status_code, house.now.version) == (303, 4)
    told = said(host.get(f"/api/tables/{house.code}"))
    assert (told["version"], told["holdings"]["Mary"]["red"], "hold" in told) == (4, 1, False)


def test_it_goes_out_as_a_ruling_that_replays_to_the_same(house: AppsTable, host: Phone) -> None:
    file = host.get(f"/t/{house.code}/transcript").data
    assert file == host.get(f"/api/tables/{house.code}/transcript").data
    assert json.loads(file.splitlines()[2]) == {
        "move": "ruling", "stands": take("Mary"), "reason": "It stood under earlier rules.",
    }  # fmt: skip
    again = replay(file)
    assert (again.rejected, again.book.report()) == ((), house.now.book.report())
    opened = host.post("/api/tables", data=file, content_type="application/jsonl")
    assert opened.status_code == 201
    assert marks(host.get(f"/t/{said(opened)['code']}/ledger").text) == []  # a ruling is legal


def test_a_correction_before_it_shows_what_follows(house: AppsTable, host: Phone) -> None:
    edit = json.dumps(change("1", take("Chris", "green")).plain())
    page = unescape(host.get(f"/t/{house.code}/amend/preview", query_string={"edit": edit}).text)
    assert "It is removed, unless you keep it" in page
    assert "Mary took red from the centre" in page
    answer = host.post(f"/t/{house.code}/amend", {"version": "3", "edit": edit, "reason": "we saw it"})
    assert answer.status_code == 303
    assert house.now.book.report().holdings["Mary"]["red"] == 0


def test_a_hidden_count_stays_hidden(app: Flask, phone: PhoneMaker) -> None:
    """More cards were put down than the hand holds: only the rule is named, for its numbers would tell how many."""
    case = CASES["Claim, secret"]
    house = of_case(app, case)
    pages = [asker.get(f"/t/{house.code}/ledger").text for asker in (phone(), phone(house.code, house.opened.host_key))]
    rule = house.tables.entries(house.code)[-1].refused_today.rule  # type: ignore[union-attr]
    assert rule is not None
    for page in pages:
        assert marks(page) == [house.now.version]
        assert f"today it would be refused: {rule.title}" in unescape(page)


@pytest.mark.own_app
def test_how_a_table_was_opened_is_marked(app: Flask, phone: PhoneMaker) -> None:
    house = opened_by_other_rules(app.extensions["tables"], *SEATS["six at Ui77"][:2])
    url = house.tables.database.engine.url.render_as_string(hide_password=False)
    house.tables.cache.forget(house.tables.cache.slot(house.code))  # it is read by today's rules
    page = unescape(phone(house.code, house.opened.host_key).get(f"/t/{house.code}/ledger").text)
    said_so = "today it would be refused: Ui77 is for 2 to 5 players, and here are 6."
    assert f"This table was opened under edition 1 of the rules; {said_so}" in page
    meddle(url, "UPDATE tables SET header = '{}' WHERE id = :id", id=house.host.table_id)
    house.tables.cache.forget(house.tables.cache.slot(house.code))
    assert phone().get(f"/t/{house.code}").status_code == 409


def test_a_ledger_that_cannot_be_read_is_told_and_is_no_failure_of_ours(house: AppsTable, phone: PhoneMaker) -> None:
    stored: list[Any] = [{"move": "dance"}]
    with pytest.raises(Exception, match="cannot read entry 4"):
        wrote(house, *stored)
    answer = phone().get(f"/t/{house.code}")
    assert answer.status_code == 409
    assert "This program cannot read entry 4 of table" in unescape(answer.text)
