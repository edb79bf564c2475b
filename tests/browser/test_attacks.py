"""Names and words that mean harm, on every page and picture, as a browser reads them: text, and nothing else.

Tables of such names are played, held and corrected in the same words, each in a circle that is called so, too. What
each address answers is parsed by a browser and held against the answer for plain names: the same elements with the same
attributes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from markupsafe import escape
from playwright.sync_api import Browser, Page

from companion.games.transcript import read_header
from companion.referee.edits import Edit
from companion.service import membership
from companion.tables.answers import Opened, Played
from companion.tables.entry import Propose, PutOnHold, Setting, Settle
from tests import attacks, finished
from tests.browser.hands import opened, sit
from tests.conftest import Phone

if TYPE_CHECKING:
    from flask import Flask

    from tests.browser.conftest import Phone as BrowserPhone

SEATS, AROUND, STEPS = 12, 4, 12
PLAIN = tuple(f"{letter}nn" for letter in "ABCDEFGHIJKL")
WORST = tuple(f"{letter}'\"></title></p><attack-n>" for letter in "ABCDEFGHIJKL")
"""Names that break out of any tag and attribute that is not escaped."""
SAYS_NOTHING = {
    "/static/<version>/<path:name>", "/worker.js", "/companion.webmanifest", "/offline", "/healthz", "/readyz",
    "/metrics", "/api/openapi.json", "/j", "/k/<key>",
}  # fmt: skip
"""Addresses that show nothing that anybody has typed, or lead on to those that do."""
DATA = re.compile(r"^/api/|\.csv$|/transcript$|/live$")
"""What is no page: JSON, tables, and streams of what pages and the API answer."""
ASKED = {
    "/t/<code>/amend": "?entry=4",
    "/t/<code>/amend/preview": f"?edit={json.dumps(Edit(do='remove', entry='4').plain())}",
    "/t/<code>/rules": "?q={}", "/t/<code>/hold": "?reason={}&because={}", "/t/<code>/ruling": "?reason={}&points={}",
    "/t/<code>/may-i": "?ask={}", "/open/<slug>": "?rule-rounds={}&circle=CIRCLE",
}  # fmt: skip
"""What is asked of an address: what `{}` stands for comes from whoever made the link."""
VARIES = ("/seats", "/result.svg", "/t/<code>/rules")
"""These hold other elements for other names: a hint after a while, letters that no typeface has, what is looked up."""
HARMFUL = re.compile(r"<script|onerror|onload|ontoggle|onfocus|javascript:|attack-n")
SCRIPTS = tuple(name for name in attacks.names() if HARMFUL.search(name) and name.isprintable())[:SEATS]
READ = r"""pages => JSON.stringify(pages.map(([text, kind]) => {
  const shape = [], faults = []
  for (const one of new DOMParser().parseFromString(text, kind).querySelectorAll("*")) {
    const names = one.getAttributeNames().sort(), leads = one.getAttribute("href") ?? one.getAttribute("src") ?? ""
    shape.push(`${one.localName}[${names}]`)
    if (["attack-n", "parsererror"].includes(one.localName) || names.some(name => name.startsWith("on"))
      || /^\s*(javascript|data|vbscript):/i.test(leads) || one.localName === "script" && !leads.startsWith("/static/"))
      faults.push(one.outerHTML)
  }
  return { shape: shape.join(" "), faults }
}))"""


@dataclass(frozen=True)
class Laid:
    """Tables of these names and their circle, and the phone that is host of them all."""

    host: Phone
    names: tuple[str, ...]
    put: dict[str, str]
    in_play: tuple[str, ...]

    def addresses(self) -> Iterator[tuple[str, str]]:
        """Every address of the app for these tables, by the same address for all."""
        for rule in self.host.app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or rule.rule in SAYS_NOTHING or DATA.search(rule.rule):
                continue
            table = rule.rule.startswith(("/t/", "/j/"))
            asked = ASKED.get(rule.rule, "").replace("{}", quote(self.names[0])).replace("CIRCLE", self.put["CIRCLE"])
            for number, code in enumerate((self.put["TABLE"], *self.in_play) if table else (self.put["CIRCLE"],)):
                filled = rule.rule.replace("<code>", code).replace("<slug>", "fluff").replace("<which>", "1")
                filled = filled.replace("<int:person>", self.put["PERSON"]).replace("<entry>", "1")
                yield f"{number} {rule.rule}", filled + asked


def words_of(names: tuple[str, ...]) -> tuple[str, str, str]:
    """A reason, the name of a circle, the name of house rules, each as long as it may be: made of the names."""
    return " ".join(names)[:280].strip(), " ".join(names[::-1])[:60].strip(), " ".join(names[1:])[:40].strip()


def lay(app: Flask, names: tuple[str, ...]) -> Laid:
    """A game to its end, a dispute and its ruling, a correction that waits, another dispute; and games under way."""
    tables, (reason, circle_name, rules_name) = app.extensions["tables"], words_of(names)
    header, moves = finished.fluff(names)
    ring = tables.circles.open(circle_name, names[0])
    circle = tables.circles.find(ring.code)
    first = tables.open(read_header(header), keys_for_seats=True, label=names[0], circle=circle.id)
    told: list[Any] = [{**move, "reason": reason} if move["move"] == "ruling" else move for move in moves]
    for tap in (
        told[:1], [PutOnHold(act="hold", reason=reason)], [Settle(act="settle", hold=2, how="stands", reason=reason)],
        told[1:], [Setting(act="setting", two_people=True)],
        [Propose(act="propose", edits=[Edit(do="remove", entry="4")], reason=reason)],
        [PutOnHold(act="hold", reason=reason)],
    ):  # fmt: skip
        enter(app, first, tap)
    tables.circles.keep_preset(tables.circles.of_key(ring.host_key)[1], rules_name, "fluff", {})
    fours = zip(("sluff-off", "ui77", "popcorn"), range(0, SEATS, AROUND), strict=True)
    under_way = tuple(begin(app, game, names[start:][:AROUND]) for game, start in fours)
    host = Phone(app, first.code, first.host_key, (ring.code, ring.host_key))
    with host.client.session_transaction() as cookie:
        cookie["tables"] = [[one.code, one.host_key] for one in (first, *under_way)]
    put = {"TABLE": first.code, "CIRCLE": ring.code, "PERSON": str(tables.circles.people(circle.id)[0].id)}
    return Laid(host, names, put, tuple(one.code for one in under_way))


def enter(app: Flask, table: Opened, tap: list[Any]) -> None:
    """A tap of the host's that stands."""
    tables = app.extensions["tables"]
    host = membership.actor(tables, table.code, table.host_key)
    assert isinstance(tables.submit(table.code, tap, actor=host, seen=None, request=None), Played), tap


