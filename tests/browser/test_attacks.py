"""Names and words that mean harm, on every page, stream and picture, as a browser reads them: text, and nothing else.

Sixty tables of twelve names each, of which an everyday run draws eight, and one of names that break out of any tag, are
played to their end, held and ruled on in the same words, each in a circle that is called so, too. Each page of each
is parsed by the browser and compared with that of a table of plain names: the same elements with the same attributes.
What few look at, and what programs are told, is read at five of them. Some are opened as people do, so that scripts
would run.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page

from companion.config import Settings
from companion.service.service import build_service
from companion.storage.database import connect
from companion.storage.migrate import upgrade
from tests import attacks
from tests.browser.attacked import (
    ALIKE,
    CIRCLES,
    COUNTED,
    ECHOED,
    IN_PLAY,
    OF_A_PERSON,
    PAGES,
    READ,
    SEATS,
    SELDOM,
    SHEETS,
    STREAMS,
    TAKEN_HOME,
    TOLD,
    TOLD_ON,
    WORST,
    Laid,
    Read,
    evaluated,
    finished_game,
    in_play,
    kinds,
    lay,
    seldom,
    shapes,
    sit_down,
    strings,
)  # fmt: skip
from tests.browser.conftest import Phone, Server
from tests.browser.ways_in import is_way_in
from tests.often import ALL, drawn

Evening = tuple[Server, Laid, list[Laid]]
EVERY, EVERYDAY, PROMISED = 8, 90, 500
"""Of so many tables an everyday run draws one; how many names there are then, and where all are drawn."""
SAYS_NOTHING = {
    "/static/<version>/<path:name>": "the program's files",
    "/worker.js": "the program's file",
    "/companion.webmanifest": "the program's name and icons",
    "/offline": "a page of fixed sentences",
    "/healthz": "fixed words",
    "/readyz": "fixed words",
    "/metrics": "numbers, by games' and kinds' names",
    "/api/openapi.json": "made of the models",
    "/canonical.html": "what phones ask of a hotspot: fixed, as all these",
    "/connecttest.txt": "a hotspot's",
    "/gen_204": "a hotspot's",
    "/generate_204": "a hotspot's",
    "/hotspot-detect.html": "a hotspot's",
    "/library/test/success.html": "a hotspot's",
    "/ncsi.txt": "a hotspot's",
    "/success.txt": "a hotspot's",
}
"""Addresses that show no text that anybody has typed, and why."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A server with a table of plain names, and all the others."""
    instance = tmp_path_factory.mktemp("attacks") / "instance"
    url = f"sqlite:///{instance}/companion.sqlite3"
    upgrade(url)
    tables = build_service(connect(url))
    every = attacks.names()
    many = len(every) // SEATS
    some = (every[start::many][:SEATS] for start in drawn(range(many), EVERY, "names that mean harm"))
    alike, *laid = (lay(tables, names) for names in (ALIKE, WORST, *some))
    tables.close()
    server = Server(instance)
    server.start()
    yield server, alike, laid
    server.kill()


@pytest.fixture
def server(evening: Evening) -> Server:
    """The phones come to this one."""
    return evening[0]


@pytest.fixture
def browser_page(phone: Phone, server: Server) -> Page:
    page = phone(script="window.h = () => { window.harmed = true }")
    page.goto("/")
    return page


