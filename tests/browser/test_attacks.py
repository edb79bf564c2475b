"""Names and words that mean harm, on every page, stream and picture, as a browser reads them: text, and nothing else.

Sixty tables of twelve names each, of which an everyday run draws a third, are played to their end, held and ruled on in
the same words, each in a circle that is called so, too. Each page of each is parsed by the browser and compared with
that of a table of plain names: the same elements with the same attributes. Some are opened as people do, so that
scripts would run.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from playwright.sync_api import Page

from companion.config import Settings
from companion.games.transcript import read_header
from companion.referee.edits import Edit
from companion.service.service import TableService, make_service
from companion.storage.database import connect
from companion.storage.migrate import upgrade
from companion.tables.acts import Propose, PutOnHold, Setting, Settle
from companion.tables.answers import Opened, Played
from tests import attacks, finished
from tests.browser.conftest import Phone, Server
from tests.often import SHARE, drawn, often

SEATS = 12
ALIKE = tuple(f"{letter}nn" for letter in "ABCDEFGHIJKL")
PAGES = (
    "/t/{}", "/t/{}/part", "/t/{}/seats", "/t/{}/scores", "/t/{}/ledger", "/t/{}/referee", "/t/{}/board", "/t/{}/may-i",
    "/t/{}/amend?entry=1", "/t/{}/amend/proposal", "/t/{}/hold/ruling", "/t/{}/phones", "/j/{}", "/t/{}/result.svg",
    "/t/{}/result", "/t/{}/players", "/t/{}/rules", "/t/{}/set-up", "/t/{}/circle",
    "/t/{}/act", "/t/{}/board/part", "/t/{}/delete", "/t/{}/hold?entry=1", "/t/{}/may-i/at/1", "/t/{}/refused",
    "/t/{}/ruling",
)  # fmt: skip
CIRCLES = (
    "/c/{}", "/c/{}/statistics", "/c/{}/evenings/1", "/c/{}/games", "/c/{}/phones", "/c/{}/delete", "/c/{}/join",
)  # fmt: skip
STREAMS = ("/t/{}/live", "/t/{}/board/live")
UNDER_WAY = ("sluff-off", "ui77", "popcorn")
AROUND, STEPS = 4, 12
IN_PLAY = (
    "/t/{}", "/t/{}/part", "/t/{}/seats", "/t/{}/scores", "/t/{}/ledger", "/t/{}/referee", "/t/{}/board", "/t/{}/act",
    "/t/{}/players", "/t/{}/ruling", "/t/{}/amend?entry=1", "/t/{}/may-i",
)  # fmt: skip
COUNTED = ("/t/{}/tokens", "/t/{}/tokens/two?two=1")
ECHOED = (
    "/j?code={}",
    "/rules/fluff?q={}",
    "/t/CODE/rules?q={}",
    "/t/CODE/act?said={}&play={}",
    "/t/CODE/may-i?ask={}",
)
READ = """async ([addresses, streams]) => {
  const shapeOf = (text, kind) => {
    const read = new DOMParser().parseFromString(text, kind)
    const shape = [], faults = []
    for (const one of read.querySelectorAll("*")) {
      const names = one.getAttributeNames().sort()
      shape.push(`${one.localName}[${names}]`)
      if (one.localName === "attack-n" || one.localName === "parsererror") faults.push(one.localName)
      if (names.some(name => name.startsWith("on"))) faults.push(one.outerHTML)
      const leads = one.getAttribute("href") ?? one.getAttribute("src") ?? ""
      if (/^\\s*(javascript|data|vbscript):/i.test(leads)) faults.push(one.outerHTML)
      if (one.localName === "script" && !one.getAttribute("src")?.startsWith("/static/")) faults.push(one.outerHTML)
    }
    return { shape, faults, said: read.documentElement.textContent }
  }
  const answers = await Promise.all(addresses.map(async address => {
    const answer = await fetch(address)
    const kind = address.endsWith(".svg") ? "image/svg+xml" : "text/html"
    return [address, { status: answer.status, ...shapeOf(await answer.text(), kind) }]
  }))
  const heard = await Promise.all(streams.map(async address => {
    const giveUp = new AbortController(), answer = await fetch(address, { signal: giveUp.signal })
    const reader = answer.body.getReader(), decoder = new TextDecoder()
    let text = ""
    while (!/event: table[^]*?\\n\\n/.test(text)) text += decoder.decode((await reader.read()).value, { stream: true })
    giveUp.abort()
    const [whole] = /event: table[^]*?\\n\\n/.exec(text)
    const events = [...whole.matchAll(/^(event|id|retry):.*$/gm)].map(found => found[0].replace(/id: .*/, "id"))
    const html = whole.split("\\n").filter(line => line.startsWith("data: ")).map(line => line.slice(6)).join("\\n")
    return [address, { status: answer.status, events, ...shapeOf(html, "text/html") }]
  }))
  return Object.fromEntries([...answers, ...heard])
}"""


@dataclass(frozen=True)
class InPlay:
    """A table in the middle of a game."""

    game: str
    opened: Opened


@dataclass(frozen=True)
class Laid:
    """A table with its names, and its circle: the host's key, and the number of the person who came first."""

    opened: Opened
    names: tuple[str, ...]
    circle: str
    key: str
    person: int
    in_play: tuple[InPlay, ...]

    def addresses(self) -> list[str]:
        """Its pages, and its circle's."""
        person = f"/c/{self.circle}/people/{self.person}"
        of_circle = [one.format(self.circle) for one in CIRCLES]
        return [*(one.format(self.opened.code) for one in PAGES), *of_circle, person, f"{person}/forget"]


