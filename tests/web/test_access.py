"""Nobody where they don't belong: every line of `tests/web/access.py` is asked, and every address has its lines."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from companion.address import Address
from companion.games.transcript import read_header
from companion.live.bus import UNKNOWN
from companion.referee.edits import Edit
from companion.server.asgi import ambiguous, environ_of
from companion.service.service import TableService
from companion.tables.acts import Propose, PutOnHold, Setting
from companion.tables.answers import Opened, Played
from companion.tables.codes import new_key
from companion.tables.entry import Entry, stored
from companion.tables.snapshot import Actor
from companion.web import api, openapi
from tests.conftest import COMPILED, HEADER, Phone, said
from tests.web.access import CALLERS, Row, rows

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

SEAT, OTHER, KEEPER, FORMER = "Chris", "Mary", "Katie", "Cory"
TAKE = {"move": "take", "seat": SEAT, "color": "red"}
REMOVE = {"do": "remove", "entry": "1"}
WHY = "the cards say so"
ELSEWHERE = "10.8.0.3"
"""Another address of this machine, as far as the app knows."""
Sent = dict[str, Any]
RECOVERY = "K7QF-2M9X"
"""No recovery code; in the scene `code` the table's own is sent in its place."""
OUT = {"act": "choose", "entry": 2, "how": "out", "reason": WHY}
SENT: dict[str, Sent] = {
    "POST /open/<slug>": {"name": ["Ann", "Ben", "Cat", "Dan"]},
    "POST /open/file": {"text": json.dumps(HEADER)},
    "POST /j/<code>": {"name": "Free"},
    "POST /t/<code>/moves": {"move": json.dumps(TAKE)},
    "POST /t/<code>/amend": {"edit": json.dumps(REMOVE), "reason": WHY},
    "POST /t/<code>/amend/proposal": {"answer": "confirm"},
    "POST /t/<code>/hold": {"reason": WHY},
    "POST /t/<code>/hold/ruling": {"how": "stands", "reason": WHY},
    "POST /t/<code>/referee/two-people": {"on": "1"},
    "POST /t/<code>/refused": {"choice": json.dumps(OUT)},
    "POST /t/<code>/ruling": {"kind": "points", "seat": SEAT, "points": "1", "reason": WHY},
    "POST /t/<code>/ruling/leave": {"seat": SEAT, "rule": "revoke", "entry": "1", "reason": WHY},
    "POST /t/<code>/players": {"kind": "rename", "seat": SEAT, "name": "Renamed"},
    "POST /t/<code>/players/phone": {"seat": OTHER},
    "POST /t/<code>/seats/address": {"address": ELSEWHERE},
    "POST /t/<code>/seats/key": {"seat": OTHER},
    "POST /t/<code>/seats/scorekeeper": {"seat": OTHER, "on": "1"},
    "POST /t/<code>/seats/sit": {"seat": "Free"},
    "POST /t/<code>/delete": {"sure": "1"},
    "POST /t/<code>/phones/host": {"recovery": RECOVERY},
    "POST /circle/new": {"name": "Tuesdays"},
    "POST /c/<code>/delete": {"sure": "1"},
    "POST /c/<code>/name": {"name": "Fridays"},
    "POST /c/<code>/people/<int:person>/forget": {"sure": "1"},
    "POST /c/<code>/people/<int:person>/name": {"name": "Somebody"},
    "POST /c/<code>/phones/end-one": {"phone": "4711"},
    "POST /c/<code>/phones/recover": {"recovery": RECOVERY},
}
"""What is sent to an address, where that is more than nothing; a program's body beside it."""
BODIES: dict[str, Sent] = {
    "POST /api/circles": {"name": "Tuesdays"},
    "PATCH /api/circles/<code>": {"name": "Fridays"},
    "POST /api/circles/<code>/host": {"recovery": RECOVERY},
    "PATCH /api/circles/<code>/people/<int:person>": {"name": "Somebody"},
    "POST /api/circles/<code>/people/<int:person>/merge": {"other": 2147483647},
    "POST /api/circles/<code>/presets": {"name": "Ours", "game": "sluff-off"},
    "POST /api/circles/<code>/tables": HEADER,
    "POST /api/tables": HEADER,
    "POST /api/tables/<code>/keys": {"seat": OTHER},
    "POST /api/tables/<code>/moves": TAKE,
    "POST /api/tables/<code>/refused": OUT,
    "POST /api/tables/<code>/host": {"recovery": RECOVERY},
}
QUERIES = {
    "/t/<code>/amend": {"entry": "1"},
    "/t/<code>/amend/preview": {"edit": json.dumps(REMOVE)},
    "/t/<code>/tokens/live": {"two": "1"},
}


