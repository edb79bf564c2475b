"""Tables of names that mean harm, their circles and their games; and how a browser reads what it is told of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from playwright.sync_api import Page

from companion.config import Settings
from companion.games.transcript import read_header
from companion.live.bus import UNKNOWN
from companion.referee.edits import Edit
from companion.service.service import TableService
from companion.tables.answers import Opened, Played
from companion.tables.entry import Entry, Propose, PutOnHold, Setting, Settle, stored
from tests import finished
from tests.browser.conftest import Server

SEATS = 12
ALIKE = tuple(f"{letter}nn" for letter in "ABCDEFGHIJKL")
WORST = tuple(f"{letter}'\"></title></p><attack-n>" for letter in "ABCDEFGHIJKL")
"""Names that break out of any tag and attribute that is not escaped."""
UNDER_WAY = ("sluff-off", "ui77", "popcorn")
AROUND, STEPS = 4, 12
PAGES = (
    "/t/{}", "/t/{}/part", "/t/{}/seats", "/t/{}/scores", "/t/{}/ledger", "/t/{}/referee", "/t/{}/board", "/t/{}/may-i",
    "/t/{}/amend?entry=1", "/t/{}/amend/proposal", "/t/{}/hold/ruling", "/t/{}/phones", "/j/{}", "/t/{}/result.svg",
    "/t/{}/result", "/t/{}/players", "/t/{}/rules", "/t/{}/set-up", "/t/{}/circle",
    "/t/{}/act", "/t/{}/board/part", "/t/{}/delete", "/t/{}/hold?entry=1", "/t/{}/may-i/at/1", "/t/{}/ruling",
)  # fmt: skip
CIRCLES = (
    "/c/{}", "/c/{}/statistics", "/c/{}/evenings/1", "/c/{}/games", "/c/{}/phones", "/c/{}/delete", "/c/{}/join",
)  # fmt: skip
OF_A_PERSON = ("/c/{}/people/{}", "/c/{}/people/{}/forget")
TABLE = "table", "table"
STREAMS = (("/t/{}/live", *TABLE), ("/t/{}/board/live", *TABLE))
"""Each with the kind of event that shows something, and the kind after which nothing more is awaited."""
IN_PLAY = (
    "/t/{}", "/t/{}/part", "/t/{}/seats", "/t/{}/scores", "/t/{}/ledger", "/t/{}/referee", "/t/{}/board", "/t/{}/act",
    "/t/{}/players", "/t/{}/ruling", "/t/{}/amend?entry=1", "/t/{}/may-i",
)  # fmt: skip
COUNTED = ("/t/{}/tokens",)
SELDOM = (
    "/", "/circle/new", "/open/fluff?like={code}", "/open/file?circle={circle}", "/open/fluff?circle={circle}",
    "/c/{circle}?shown=x", "/c/{circle}/evenings/{code}", "/j/{code}?again=1", "/k/{link}",
    "/t/{code}/amend/preview?edit=%7B%22do%22:%22remove%22,%22entry%22:%224%22%7D",
    "/t/{play}/tokens?compare=1&c0-1=4&c4-1=0", "/t/{refused}",
    "/t/{refused}/ledger", "/t/{refused}/board", "/rules/fluff",
)  # fmt: skip
"""Read at a few tables: what others show, too, or what shows little. `play` is in the middle of a game, `refused` holds
an entry that the rules would refuse."""
TOLD = (
    "/api/tables/{code}", "/api/tables/{play}", "/api/tables/{refused}",
)  # fmt: skip
TOLD_ON = (
    ("/api/tables/{code}/live", *TABLE),
    ("/api/tables/{play}/live", *TABLE), ("/api/tables/{refused}/live", *TABLE),
)  # fmt: skip
TAKEN_HOME = ("/t/{}/transcript", "/api/tables/{}/transcript")
SHEETS = ("/c/{circle}/games.csv", "/c/{circle}/evenings/1.csv", "/t/{code}/result.csv")
OWN = ("file", "code", "url", "table", "begun", "ended", "at", "initial")
"""What is another at each table, by its key in what a program is told."""
ECHOED = (
    "/j?code={}",
    "/rules/fluff?q={}",
    "/t/CODE/rules?q={}",
    "/t/CODE/act?said={}&play={}",
    "/t/CODE/may-i?ask={}",
    "/t/CODE/hold?reason={}&because={}",
    "/t/CODE/ruling?reason={}&points={}",
    "/open/sluff-off?rule-rounds={}&box={}",
)
PARSE = r"""
  const shapeOf = (text, kind) => {
    const read = new DOMParser().parseFromString(text, kind)
    const shape = [], faults = [], fields = []
    for (const one of read.querySelectorAll("*")) {
      const names = one.getAttributeNames().sort()
      shape.push(`${one.localName}[${names}]`)
      if (one.localName === "attack-n" || one.localName === "parsererror") faults.push(one.localName)
      if (names.some(name => name.startsWith("on"))) faults.push(one.outerHTML)
      const leads = one.getAttribute("href") ?? one.getAttribute("src") ?? ""
      if (/^\s*(javascript|data|vbscript):/i.test(leads)) faults.push(one.outerHTML)
      if (one.localName === "script" && !one.getAttribute("src")?.startsWith("/static/")) faults.push(one.outerHTML)
      const written = one.matches("textarea, input") && !/^(hidden|radio|checkbox|submit|button)$/.test(one.type)
      if (written && one.name) fields.push([one.form.method, one.form.getAttribute("action"), one.name])
    }
    return { shape: shape.join(" "), faults, fields }
  }
