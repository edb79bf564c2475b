"""The box is picked by its look where a table is opened, and its words follow: form, table, scores, rulebook, files."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import PhoneMaker, said
from tests.web.games import enter
from tests.web.program import Program

SEATS = ["Chris", "Mary", "Katie"]
"""Three: there the boxes differ in rounds and points, too."""


def form(box: str = "", **more: str) -> dict[str, str | list[str]]:
    rules = {"rule-edition": box} if box else {}
    return {"name": SEATS, "dealer": "2", **rules, **more}


def text_of(page: str) -> str:
    """What people read and are told on a page."""
    names = re.findall(r'(?:aria-label|title|placeholder)="([^"]*)"', page)
    body = re.sub(r"<(style|script|svg class=.sprite).*?</\\1>|<svg class=.sprite.*?</svg>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(" ".join((re.sub(r"<[^>]*>", " ", body), *names))).split())


def pressed(page: str) -> list[str]:
    return re.findall(r'value="box-([\w-]+)"(?: autofocus)? aria-pressed="true"', page)


def counted(page: str) -> list[str]:
    return re.findall(r'name="rule-supply\.(\w+)"', page)


def test_the_usual_box_is_picked_until_another_one_is(phone: PhoneMaker) -> None:
    page = phone().get("/open/sluff-off").text
    assert pressed(page) == ["sluff-off"]
    assert 'name="rule-edition"' not in page
    assert page.count('class="box"') == 3
    assert 'class="box"' not in phone().get("/open/ui77").text


def test_picking_a_box_keeps_what_was_typed_and_shows_its_defaults(phone: PhoneMaker) -> None:
    typed = form(
        **{"rule-supply.orange": "2", "rule-supply.blue": "4", "rule-rounds": "5", "change": "box-wizard-extreme"}
    )
    page = phone().post("/open/sluff-off", typed).text
    assert pressed(page) == ["wizard-extreme"]
    assert '<input type="hidden" name="rule-edition" value="wizard-extreme">' in page
    assert [f'value="{name}"' in page for name in SEATS] == [True] * 3
    assert counted(page) == ["red", "yellow", "green", "blue", "purple", "white", "black"]
    assert 'name="rule-supply.blue" value="4"' in page
    assert (
        'name="rule-rounds" aria-labelledby="rule-rounds" value="5" placeholder="one per player; six with three"'
        in page
    )
    assert 'aria-labelledby="rule-sluffer_points" value="" placeholder="4"' in page
    assert "How many points does the black magician cost" in page
    assert "May you play red when" in page
    assert "Sluffer" not in text_of(page).replace("Sluff Off!", "").replace("Blue is trump; with the Sluffer.", "")
    back = phone().post("/open/sluff-off", {**form("wizard-extreme"), "change": "box-sluff-off"}).text
    assert (pressed(back), 'name="rule-edition"' in back) == (["sluff-off"], False)
    assert pressed(phone().post("/open/sluff-off", {**form("wizard-extreme"), "change": "box-zing"}).text) == [
        "wizard-extreme"
    ]


def test_a_table_of_that_box_is_opened_and_told_in_its_header(phone: PhoneMaker, tables: TableService) -> None:
    host = phone()
    answer = host.post("/open/sluff-off", form("wizard-extreme"))
    assert answer.status_code == 303
    code = answer.headers["Location"].split("/")[-2]
    header = tables.get(code).header.plain
    assert header["options"] == {"edition": "wizard-extreme"}
    assert "house rule changed" not in host.post("/open/sluff-off", {**form("wizard-extreme"), "change": "more-0"}).text
    assert '"edition": "wizard-extreme"' in host.get(f"/t/{code}/transcript").text.splitlines()[0]
    home = host.get("/").text
    assert "Wizard Extreme \u00b7" in home
    again = host.get(f"/open/sluff-off?like={code}").text
    assert f"/open/sluff-off?like={code}" in home
    assert pressed(again) == ["wizard-extreme"]


@pytest.fixture
def siegel(open_table: Callable[..., Opened]) -> Opened:
    return open_table(seats=SEATS, dealer="Katie", options={"edition": "sieben-siegel", "rounds": 1})


STRANGE = re.compile(r"sluffer|\btokens?\b|orange|magician", re.IGNORECASE)


def strange(page: str) -> list[str]:
    return STRANGE.findall(text_of(page))


PREDICTED = [
    {"move": "sluffer", "seat": "Chris"},
    {"move": "take", "seat": "Mary", "color": "yellow"},
    {"move": "done", "seat": "Mary"},
    {"move": "done", "seat": "Katie"},
]
WON = {"move": "trick", "winner": "Katie", "led": "green", "won_with": "red"}


def test_every_page_of_a_table_speaks_the_words_of_its_box(
    phone: PhoneMaker, siegel: Opened, open_table: Callable[..., Opened], tables: TableService
) -> None:
    code = siegel.code
    host = phone(code, siegel.host_key)
    pages = [
        "",
        "/board",
        "/scores",
        "/ledger",
        "/referee",
        "/ruling",
        "/tokens",
        "/rules",
        "/seats",
        "/set-up",
        "/hold",
    ]
    pages += ["/may-i", *(f"/may-i?ask={kind}" for kind in ("take", "steal", "sluffer", "trick", "turn_in", "ruling"))]
    seen = {page: host.get(f"/t/{code}{page}") for page in pages}
    assert [page for page, answer in seen.items() if answer.status_code != 200] == []
    assert "Take the saboteur" in seen[""].text
    assert "The seals don" in seen["/referee"].text
    enter(tables, siegel, *PREDICTED, WON)
    more = ["/may-i?ask=trick.cards", "/amend?entry=2", "/amend?entry=5"]
    for page in (*pages, *more):
        answer = host.get(f"/t/{code}{page}")
        assert answer.status_code == 200, page
        assert page == "/rules" or strange(answer.text) == [], page
    usual = open_table()
    assert strange(phone(usual.code, usual.host_key).get(f"/t/{usual.code}").text), "what is looked for can be found"
    ledger = host.get(f"/t/{code}/ledger").text
    assert "Chris took the saboteur" in ledger
    assert "Katie takes a black seal" in ledger
    enter(tables, siegel, *[{**WON, "led": "red"}] * 14)
    snapshot = tables.get(code)
    assert snapshot.book.report().over
    assert ">Die sieben Siegel</text>" in host.get(f"/t/{code}/result.svg").text
    assert strange(host.get(f"/t/{code}").text) == strange(host.get(f"/t/{code}/scores").text) == []


def test_a_refusal_speaks_the_words_of_the_box(client: FlaskClient, siegel: Opened, tables: TableService) -> None:
    enter(tables, siegel, *PREDICTED)
    host = Program(client, siegel.code, siegel.host_key)
    refused = host.move({**WON, "won_with": "blue"})
    assert (refused.status_code, said(refused)["rule"]) == (422, "winning-color")
    assert "won by green or by red, not by blue" in said(refused)["reason"]
    assert said(refused)["instead"] == [{**WON, "won_with": "green"}, WON]
    malformed = host.move({**WON, "led": "orange"})
    assert (malformed.status_code, said(malformed)["rule"]) == (400, "malformed")
    assert said(malformed)["because"] == "The box holds no orange seal."


# The rulebook.


def test_a_table_s_rulebook_is_that_of_its_box(phone: PhoneMaker, siegel: Opened) -> None:
    page = phone().get(f"/t/{siegel.code}/rules").text
    assert "The saboteur pays nothing" in page
    assert "This table: Die sieben Siegel (usually Sluff Off!)" in text_of(page)
    assert "How many seals of each colour are in your box?" in page


def test_a_program_opens_a_table_of_that_box(client: FlaskClient) -> None:
    header = {"transcript": 1, "game": "sluff-off", "seats": SEATS, "options": {"edition": "wizard-extreme"}}
    answer = client.post("/api/tables", json=header)
    assert answer.status_code == 201
    table = said(client.get(answer.headers["Location"]))
    assert list(table["holdings"]["centre"]) == ["red", "yellow", "green", "blue", "purple", "white", "black"]
    for options in ({"edition": "zing"}, {"edition": "wizard-extreme", "supply": {"orange": 1}}, {"tie_break": "coin"}):
        wrong = client.post("/api/tables", json={**header, "options": options})
        assert (wrong.status_code, said(wrong)["key"]) == (400, [*options][-1])