@dataclass
class Ring:
    """The circle of a table: its code, its callers' keys, and the numbers of what is in it."""

    code: str
    keys: dict[str, str]
    numbers: dict[str, str]


@dataclass
class Scene:
    """A table with everybody's key, as each caller has it."""

    opened: Opened
    keys: dict[str, str | None]
    link: str
    ring: Ring | None = None


@dataclass
class World:
    """The app, and the tables at which the callers try."""

    app: Flask
    guest: str
    looked_at: dict[str, Scene] = field(default_factory=dict)

    @property
    def tables(self) -> TableService:
        """The app's tables."""
        found: TableService = self.app.extensions["tables"]
        return found

    def scene(self, name: str) -> Scene:
        """A table of its own: what happens there is seen nowhere else."""
        over = name in ("over", "next")
        header = {**HEADER, "seats": [SEAT, OTHER, KEEPER, FORMER, "Free"], "dealer": "Free"}
        ring = self.ring() if name == "ring" else None
        opened = self.tables.open(
            read_header({**header, "options": {"rounds": 1} if over else {}}), keys_for_seats=True, label="test",
            circle=self.tables.circles.find(ring.code).id if ring else None,
        )  # fmt: skip
        host, seat, keeper = (self.actor(opened, key) for key in (opened.host_key, SEAT, KEEPER))
        for name_of in (OTHER, FORMER):
            self.actor(opened, name_of)
        membership = self.tables.membership
        membership.give_scorekeeper(host, KEEPER, True)
        self.actor(opened, membership.new_seat_key(host, FORMER))
        keeper = self.actor(opened, KEEPER)
        self.enter(opened, host, {**TAKE, "color": "green"})
        if name == "held":
            self.enter(opened, seat, PutOnHold(act="hold", reason=WHY))
        elif name == "agree":
            self.enter(opened, host, Setting(act="setting", two_people=True))
            self.enter(opened, keeper, Propose(act="propose", edits=[Edit.model_validate(REMOVE)], reason=WHY))
        elif over:
            self.play_out(opened, host)
        elif name == "stop":
            entered_once(self.tables, opened, host)
        if name == "next":
            membership.rematch(host)
        seats = opened.seat_keys
        keys = {"seat": seats[SEAT], "other": seats[OTHER], "keeper": seats[KEEPER], "host": opened.host_key,
                "guest": self.guest, "former": seats[FORMER], "wrong": new_key()}  # fmt: skip
        link = membership.new_seat_key(host, OTHER)
        if ring is not None:
            circle = self.tables.circles.find(ring.code)
            ring.numbers["<int:person>"] = str(self.tables.circles.people(circle)[0].id)
        return Scene(opened, {"nobody": None, "viewer": None, **keys}, link, ring)

    def ring(self) -> Ring:
        """A circle, its host's and a member's key, one that has ended, and house rules."""
        circles = self.tables.circles
        opened = circles.open("Tuesdays", "test")
        circle = circles.find(opened.code)
        keys = {"host": opened.host_key, **{name: circles.join(circle, "test") for name in ("seat", "former")}}
        host, former = (circles.member(circle, keys[name]) for name in ("host", "former"))
        assert host is not None
        assert former is not None
        circles.end_key(former, former.key_id)
        other = circles.open("Fridays", "test")
        preset = circles.keep_preset(host, "Ours", "sluff-off", {})
        return Ring(opened.code, {**keys, "guest": other.host_key, "wrong": new_key()}, {"<int:preset>": str(preset)})

    def kept(self, name: str) -> Scene:
        """The table at which nothing is changed, made once."""
        if name not in self.looked_at:
            self.looked_at[name] = self.scene(name)
        return self.looked_at[name]

    def actor(self, opened: Opened, key: str) -> Actor:
        """Who holds the key, or the key of that seat."""
        found = self.tables.membership.actor(opened.code, opened.seat_keys.get(key, key))
        assert found is not None
        return found

    def enter(self, opened: Opened, actor: Actor, *items: object) -> None:
        """One tap that stands."""
        answer = self.tables.submit(opened.code, items, actor=actor, seen=None, request=None)
        assert isinstance(answer, Played), answer

    def play_out(self, opened: Opened, host: Actor) -> None:
        """To the end of a game of one round: nobody predicts more, the first seat takes every trick."""
        while not (book := self.tables.find(opened.code).book).report().over:
            legal = [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]
            done = [move for move in legal if move["move"] == "done"]
            trick = {"move": "trick", "winner": SEAT, "led": "purple", "won_with": "purple"}
            self.enter(opened, host, done[0] if done else trick)

    def ask(self, row: Row, caller: str, scene: Scene) -> TestResponse:
        """What the row's address answers this caller; on a page in a browser of its own."""
        key, name = scene.keys[caller], f"{row.method} {row.address}"
        ring = scene.ring if scene.ring is not None and re.match("(/api)?/c(ircles)?/<", row.address) else None
        path = row.address.replace("<code>", ring.code if ring else scene.opened.code).replace("<key>", scene.link)
        parts = {"<slug>": "sluff-off", "<entry>": "1", "<path:filename>": "icon.svg"}
        parts |= {"<int:person>": "1", "<int:preset>": "1", "<which>": scene.opened.code}
        for part, put in {**parts, **(ring.numbers if ring else {})}.items():
            path = path.replace(part, put)
        filled = partial(with_code, scene.opened.recovery if row.scene == "code" else RECOVERY)
        if row.scene == "stop" and row.method == "POST":
            offered = said(self.app.test_client().get(f"/api/tables/{scene.opened.code}/refused"))["choices"]
            filled = partial(with_choice, {**offered[0]["choice"], "reason": WHY})
        more: dict[str, Any] = {"query_string": QUERIES.get(row.address, {}), "buffered": False}
        if row.address.startswith("/api"):
            key = ring.keys.get(caller, key) if ring else key
            shown = {} if key is None else {"Authorization": f"Bearer {key}"}
            if name in BODIES:
                more["json"] = filled(BODIES[name])
            return self.app.test_client().open(path, method=row.method, headers=shown, **more)
        if row.method == "POST":
            more["data"] = filled(SENT.get(name, {}))
        if caller == "nobody":
            return self.app.test_client().open(path, method=row.method, **more)
        own = scene.ring
        circle = (own.code, own.keys[caller]) if own is not None and caller in own.keys else None
        return Phone(self.app, scene.opened.code, key, circle).send(row.method, path, **more)