"""
READ = (
    "async ([addresses, streams, key]) => {"
    + PARSE
    + r"""
  const asked = { headers: key ? { Authorization: `Bearer ${key}` } : {} }
  const kindOf = (answer, wanted) => {
    const kind = answer.headers.get("Content-Type").split(";")[0], safe = answer.headers.get("X-Content-Type-Options")
    return kind === wanted && safe === "nosniff" ? [] : [`${kind} ${safe}`]
  }
  const answers = await Promise.all(addresses.map(async address => {
    const answer = await fetch(address, asked), text = await answer.text(), program = address.startsWith("/api/")
    const kind = program ? "application/json" : address.endsWith(".svg") ? "image/svg+xml" : "text/html"
    const read = program ? { faults: [], shape: "", told: JSON.parse(text) } : shapeOf(text, kind)
    return [address, { status: answer.status, ...read, faults: [...read.faults, ...kindOf(answer, kind)] }]
  }))
  const heard = await Promise.all(streams.map(async ([address, shown, last]) => {
    const giveUp = new AbortController(), answer = await fetch(address, { ...asked, signal: giveUp.signal })
    const reader = answer.body.getReader(), decoder = new TextDecoder()
    let text = "", events = []
    while (!events.some(event => event.kind === last)) {  // as the standard has a browser take a stream apart
      const { value, done } = await reader.read()
      if (done) throw new Error(`${address} has ended: ${text}`)
      text += decoder.decode(value, { stream: true })
      events = text.replace(/\r\n?/g, "\n").split("\n\n").slice(0, -1).map(event => {
        const lines = event.split("\n").map(line => /^([^:]*):? ?([^]*)$/.exec(line).slice(1))
        const all = name => lines.filter(line => line[0] === name).map(line => line[1])
        return { kind: all("event").join(), names: lines.map(line => line[0]), data: all("data") }
      })
    }
    giveUp.abort()
    const kinds = new Set(events.map(event => event.kind)), found = events.filter(event => event.kind === shown)
    for (const one of ["progress", "beat"]) kinds.delete(one)  // of which there are as many as it takes time
    const [one] = found, program = address.startsWith("/api/"), lines = program ? one.names : [...new Set(one.names)]
    const drawn = events.map(event => shapeOf(program ? "" : event.data.join("\n"), "text/html"))
    const read = program ? { faults: [], shape: "", told: JSON.parse(one.data[0]) } : drawn[events.indexOf(one)]
    const faults = [...drawn.flatMap(read => read.faults), ...kindOf(answer, "text/event-stream")]
    return [address, { status: answer.status, ...read, events: [[...kinds], lines, found.length], faults }]
  }))
  return JSON.stringify(Object.fromEntries([...answers, ...heard]))
}"""
)
FOUND = (
    "pages => {"
    + PARSE
    + r"""
  const letters = text => text.replace(/[\p{C}\ufffd\s]/gu, "")
  return JSON.stringify(pages.map(([text, wanted]) => {
    const read = new DOMParser().parseFromString(text, "text/html"), said = [read.documentElement.textContent]
    for (const one of read.querySelectorAll("*")) for (const { value } of one.attributes) said.push(value)
    const start = letters(wanted).slice(0, 10)
    return { ...shapeOf(text, "text/html"), shows: said.some(one => letters(one).includes(start)) }
  }))
}"""
)
"""Of pages, each with its text: what `READ` tells of a page, and whether it `shows` the text, cut perhaps."""


def evaluated(page: Page, script: str, of: list[Any]) -> Any:
    """What `READ` or `FOUND` tells. It comes as one text, for Playwright looks at each value by itself."""
    return json.loads(page.evaluate(script, of))


@dataclass(frozen=True)
class InPlay:
    """A table in the middle of a game."""

    game: str
    opened: Opened


@dataclass(frozen=True)
class Laid:
    """A table with its names, and its circle: the host's key, and the number of the person who came first.

    `in_play` are tables in the middle of a game, `refused` is one with an entry that the rules would refuse.
    """

    opened: Opened
    names: tuple[str, ...]
    circle: str
    key: str
    person: int
    in_play: tuple[InPlay, ...]
    refused: Opened

    @property
    def put(self) -> dict[str, str]:
        """What stands for what in addresses."""
        play, link = self.in_play[0].opened.code, self.opened.seat_keys[self.names[1]]
        return {
            "code": self.opened.code,
            "circle": self.circle,
            "play": play,
            "refused": self.refused.code,
            "link": link,
        }

    def calls(self, text: str) -> str:
        """What is said here where the table of plain names has this text."""
        called = dict(zip((*ALIKE, *words_of(ALIKE)), (*self.names, *words_of(self.names)), strict=True))
        return called.get(text) or re.sub("|".join(ALIKE), lambda found: called[found[0]], text)

    def addresses(self) -> list[str]:
        """Its pages, and its circle's."""
        of_circle = [one.format(self.circle) for one in CIRCLES]
        of_person = [one.format(self.circle, self.person) for one in OF_A_PERSON]
        return [*(one.format(self.opened.code) for one in PAGES), *of_circle, *of_person]