def begin(app: Flask, game: str, names: tuple[str, ...]) -> Opened:
    """A game of which a little is played, the same whatever the names are."""
    header, tables = (
        {"transcript": 1, "game": game, "seats": list(names), "dealer": names[-1]},
        app.extensions["tables"],
    )
    table: Opened = tables.open(read_header(header), keys_for_seats=True, label=names[0])
    for step in range(STEPS):
        book = tables.get(table.code).book
        legal = [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]
        enter(app, table, [legal[step * 5 % len(legal)]])
    return table


@pytest.fixture(scope="module")
def parser(browser: Browser) -> Iterator[Page]:
    """A page of a real browser, in which nothing is opened: it parses what it is given."""
    page = browser.new_page()
    yield page
    page.close()


def read(parser: Page, laid: Laid) -> dict[str, Any]:
    """What the browser reads at each address, and the status of each."""
    named = dict(laid.addresses())
    answers = {place: laid.host.get(address, follow_redirects=True) for place, address in named.items()}
    assert {answer.headers["X-Content-Type-Options"] for answer in answers.values()} == {"nosniff"}
    found = json.loads(parser.evaluate(READ, [[answer.text, answer.mimetype] for answer in answers.values()]))
    return {place: (answers[place].status_code, one) for place, one in zip(answers, found, strict=True)}


def test_a_name_is_text_wherever_it_stands(shared_app: Flask, parser: Page) -> None:
    plain = read(parser, lay(shared_app, PLAIN))
    assert {place: status for place, (status, _) in plain.items() if place[0] == "0" and status != 200} == {}
    laid = lay(shared_app, WORST)
    taken_home = laid.host.get(f"/t/{laid.put['TABLE']}/transcript").text
    assert json.loads(taken_home.partition("\n")[0])["seats"] == list(WORST)
    for place, (status, one) in read(parser, laid).items():
        assert (status, one["faults"]) == (plain[place][0], []), place
        assert one["shape"] == plain[place][1]["shape"] or place.endswith(VARIES), place


def test_every_name_that_means_harm_is_text_once_it_is_escaped(parser: Page) -> None:
    """So it is enough that a kind of them which breaks out of any tag goes through every page."""
    drawn = [[f'<p title="{escape(name)}">{escape(name)}</p>', "text/html"] for name in attacks.names()]
    for name, one in zip(attacks.names(), json.loads(parser.evaluate(READ, drawn)), strict=True):
        assert one == {"shape": "html[] head[] body[] p[title]", "faults": []}, name


def test_no_script_runs_on_a_page_that_is_opened(phone: BrowserPhone) -> None:
    page = phone(script="window.h = () => { window.harmed = true }")
    header, moves = finished.sluff_off((*SCRIPTS[:2], *WORST[:2]))
    table = opened(page, header, moves[: len(moves) * 2 // 3])
    sit(page, table.host)
    for place in ("", "/seats", "/ledger", "/board"):
        page.goto(f"/t/{table.code}{place}")
        page.locator("#table, main").first.wait_for()
        assert page.evaluate("window.harmed") is None, place
        assert page.locator("attack-n").count() == 0