def entered_once(tables: TableService, opened: Opened, host: Actor) -> None:
    """An entry that stood when it was entered; the rules have been corrected since."""
    now = tables.find(opened.code)
    move = stored({"move": "done", "seat": FORMER})
    entry = Entry(now.table_id, now.version + 1, move, now.opened_at, None, host.key_id, "", None)
    assert tables.ledger.append([entry]) == "saved"
    tables.cache.slot(opened.code).announce(UNKNOWN)


def with_choice(chosen: Sent, sent: Sent) -> Sent:
    """One of the choices that the referee offers, as a program or a form sends it."""
    return chosen if sent is OUT else {"choice": json.dumps(chosen)}


def with_code(code: str, sent: Sent) -> Sent:
    """What is sent, with this recovery code in it where one belongs."""
    return {key: code if value is RECOVERY else value for key, value in sent.items()}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, empty_database: Any) -> Iterator[World]:
    """One app for all lines; nobody in it guesses too often."""
    from companion import create_app
    from companion.config import Settings

    folder = tmp_path_factory.mktemp("access")
    elsewhere = pytest.MonkeyPatch()
    known = (Address("192.168.1.20", "wlan0", True), Address(ELSEWHERE, "tun0", False))
    elsewhere.setattr("companion.address.addresses", lambda: known)
    shutil.copy(empty_database, folder / "companion.sqlite3")
    limits = {"COMPANION_OPEN_LIMIT": "100000/minute", "COMPANION_HOTSPOT": "on"}
    settings = Settings.from_environment({"COMPANION_INSTANCE": str(folder), **limits})
    app = create_app(settings)
    app.jinja_env.bytecode_cache = COMPILED
    app.config["GUESSES"] = "1000000/minute"
    guest = app.extensions["tables"].open(read_header(HEADER), keys_for_seats=False, label="test")
    yield World(app, guest.host_key)
    elsewhere.undo()
    app.extensions["tables"].close()