def words_of(names: tuple[str, ...]) -> tuple[str, str, str]:
    """A reason, the name of a circle, the name of house rules, each as long as it may be: made of the names."""
    return " ".join(names)[:280].strip(), " ".join(names[::-1])[:60].strip(), " ".join(names[1:])[:40].strip()


def lay(tables: TableService, names: tuple[str, ...]) -> Laid:
    """A game to its end, a dispute and its ruling, a correction that waits, another dispute: all in these words."""
    words, circle_name, rules_name = words_of(names)
    header, moves = finished.fluff(names)
    ring = tables.circles.open(circle_name, names[0])
    circle = tables.circles.find(ring.code)
    opened = tables.open(read_header(header), keys_for_seats=True, label=names[0], circle=circle.id)
    told: list[object] = [{**move, "reason": words} if move["move"] == "ruling" else move for move in moves]
    first, rest = told[:1], told[1:]
    for tap in (
        first, [PutOnHold(act="hold", reason=words)], [Settle(act="settle", hold=2, how="stands", reason=words)], rest,
        [Setting(act="setting", two_people=True)],
        [Propose(act="propose", edits=[Edit(do="remove", entry="4")], reason=words)],
        [PutOnHold(act="hold", reason=words)],
    ):  # fmt: skip
        enter(tables, opened, tap)
    found = tables.circles.of_key(ring.host_key)
    assert found is not None
    tables.circles.keep_preset(found[1], rules_name, "fluff", {})
    fours = zip(UNDER_WAY, range(0, SEATS, AROUND), strict=True)
    in_play = tuple(begin(tables, game, names[start:][:AROUND]) for game, start in fours)
    person = tables.circles.people(circle.id)[0].id
    return Laid(opened, names, ring.code, ring.host_key, person, in_play, with_refused(tables, names[-AROUND:]))


def enter(tables: TableService, opened: Opened, tap: list[object] | list[Any]) -> None:
    """A tap of the host's that stands."""
    host = tables.membership.actor(opened.code, opened.host_key)
    assert host is not None
    answer = tables.submit(opened.code, tap, actor=host, seen=None, request=None)
    assert isinstance(answer, Played), (tap, answer)