def few(laid: list[Laid]) -> list[Laid]:
    """The worst of the tables, and four others."""
    return [laid[0], *laid[1 :: -(-len(laid) // 4)]]


def held_against_plain(page: Page, evening: Evening, read: Callable[..., Read], tables: list[Laid]) -> Read:
    """Read these tables' addresses, and hold them against those of the plain names, which are returned."""
    server, alike, _ = evening
    plain = read(page, server, alike)
    assert [address for address, one in plain.items() if one["status"] != 200 or one["faults"]] == []
    fields = {(address.rpartition(" ")[2], *field) for address, one in plain.items() for field in one.get("fields", ())}
    assert [field for field in fields if not is_way_in(*field)] == []
    for table in tables:
        there = read(page, server, table)
        if shapes(there) != shapes(plain):  # where nobody comes for a while, hosts are told what may be in the way
            plain, there = read(page, server, alike), read(page, server, table)
        assert there.keys() == plain.keys()
        for address, one in there.items():
            assert not one["faults"], (address, table.names)
            assert one["status"] == 200, (address, table.names)
            assert one.get("events") == plain[address].get("events"), (address, table.names)
            if address.endswith(".svg"):  # letters are drawn, or written where the typeface has none
                assert kinds(one) <= kinds(plain[address]) | {"text"}, table.names
            else:
                assert one["shape"] == plain[address]["shape"], (address, table.names)
            if "told" in one:
                said = sorted(map(table.calls, strings(plain[address]["told"])))
                assert sorted(strings(one["told"])) == said, (address, table.names)
    return plain


def test_a_name_is_text_wherever_it_stands(browser_page: Page, evening: Evening) -> None:
    assert sum(len(table.names) for table in evening[2]) >= (PROMISED if ALL else EVERYDAY)
    held_against_plain(browser_page, evening, finished_game, evening[2])


def test_a_name_is_text_in_the_middle_of_a_game(browser_page: Page, evening: Evening) -> None:
    worst, *others = evening[2]
    held_against_plain(browser_page, evening, in_play, [worst, *drawn(others, 2, "in the middle of a game")])


def test_a_name_is_text_where_few_look_and_to_the_letter_for_programs(browser_page: Page, evening: Evening) -> None:
    plain = held_against_plain(browser_page, evening, seldom, few(evening[2]))
    told = {name for read in plain.values() for name in ALIKE if name in strings(read.get("told", {}))}
    assert told == {*ALIKE}


@pytest.mark.own_app
def test_no_address_is_left_out(make_app: Callable[[Settings], Flask], settings: Settings) -> None:
    """Each that is asked for by GET is read here, or says nothing that anybody typed."""
    app = make_app(settings.model_copy(update={"hotspot": True}))
    every = {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    streams = (one[0] for one in (*STREAMS, *TOLD_ON))
    read = {*PAGES, *CIRCLES, *OF_A_PERSON, *IN_PLAY, *COUNTED, *SELDOM, *TOLD, *streams, *TAKEN_HOME, *SHEETS, *ECHOED}
    places = app.url_map.bind("localhost")
    met: set[str] = set()
    for address in read:
        rule, _ = places.match(re.sub(r"{\w*}", "1", address.partition("?")[0]), return_rule=True)
        met.add(rule.rule)
    assert every - met == SAYS_NOTHING.keys()


def test_what_says_nothing_says_no_name(browser_page: Page, evening: Evening) -> None:
    server, _, laid = evening
    sit_down(browser_page, server, laid[0])
    for address in SAYS_NOTHING:
        text = browser_page.request.get(address.replace("<version>/<path:name>", "0/js/local_times.js")).text()
        assert [name for name in laid[0].names if len(name) > 8 and name in text] == [], address


def test_what_an_address_says_is_text_too(browser_page: Page, evening: Evening) -> None:
    _, alike, laid = evening
    every = [name for table in laid for name in table.names]
    code = alike.opened.code
    for start in range(0, len(every), 24):
        asked = [
            one.replace("CODE", code).replace("{}", name)
            for name in browser_page.evaluate("all => all.map(encodeURIComponent)", every[start : start + 24])
            for one in ECHOED[start // 24 % len(ECHOED) :][:1]
        ]
        for address, read in evaluated(browser_page, READ, [asked, [], None]).items():
            assert not read["faults"], address
            assert read["status"] < 500, address


def test_no_script_runs_on_a_page_that_is_opened(browser_page: Page, evening: Evening, out: Path) -> None:
    """Whatever breaks the rules for scripts is told on the console, and fails the test, too."""
    _, _, laid = evening
    for number, table in enumerate(laid[:: len(laid) // 5]):
        browser_page.goto(f"/k/{table.opened.host_key}")
        browser_page.get_by_role("button").first.click()
        for address in ("/t/{}", "/t/{}/seats", "/t/{}/ledger", "/t/{}/board"):
            browser_page.goto(address.format(table.opened.code))
            assert browser_page.evaluate("window.harmed") is None, table.names
            assert browser_page.locator("attack-n").count() == 0
        browser_page.goto(f"/t/{table.opened.code}")
        browser_page.screenshot(path=out / f"attacks-{number}.png")


def test_what_is_taken_home_is_read_back_to_the_letter(browser_page: Page, evening: Evening) -> None:
    """A transcript is JSON lines: nothing in it is a formula, a header or a line of its own."""
    _, _, laid = evening
    for table in laid:
        for address in TAKEN_HOME:
            answer = browser_page.request.get(address.format(table.opened.code))
            first, *moves = answer.text().split("\n")
            assert tuple(json.loads(first)["seats"]) == table.names
            assert len([json.loads(move) for move in moves if move]) > SEATS - 2
            assert answer.headers["content-type"].partition(";")[0] in ("application/jsonl", "application/x-ndjson")
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert not set(answer.headers.get("content-disposition", "")) & set("<>'%\\\r\n")
        told = browser_page.request.get(f"/api/tables/{table.opened.code}").json()
        assert told["winners"] == [table.names[0]]


def test_no_cell_of_a_spreadsheet_is_a_formula(browser_page: Page, evening: Evening) -> None:
    server, _, laid = evening
    for table in laid:
        sit_down(browser_page, server, table)
        for address in SHEETS:
            answer = browser_page.request.get(address.format(**table.put))
            assert (answer.status, answer.headers["content-type"].partition(";")[0]) == (200, "text/csv")
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert not set(answer.headers.get("content-disposition", "")) & set("<>'%\\\r\n")
            rows = list(csv.reader(io.StringIO(answer.text().removeprefix("\ufeff"), newline="")))
            assert len(rows) > 1, address
            for cell in (one for row in rows for one in row):
                assert cell.lstrip()[:1] not in tuple("=+-@|") or cell.lstrip("-").isdecimal(), (address, cell)