def told_by(answer: TestResponse, scene: Scene) -> str:
    """The status, and where a redirection leads: to that table, to another one, or home."""
    if answer.status_code not in (302, 303):
        return str(answer.status_code)
    place = answer.location or ""
    here = re.match(r"/[tj]/(\w+)", place)
    circle = re.match(r"/c/\w+(/join)?", place)
    if circle:
        return f"{answer.status_code}{'j' if circle[1] else 'c'}"
    to = "h" if place == "/" else "t" if here and here[1] == scene.opened.code else "n" if here else "?"
    return f"{answer.status_code}{to}"


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.name)
def test_each_caller_is_answered_as_the_table_says(world: World, row: Row) -> None:
    """Who is refused has changed nothing; who is not does it at a table of its own."""
    told = []
    for caller, expected in zip(CALLERS, row.answers, strict=True):
        looks = row.method == "GET" or row.scene in ("-", "over", "next") or expected >= "4"
        scene = world.kept(row.scene) if looks else world.scene(row.scene)
        before = world.tables.find(scene.opened.code)
        answer = world.ask(row, caller, scene)
        told.append(told_by(answer, scene))
        answer.close()
        assert expected < "4" or world.tables.find(scene.opened.code) is before, f"{caller} has changed something"
    assert dict(zip(CALLERS, told, strict=True)) == dict(zip(CALLERS, row.answers, strict=True))


def taken(app: Flask) -> set[tuple[str, str]]:
    """Every address of the app with every method that it takes; HEAD is answered as GET, OPTIONS tells the methods."""
    return {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def test_every_address_has_its_lines_and_every_line_an_address(world: World) -> None:
    listed = {(row.method, row.address) for row in rows()}
    assert listed == taken(world.app)
    named = {"{code}": "<code>", "{person}": "<int:person>", "{preset}": "<int:preset>"}
    described = {
        (method.upper(), re.sub(r"{\w+}", lambda found: named[found[0]], path))
        for method, path, _ in openapi.OPERATIONS
    }
    assert described == {one for one in listed if one[1].startswith(api.blueprint.url_prefix or "")}
    assert len({row.name for row in rows()}) == len(rows())


def test_no_address_takes_another_method(world: World) -> None:
    known, scene = taken(world.app), world.kept("play")
    before = world.tables.find(scene.opened.code)
    for address in {row.address for row in rows()}:
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "FLY"):
            if (method, address) not in known:
                answer = world.ask(Row(method, address, "play", ()), "host", scene)
                assert answer.status_code == 405, (method, address)
                assert method not in answer.headers["Allow"]
    assert world.tables.find(scene.opened.code) is before


@pytest.mark.parametrize(
    "headers", [{}, {"Transfer-Encoding": "chunked", "Content-Length": "2"}], ids=["connect", "both"]
)
def test_the_server_itself_answers_what_the_app_never_sees(headers: dict[str, str]) -> None:
    """Before the app there is one door more: a request that is no request for anybody."""
    environ = environ_of({
        "server": ("127.0.0.1", 80), "client": None, "raw_path": b"/", "method": "POST" if headers else "CONNECT",
        "query_string": b"", "http_version": "1.1", "scheme": "http",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    })  # fmt: skip
    assert ambiguous(environ)