def begin(tables: TableService, game: str, names: tuple[str, ...], steps: int = STEPS) -> InPlay:
    """A game of which so much is played, the same whatever the names are."""
    header = {"transcript": 1, "game": game, "seats": list(names), "dealer": names[-1]}
    opened = tables.open(read_header(header), keys_for_seats=True, label=names[0])
    for step in range(steps):
        book = tables.get(opened.code).book
        legal = [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]
        enter(tables, opened, [legal[step * 5 % len(legal)]])
    return InPlay(game, opened)


def with_refused(tables: TableService, names: tuple[str, ...]) -> Opened:
    """A table with an entry of the dealer's, out of turn, that was let through once."""
    opened = begin(tables, UNDER_WAY[0], names, 1).opened
    now, host = tables.get(opened.code), tables.membership.actor(opened.code, opened.host_key)
    assert host is not None
    refused = stored({"move": "done", "seat": names[-1]})
    entry = Entry(now.table_id, now.version + 1, refused, now.opened_at, None, host.key_id, "", None)
    assert tables.ledger.append([entry]).result() == "saved"
    tables.cache.slot(opened.code).announce(UNKNOWN)
    return opened


Read = dict[str, Any]


def finished_game(page: Page, server: Server, table: Laid) -> Read:
    """What the browser reads at each address of the table and its circle, by the address without their codes."""
    code = table.opened.code
    sit_down(page, server, table)
    streams = [(one.format(code), *kinds) for one, *kinds in STREAMS]
    found = evaluated(page, READ, [table.addresses(), streams, None])
    names = {code: "CODE", table.circle: "CIRCLE", f"people/{table.person}": "people/1"}
    return {_named(address, names): read for address, read in found.items()}


def in_play(page: Page, server: Server, table: Laid) -> Read:
    """The same of its tables in the middle of a game, by the game and the address."""
    sit_down(page, server, table)
    told = dict[str, Any]()
    for game in table.in_play:
        code, counts = game.opened.code, game.game == "sluff-off"
        pages = [one.format(code) for one in (*IN_PLAY, *(COUNTED if counts else ()))]
        streams = [(one.format(code), *kinds) for one, *kinds in STREAMS]
        for address, read in evaluated(page, READ, [pages, streams, None]).items():
            told[f"{game.game} {address.replace(code, 'CODE')}"] = read
    return told


def seldom(page: Page, server: Server, table: Laid) -> Read:
    """The same of what is read at a few tables, and of what programs are told."""
    sit_down(page, server, table)
    pages = [one.format(**table.put) for one in (*SELDOM, *TOLD)]
    streams = [(one.format(**table.put), *kinds) for one, *kinds in TOLD_ON]
    found = evaluated(page, READ, [pages, streams, table.key])
    return {_named(address, {word: name for name, word in table.put.items()}): read for address, read in found.items()}


def _named(address: str, names: dict[str, str]) -> str:
    for mine, everybodys in names.items():
        address = address.replace(mine, everybodys)
    return address


def sit_down(page: Page, server: Server, table: Laid) -> None:
    """Let this phone be the host of the tables and of the circle, by a cookie that the server would sign so."""
    app = Flask("cookies")
    app.secret_key = Settings.from_environment({"COMPANION_INSTANCE": str(server.instance)}).secret_key()
    signer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert signer is not None
    own = [[one.code, one.host_key] for one in (table.opened, table.refused, *(game.opened for game in table.in_play))]
    value = str(signer.dumps({"circles": [[table.circle, table.key]], "tables": own}))
    page.context.add_cookies([{"name": "companion", "value": value, "url": page.url}])


def shapes(pages: Read) -> dict[str, str]:
    """The elements of each page that is no picture."""
    return {address: read["shape"] for address, read in pages.items() if not address.endswith(".svg")}


def kinds(read: Read) -> set[str]:
    """The kinds of elements on a page."""
    return {one.partition("[")[0] for one in read["shape"].split()}


def strings(told: Any) -> Iterator[str]:
    """All texts in what a program is told, keys too, in order; but those that are another at each table."""
    if isinstance(told, dict):
        for key, value in told.items():
            yield from (key, *(() if key in OWN else strings(value)))
    elif isinstance(told, list):
        for value in told:
            yield from strings(value)
    elif isinstance(told, str):
        yield told
