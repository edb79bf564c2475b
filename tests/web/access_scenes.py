"""The tables and circles at which `tests/web/access.py` has its callers ask, and what each of them sends."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.games.transcript import read_header
from companion.referee.edits import Edit
from companion.service import membership, rematches
from companion.service.service import TableService
from companion.tables.answers import Opened, Played
from companion.tables.entry import Propose, PutOnHold, Setting
from companion.tables.keys_and_codes import new_key
from companion.tables.snapshot import Actor
from tests.conftest import HEADER, Phone
from tests.service.house import play_out
from tests.web.access import Row

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
"""No recovery code; in the scenes `code` and `back` the table's or the circle's own is sent in its place."""
PHONE, PERSON, SOMEBODY = "a member's phone", "<int:person>", "somebody who never sat with the others"
TABLE, VERSION = "the circle's table", "the table's version"
"""What only a scene knows, as what is sent has it."""
RINGS = ("ring", "back")
SENT: dict[str, Sent] = {
    "POST /open/<slug>": {"name": ["Ann", "Ben", "Cat", "Dan"]},
    "POST /open/file": {"text": json.dumps(HEADER)},
    "POST /j/<code>": {"name": "Free"},
    "POST /t/<code>/moves": {"move": json.dumps(TAKE), "version": VERSION},
    "POST /t/<code>/amend": {"edit": json.dumps(REMOVE), "reason": WHY},
    "POST /t/<code>/amend/proposal": {"answer": "confirm"},
    "POST /t/<code>/hold": {"reason": WHY},
    "POST /t/<code>/hold/ruling": {"how": "stands", "reason": WHY},
    "POST /t/<code>/referee/two-people": {"on": "1"},
    "POST /t/<code>/ruling": {"kind": "points", "seat": SEAT, "points": "1", "reason": WHY},
    "POST /t/<code>/ruling/leave": {"seat": SEAT, "rule": "revoke", "entry": "1", "reason": WHY},
    "POST /t/<code>/by-result": {"role": ""},
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
    "POST /c/<code>/games/release": {"table": TABLE},
    "POST /c/<code>/me": {"person": PERSON},
    "POST /c/<code>/name": {"name": "Fridays"},
    "POST /c/<code>/people/<int:person>/color": {"color": "3"},
    "POST /c/<code>/people/<int:person>/forget": {"sure": "1"},
    "POST /c/<code>/people/<int:person>/merge": {"other": SOMEBODY},
    "POST /c/<code>/people/<int:person>/name": {"name": "Somebody"},
    "POST /c/<code>/phones/end-one": {"phone": PHONE},
    "POST /c/<code>/phones/host": {"phone": PHONE, "on": "1"},
    "POST /c/<code>/phones/recover": {"recovery": RECOVERY},
}
"""What is sent to an address, where that is more than nothing; a program's body beside it."""
BODIES: dict[str, Sent] = {
    "POST /api/tables": HEADER,
    "POST /api/tables/<code>/keys": {"seat": OTHER},
    "POST /api/tables/<code>/moves": TAKE,
    "POST /api/tables/<code>/host": {"recovery": RECOVERY},
}
QUERIES = {
    "/t/<code>/amend": {"entry": "1"},
    "/t/<code>/amend/preview": {"edit": json.dumps(REMOVE)},
}