def play(tables: TableService, names: tuple[str, ...]) -> Laid:
    """A game to its end, a dispute and its ruling, a correction that waits, another dispute: all in these words."""
    words = " ".join(names)[:280].strip()
    header, moves = finished.fluff(names)
    ring = tables.circles.open(words[:60].strip(), names[0])
    circle = tables.circles.find(ring.code)
    opened = tables.open(read_header(header), keys_for_seats=True, label=names[0], circle=circle.id)
    host = tables.membership.actor(opened.code, opened.host_key)
    assert host is not None
    told: list[object] = [{**move, "reason": words} if move["move"] == "ruling" else move for move in moves]
    first, rest = told[:1], told[1:]
    for tap in (
        first, [PutOnHold(act="hold", reason=words)], [Settle(act="settle", hold=2, how="stands", reason=words)], rest,
        [Setting(act="setting", two_people=True)],
        [Propose(act="propose", edits=[Edit(do="remove", entry="4")], reason=words)],
        [PutOnHold(act="hold", reason=words)],
    ):  # fmt: skip
        answer = tables.submit(opened.code, tap, actor=host, seen=None, request=None)
        assert isinstance(answer, Played), (names, answer)
    member = tables.circles.member(circle, ring.host_key)
    assert member is not None
    tables.circles.keep_preset(member, words[:40].strip(), "fluff", {})
    fours = zip(UNDER_WAY, range(0, SEATS, AROUND), strict=True)
    in_play = tuple(begin(tables, game, names[start:][:AROUND]) for game, start in fours)
    return Laid(opened, names, ring.code, ring.host_key, tables.circles.people(circle)[0].id, in_play)


def begin(tables: TableService, game: str, names: tuple[str, ...]) -> InPlay:
    """A game of which so much is played, the same whatever the names are."""
    header = {"transcript": 1, "game": game, "seats": list(names), "dealer": names[-1]}
    opened = tables.open(read_header(header), keys_for_seats=True, label=names[0])
    host = tables.membership.actor(opened.code, opened.host_key)
    assert host is not None
    for step in range(STEPS):
        book = tables.find(opened.code).book
        legal = [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]
        answer = tables.submit(opened.code, [legal[step * 5 % len(legal)]], actor=host, seen=None, request=None)
        assert isinstance(answer, Played), (names, answer)
    return InPlay(game, opened)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Laid, list[Laid]]]:
    """A server with a table of plain names, and all the others."""
    instance = tmp_path_factory.mktemp("attacks") / "instance"
    url = f"sqlite:///{instance}/companion.sqlite3"
    upgrade(url)
    tables = make_service(connect(url))
    every = attacks.names()
    many = len(every) // SEATS
    laid = [play(tables, every[start::many][:SEATS]) for start in drawn(range(many), SHARE, "names that mean harm")]
    alike = play(tables, ALIKE)
    tables.close()
    server = Server(instance)
    server.start()
    yield server, alike, laid
    server.kill()


def pages_of(page: Page, server: Server, table: Laid) -> dict[str, Any]:
    """What the browser reads at each address, by the address without the table's code."""
    sit_down(page, server, table)
    code, streams = table.opened.code, [one.format(table.opened.code) for one in STREAMS]
    found: dict[str, Any] = page.evaluate(READ, [table.addresses(), streams])
    names = {code: "CODE", table.circle: "CIRCLE", f"people/{table.person}": "people/1"}
    told = dict[str, Any]()
    for address, read in found.items():
        for mine, everybodys in names.items():
            address = address.replace(mine, everybodys)
        told[address] = read
    return told


def sit_down(page: Page, server: Server, table: Laid) -> None:
    """Let this phone be the host of the tables and of the circle, by a cookie that the server would sign so."""
    app = Flask("cookies")
    app.secret_key = Settings.from_environment({"COMPANION_INSTANCE": str(server.instance)}).secret_key()
    signer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert signer is not None
    own = [[one.code, one.host_key] for one in (table.opened, *(game.opened for game in table.in_play))]
    value = str(signer.dumps({"circles": [[table.circle, table.key]], "tables": own}))
    page.context.add_cookies([{"name": "companion", "value": value, "url": page.url}])


@pytest.fixture
def server(evening: tuple[Server, Laid, list[Laid]]) -> Server:
    """The phones come to this one."""
    return evening[0]


@pytest.fixture
def browser_page(phone: Phone, server: Server) -> Page:
    page = phone(script="window.h = () => { window.harmed = true }")
    page.goto("/")
    return page


def test_a_name_is_text_wherever_it_stands(browser_page: Page, evening: tuple[Server, Laid, list[Laid]]) -> None:
    server, alike, laid = evening
    assert sum(len(table.names) for table in laid) >= often(500)
    plain = pages_of(browser_page, server, alike)
    assert {read["status"] for read in plain.values()} == {200}
    for table in laid:
        there = pages_of(browser_page, server, table)
        if shapes(there) != shapes(plain):  # where nobody comes for a while, hosts are told what may be in the way
            plain, there = pages_of(browser_page, server, alike), pages_of(browser_page, server, table)
        for address, read in there.items():
            assert not read["faults"], (address, table.names)
            assert read["status"] == 200, (address, table.names)
            assert read.get("events") == plain[address].get("events"), (address, table.names)
            if address.endswith(".svg"):  # letters are drawn, or written where the typeface has none
                assert kinds(read) <= kinds(plain[address]) | {"text"}, table.names
            else:
                assert read["shape"] == plain[address]["shape"], (address, table.names)


def test_a_name_is_text_in_the_middle_of_a_game(browser_page: Page, evening: tuple[Server, Laid, list[Laid]]) -> None:
    server, alike, laid = evening
    plain = in_play(browser_page, server, alike)
    assert [address for address, read in plain.items() if read["status"] != 200] == []
    for table in laid:
        there = in_play(browser_page, server, table)
        if shapes(there) != shapes(plain):  # as above: hosts are told what may be in the way
            plain, there = in_play(browser_page, server, alike), in_play(browser_page, server, table)
        for address, read in there.items():
            assert not read["faults"], (address, table.names)
            assert read["status"] == 200, (address, table.names)
            assert read["shape"] == plain[address]["shape"], (address, table.names)