@dataclass
class Ring:
    """The circle of a table: its codes, its callers' keys, and what is in it: what an address or a form says for it."""

    code: str
    recovery: str
    keys: dict[str, str]
    numbers: dict[str, int]


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
    watch: sqlite3.Connection
    looked_at: dict[str, Scene] = field(default_factory=dict)

    @property
    def tables(self) -> TableService:
        """The app's tables."""
        found: TableService = self.app.extensions["tables"]
        return found

    def written(self) -> int:
        """Another number whenever anything was written, at whatever table or circle."""
        return int(self.watch.execute("PRAGMA data_version").fetchone()[0])

    def scene(self, name: str) -> Scene:
        """A table of its own: what happens there is seen nowhere else."""
        over = name in ("over", "next")
        header = {**HEADER, "seats": [SEAT, OTHER, KEEPER, FORMER, "Free"], "dealer": "Free"}
        ring = self.ring() if name in RINGS else None
        opened = self.tables.open(
            read_header({**header, "options": {"rounds": 1} if over else {}}), keys_for_seats=True, label="test",
            circle=self.tables.circles.find(ring.code).id if ring else None,
        )  # fmt: skip
        host, seat, keeper = (self.actor(opened, key) for key in (opened.host_key, SEAT, KEEPER))
        for name_of in (OTHER, FORMER):
            self.actor(opened, name_of)
        membership.give_scorekeeper(self.tables, host, KEEPER, True)
        self.actor(opened, membership.new_seat_key(self.tables, host, FORMER))
        keeper = self.actor(opened, KEEPER)
        self.enter(opened, host, {**TAKE, "color": "green"})
        if name == "held":
            self.enter(opened, seat, PutOnHold(act="hold", reason=WHY))
        elif name == "agree":
            self.enter(opened, host, Setting(act="setting", two_people=True))
            self.enter(opened, keeper, Propose(act="propose", edits=[Edit.model_validate(REMOVE)], reason=WHY))
        elif over:
            play_out(self.tables, host, OTHER)
        if name == "next":
            rematches.open_next(self.tables, host)
        seats = opened.seat_keys
        keys = {"seat": seats[SEAT], "other": seats[OTHER], "keeper": seats[KEEPER], "host": opened.host_key,
                "guest": self.guest, "former": seats[FORMER], "wrong": new_key()}  # fmt: skip
        link = membership.new_seat_key(self.tables, host, OTHER)
        if ring is not None:
            circle = self.tables.circles.find(ring.code)
            apart = {**HEADER, "seats": ["Ann", "Ben", "Cat", "Dan"], "dealer": "Ann"}
            self.tables.open(read_header(apart), keys_for_seats=False, label="test", circle=circle.id)
            people = {person.name: person.id for person in self.tables.circles.people(circle.id)}
            ring.numbers |= {PERSON: people[SEAT], SOMEBODY: people["Ann"]}
        return Scene(opened, {"nobody": None, "viewer": None, **keys}, link, ring)

    def ring(self) -> Ring:
        """A circle, its host's and a member's key, one that has ended, and house rules."""
        circles = self.tables.circles
        opened = circles.open("Tuesdays", "test")
        circle = circles.find(opened.code)
        keys = {"host": opened.host_key, **{name: circles.join(circle, "test") for name in ("seat", "former")}}
        host, seat, former = (circles.of_key(keys[name]) for name in ("host", "seat", "former"))
        assert host is not None
        assert seat is not None
        assert former is not None
        circles.end_key(former[1], former[1].key_id)
        other = circles.open("Fridays", "test")
        preset = circles.keep_preset(host[1], "Ours", "sluff-off", {})
        keys |= {"guest": other.host_key, "wrong": new_key()}
        return Ring(opened.code, opened.recovery, keys, {"<int:preset>": preset, PHONE: seat[1].key_id})

    def kept(self, name: str) -> Scene:
        """The table at which nothing is changed, made once."""
        if name not in self.looked_at:
            self.looked_at[name] = self.scene(name)
        return self.looked_at[name]

    def actor(self, opened: Opened, key: str) -> Actor:
        """Who holds the key, or the key of that seat."""
        found = membership.actor(self.tables, opened.code, opened.seat_keys.get(key, key))
        assert found is not None
        return found

    def enter(self, opened: Opened, actor: Actor, *items: object) -> None:
        """One tap that stands."""
        answer = self.tables.submit(opened.code, items, actor=actor, seen=None, request=None)
        assert isinstance(answer, Played), answer

    def ask(self, row: Row, caller: str, scene: Scene, *, htmx: bool = False) -> TestResponse:
        """What the row's address answers this caller; on a page in a browser of its own."""
        key, name = scene.keys[caller], f"{row.method} {row.address}"
        ring = scene.ring if scene.ring is not None and row.address.startswith("/c/<") else None
        path = row.address.replace("<code>", ring.code if ring else scene.opened.code).replace("<key>", scene.link)
        parts = {"<slug>": "sluff-off", "<entry>": "1", "<version>": "0", "<path:name>": "icon.svg"}
        parts |= {PERSON: "1", "<int:preset>": "1", "<which>": scene.opened.code}
        numbers = dict[str, Any](ring.numbers if ring else {})
        for part, put in {**parts, **numbers}.items():
            path = path.replace(part, str(put))
        codes = {"code": scene.opened.recovery, "back": ring.recovery if ring else ""}
        version = str(self.tables.get(scene.opened.code).version)
        known = {TABLE: scene.opened.code, VERSION: version, RECOVERY: codes.get(row.scene, RECOVERY)}
        filled = partial(with_known, {**numbers, **known})
        more: dict[str, Any] = {"query_string": QUERIES.get(row.address, {}), "buffered": False}
        if row.address.startswith("/api"):
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
        return Phone(self.app, scene.opened.code, key, circle).send(row.method, path, htmx=htmx, **more)


def with_known(known: Sent, sent: Sent) -> Sent:
    """What is sent, with the codes and numbers in it that only the scene knows."""
    return {key: known.get(value, value) if isinstance(value, str) else value for key, value in sent.items()}