def in_play(page: Page, server: Server, table: Laid) -> dict[str, Any]:
    """What the browser reads at each address of the tables in the middle of a game, by the game and the address."""
    sit_down(page, server, table)
    told = dict[str, Any]()
    for game in table.in_play:
        code, counts = game.opened.code, game.game == "sluff-off"
        pages = [one.format(code) for one in (*IN_PLAY, *(COUNTED if counts else ()))]
        streams = [one.format(code) for one in STREAMS]
        for address, read in page.evaluate(READ, [pages, streams]).items():
            told[f"{game.game} {address.replace(code, 'CODE')}"] = read
    return told


def shapes(pages: dict[str, Any]) -> dict[str, list[str]]:
    """The elements of each page that is no picture."""
    return {address: read["shape"] for address, read in pages.items() if not address.endswith(".svg")}


def kinds(read: dict[str, Any]) -> set[str]:
    """The kinds of elements on a page."""
    return {one.partition("[")[0] for one in read["shape"]}


def test_what_an_address_says_is_text_too(browser_page: Page, evening: tuple[Server, Laid, list[Laid]]) -> None:
    _, alike, laid = evening
    every = [name for table in laid for name in table.names]
    code = alike.opened.code
    for start in range(0, len(every), 24):
        asked = [
            one.replace("CODE", code).replace("{}", name)
            for name in browser_page.evaluate("all => all.map(encodeURIComponent)", every[start : start + 24])
            for one in ECHOED[start // 24 % len(ECHOED) :][:1]
        ]
        for address, read in browser_page.evaluate(READ, [asked, []]).items():
            assert not read["faults"], address
            assert read["status"] < 500, address


def test_no_script_runs_on_a_page_that_is_opened(
    browser_page: Page, evening: tuple[Server, Laid, list[Laid]], out: Path
) -> None:
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


def test_what_is_taken_home_is_read_back_to_the_letter(
    browser_page: Page, evening: tuple[Server, Laid, list[Laid]]
) -> None:
    """A transcript is JSON lines: nothing in it is a formula, a header or a line of its own."""
    _, _, laid = evening
    for table in laid:
        for address in (f"/t/{table.opened.code}/transcript", f"/api/tables/{table.opened.code}/transcript"):
            answer = browser_page.request.get(address)
            first, *moves = answer.text().split("\n")
            assert tuple(json.loads(first)["seats"]) == table.names
            assert len([json.loads(move) for move in moves if move]) > SEATS - 2
            assert answer.headers["content-type"].partition(";")[0] in ("application/jsonl", "application/x-ndjson")
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert not set(answer.headers.get("content-disposition", "")) & set("<>'%\\\r\n")
        told = browser_page.request.get(f"/api/tables/{table.opened.code}").json()
        assert told["winners"] == [table.names[0]]


def test_no_cell_of_a_spreadsheet_is_a_formula(browser_page: Page, evening: tuple[Server, Laid, list[Laid]]) -> None:
    server, _, laid = evening
    for table in laid:
        sit_down(browser_page, server, table)
        circle = f"/c/{table.circle}"
        for address in (f"{circle}/games.csv", f"{circle}/evenings/1.csv", f"/t/{table.opened.code}/result.csv"):
            answer = browser_page.request.get(address)
            assert (answer.status, answer.headers["content-type"].partition(";")[0]) == (200, "text/csv")
            rows = list(csv.reader(io.StringIO(answer.text().removeprefix("\ufeff"), newline="")))
            assert len(rows) > 1, address
            for cell in (one for row in rows for one in row):
                assert cell.lstrip()[:1] not in tuple("=+-@|") or cell.lstrip("-").isdecimal(), (address, cell)
