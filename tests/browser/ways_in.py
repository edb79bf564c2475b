"""Every place of a page where text goes in: what is sent there, and the pages on which it is then to be found.

A way is a function by the address that takes the text and the name of its field. It gives each answer that is to show
the text, and sends what shows none of it through `Room.unsaid`.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from companion.games.transcript import read_header
from companion.referee.edits import Edit
from companion.tables.entry import PutOnHold
from tests import finished
from tests.browser.attacked import enter
from tests.conftest import HEADER, SEATS, Phone

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

Shown = Iterator["TestResponse"]
Way = Callable[["Room", str], Shown]
WAYS: dict[tuple[str, str], Way] = {}
"""The ways in, by method and address, and by the name of the field; a star stands for any letters."""
REMOVE = json.dumps(Edit(do="remove", entry="1").plain())
POINTS = {"kind": "points", "seat": "Mary", "points": "1"}
DICE = {"transcript": 1, "game": "fluff", "seats": SEATS, "options": {"sets": 3}}
MISSED = {"move": "trick", "cards": ["red 3", "green 1", "red 4", "red 5"]}
SHOWN = {"move": "trick", "cards": ["red 6", "red 7", "red 8", "red 9"]}
STARTED: list[Any] = [{"move": "sluffer", "seat": "Chris"}, *({"move": "done", "seat": seat} for seat in SEATS[1:])]

OUT_OF_ANY = "'\"></textarea></title></p><attack-n>&lt;"
"""What breaks out of any tag and attribute that is not escaped."""


class Room:
    """A table and a circle of plain names, for one text, and the phone that is host of both."""

    def __init__(self, app: Flask) -> None:
        self.tables = app.extensions["tables"]
        circles = self.tables.circles
        self.ring = circles.open("Tuesdays", "test")
        circle = circles.find(self.ring.code)
        self.opened = self.tables.open(read_header(HEADER), keys_for_seats=True, label="test", circle=circle.id)
        self.code, self.table, self.circle = self.opened.code, f"/t/{self.opened.code}", f"/c/{self.ring.code}"
        self.person = f"{self.circle}/people/{circles.people(circle.id)[0].id}"
        self.host = Phone(app, self.code, self.opened.host_key, (self.ring.code, self.ring.host_key))
        self.get, self.post = self.host.get, self.host.post
        self.silent: list[TestResponse] = []

    def entered(self, *moves: Any) -> None:
        """Let the host enter what stands."""
        for move in moves:
            enter(self.tables, self.opened, [move])

    def at(self, *pages: str) -> Shown:
        """Pages of the table."""
        return map(self.get, (f"{self.table}{page}" for page in pages))

    def unsaid(self, answer: TestResponse) -> TestResponse:
        """An answer that need not show the text."""
        self.silent.append(answer)
        return answer

    def with_dice(self) -> str:
        """The address of a table of another game, of which this phone is host, too."""
        opened = self.tables.open(read_header(DICE), keys_for_seats=True, label="test")
        with self.host.client.session_transaction() as cookie:
            cookie["tables"] = [*cookie["tables"], [opened.code, opened.host_key]]
        return f"/t/{opened.code}"

    def numbers(self, text: str, answer: TestResponse) -> Shown:
        """A form with a field for a number, which is drawn again where the text is none."""
        if answer.status_code == 422 and not text.removeprefix("-").isdecimal():
            yield answer
        else:
            self.unsaid(answer)

    def landed(self, answer: TestResponse, *pages: str) -> Shown:
        """What shows the text after a form was taken: `pages` after the place it leads to; else the form again."""
        if answer.status_code not in (302, 303):
            yield answer
            return
        there = re.match(r"/(?:t|c)/\w+(?:/people/\d+)?", answer.location or "")
        assert there, answer.location
        yield from map(self.get, (f"{there[0]}{page}" for page in pages))


def way(address: str, *fields: str) -> Callable[[Way], Way]:
    """Enter a way in, by its address and fields."""

    def known(found: Way) -> Way:
        WAYS.update(dict.fromkeys([(address, field) for field in fields], found))
        return found

    return known


def is_way_in(page: str, method: str, action: str | None, field: str) -> bool:
    """Whether a field of a page's form is one of the ways in. A form without an action leads to the page itself."""
    asked = f"{method.upper()} {re.sub('[?#].*', '', action or page)}"
    return any(
        re.fullmatch(re.sub("<[^>]*>", "[^/]+", address).replace("*", ".*"), asked) and fnmatchcase(field, name)
        for address, name in WAYS
    )


# Opening and joining


@way("POST /open/<slug>", "name")
def _seats(room: Room, text: str) -> Shown:
    form = {"name": [text, *SEATS[1:]], "dealer": "0", "me": "0", "circle": room.ring.code}
    yield room.post("/open/sluff-off", {**form, "change": "deals-0"})
    answer = room.post("/open/sluff-off", form)
    yield from room.landed(answer, "/seats", "", "/board", "/part")
    if answer.status_code == 303:
        yield room.get("/")


@way("POST /open/<slug>", "rule-*")
def _house_rules(room: Room, text: str) -> Shown:
    form = {"name": SEATS, "dealer": "0", "rule-rounds": text, "rule-supply.blue": text}
    yield room.post("/open/sluff-off", {**form, "change": "more-0"})
    room.unsaid(room.post("/open/sluff-off", form))


@way("POST /open/<slug>", "preset")
def _kept_rules(room: Room, text: str) -> Shown:
    form = {"name": SEATS, "dealer": "0", "circle": room.ring.code, "preset": text, "change": "keep-rules"}
    answer = room.post("/open/sluff-off", form)
    yield answer
    if answer.status_code == 200:
        yield from (room.get(room.circle), room.get(f"/open/sluff-off?circle={room.ring.code}"))


@way("POST /open/file", "text")
def _typed_file(room: Room, text: str) -> Shown:
    yield room.post("/open/file", {"text": text})
    header, moves = finished.sluff_off(SEATS, 1)
    wrong = [{"move": "ruling", "seat": "Chris", "points": 1, "reason": text}, {"move": "trick", "winner": text}]
    lines = "\n".join(map(json.dumps, [header, *moves[:4], *wrong]))
    room.unsaid(room.post("/open/file", {"text": lines}))
    yield from room.landed(room.post("/open/file", {"text": lines, "without": "1"}), "/ledger")


@way("POST /open/file", "transcript")
def _file(room: Room, text: str) -> Shown:
    header, moves = finished.sluff_off((text, *SEATS[1:]), 1)
    lines = "\n".join(map(json.dumps, [header, *moves])).encode()
    answer = room.post("/open/file", {"transcript": (io.BytesIO(lines), f"{text}.jsonl")})
    if answer.status_code == 422:  # a name that nobody would see
        room.unsaid(answer)
    else:
        yield from room.landed(answer, "", "/scores", "/result", "/board", "/ledger")


@way("GET /j", "code")
def _code(room: Room, text: str) -> Shown:
    answer = room.get("/j", query_string={"code": text})
    if answer.status_code == 422:
        yield answer
    else:
        room.unsaid(answer)


@way("POST /j/<code>", "name")
def _seat_taken(room: Room, text: str) -> Shown:
    room.unsaid(Phone(room.host.app).post(f"/j/{room.code}", {"name": text}))
    yield from ()


# Who comes and goes


@way("POST /t/<code>/players", "name")
def _renamed(room: Room, text: str) -> Shown:
    here = f"{room.table}/players"
    for form in ({"kind": "join", "after": "Mary"}, {"kind": "rename", "seat": "Mary"}):
        yield room.post(here, {**form, "name": text.ljust(41, "x")})
    joined = room.post(here, {"kind": "join", "name": text, "after": "Mary"})
    yield from room.landed(joined, "/players", "/seats", "/ledger")
    renamed = room.post(here, {"kind": "rename", "seat": "Chris", "name": f"{text[:38]}!"})
    yield from room.landed(renamed, "/players", "", "/ledger", "/board")


@way("POST /t/<code>/players", "points")
@way("POST /t/<code>/players", "dice")
def _given(room: Room, text: str) -> Shown:
    form = {"kind": "join", "name": "Zoe", "after": "Mary"}
    dice = room.with_dice()
    yield from room.numbers(text, room.post(f"{room.table}/players", {**form, "points": text}))
    yield from room.numbers(text, room.host.post(f"{dice}/players", {**form, "dice": text}))


# Disputes and corrections


@way("POST /t/<code>/hold", "reason")
def _held(room: Room, text: str) -> Shown:
    yield room.post(f"{room.table}/hold", {"reason": text.ljust(281, "x")})
    answer = room.post(f"{room.table}/hold", {"reason": text})
    yield from room.landed(answer, "", "/part", "/ledger", "/referee", "/hold/ruling", "/board", "/board/part")


@way("POST /t/<code>/hold/ruling", "reason")
def _settled(room: Room, text: str) -> Shown:
    room.entered(PutOnHold(act="hold", reason="because"))
    form = {"how": "stands", "rule": "revoke"}
    yield room.post(f"{room.table}/hold/ruling", {**form, "reason": text.ljust(281, "x")})
    yield from room.landed(room.post(f"{room.table}/hold/ruling", {**form, "reason": text}), "/ledger", "/rules")


@way("POST /t/<code>/ruling", "reason")
def _ruled(room: Room, text: str) -> Shown:
    yield room.post(f"{room.table}/ruling", {**POINTS, "points": "0", "reason": text})
    answer = room.post(f"{room.table}/ruling", {**POINTS, "reason": text, "rule": "revoke"})
    yield from room.landed(answer, "", "/ledger")


@way("POST /t/<code>/ruling", "points")
@way("POST /t/<code>/ruling", "count")
@way("POST /t/<code>/ruling", "dice")
def _counted_in_a_ruling(room: Room, text: str) -> Shown:
    why, dice = {"reason": "because"}, room.with_dice()
    moved = {**why, "color": "red", "from": "centre", "to": "Mary", "count": text}
    yield from room.numbers(text, room.post(f"{room.table}/ruling", {**POINTS, **why, "points": text}))
    yield from room.numbers(text, room.post(f"{room.table}/ruling", moved))
    yield from room.numbers(text, room.post(f"{dice}/ruling", {**why, "seat": "Mary", "dice": text}))


@way("POST /t/<code>/ruling/leave", "reason")
def _left(room: Room, text: str) -> Shown:
    room.entered(*STARTED, MISSED, SHOWN)
    link = re.search(r'href="([^"]*/ruling\?[^"]*entry=[^"]*)"', room.get(room.table).text)
    assert link
    page = room.get(link[1].replace("&amp;", "&")).text
    form = dict(re.findall(r'name="(entry|rule|seat)" value="([^"]*)"', page[page.index("/ruling/leave") :]))
    yield room.post(f"{room.table}/ruling/leave", {**form, "reason": text.ljust(281, "x")})
    yield from room.landed(room.post(f"{room.table}/ruling/leave", {**form, "reason": text}), "/ledger")


@way("POST /t/<code>/amend", "reason")
def _amended(room: Room, text: str) -> Shown:
    room.entered({"move": "take", "seat": "Chris", "color": "red"})
    form = {"edit": REMOVE, "reason": text}
    yield room.post(f"{room.table}/amend", {**form, "reason": text.ljust(281, "x")})
    room.unsaid(room.post(f"{room.table}/referee/two-people", {"on": "1"}))
    yield from room.landed(room.post(f"{room.table}/amend", form), "", "/amend/proposal", "/ledger")
    room.unsaid(room.post(f"{room.table}/referee/two-people", {"on": "0"}))
    yield from room.landed(room.post(f"{room.table}/amend", form), "/ledger")
    room.unsaid(room.post(f"{room.table}/amend", {**form, "asked": text}))


@way("POST /t/<code>/tokens", "reason")
def _corrected(room: Room, text: str) -> Shown:
    room.entered({"move": "take", "seat": "Chris", "color": "red"})
    form = {"c0-0": "3", "c1-0": "0"}
    room.unsaid(room.post(f"{room.table}/tokens", {**form, "reason": text.ljust(281, "x")}))
    yield from room.landed(room.post(f"{room.table}/tokens", {**form, "reason": text}), "/ledger")


@way("POST /t/<code>/tokens", "c*-*")
@way("GET /t/<code>/tokens", "c*-*")
def _counts(room: Room, text: str) -> Shown:
    yield room.get(f"{room.table}/tokens", query_string={"c0-0": text, "compare": "1"})
    yield room.post(f"{room.table}/tokens", {"c0-0": text, "reason": "so it lies"})


@way("GET /rules/<slug>", "q")
@way("GET /t/<code>/rules", "q")
def _looked_up(room: Room, text: str) -> Shown:
    for address in ("/rules/sluff-off", f"{room.table}/rules"):
        yield room.get(address, query_string={"q": text})
        room.unsaid(room.get(address, query_string={"q": text}, htmx=True))


@way("GET /t/<code>/may-i*", "*")
def _asked(room: Room, text: str) -> Shown:
    page = room.get(f"{room.table}/may-i").text
    keys = ("points", "count", "from", "to", "color", "_suit", "cards", "points.0")
    for ask in sorted(set(re.findall(r"ask=([\w-]+)", page))):
        room.unsaid(
            room.get(f"{room.table}/may-i", query_string={"ask": ask, "seat": "Mary", **dict.fromkeys(keys, text)})
        )
    yield from ()


# Circles


@way("POST /circle/new", "name")
def _new_circle(room: Room, text: str) -> Shown:
    yield room.post("/circle/new", {"name": text.ljust(61, "x")})
    yield from room.landed(room.post("/circle/new", {"name": text}), "", "/phones")


@way("POST /c/<code>/name", "name")
def _circle_called(room: Room, text: str) -> Shown:
    answer = room.post(f"{room.circle}/name", {"name": text})
    if answer.status_code == 422:
        room.unsaid(answer)
        return
    pages = ("", "/phones", "/games", "/delete", "/statistics", f"/people/{room.person.rpartition('/')[2]}/forget")
    yield from room.landed(answer, *pages)
    yield room.get("/")
    yield Phone(room.host.app).get(f"{room.circle}/join")


@way("POST /c/<code>/people/<int:person>/name", "name")
def _person_called(room: Room, text: str) -> Shown:
    yield room.post(f"{room.person}/name", {"name": text.ljust(41, "x")})
    yield from room.landed(room.post(f"{room.person}/name", {"name": text}), "", "/forget")
    room.unsaid(room.get(room.circle))


@way("POST /t/<code>/phones/host", "recovery")
@way("POST /c/<code>/phones/recover", "recovery")
def _recovered(room: Room, text: str) -> Shown:
    room.unsaid(room.post(f"{room.table}/phones/host", {"recovery": text}))
    room.unsaid(room.post(f"{room.circle}/phones/recover", {"recovery": text}))
    yield from ()


@way("POST /language", "next")
def _sent_back(room: Room, text: str) -> Shown:
    answer = room.unsaid(room.post("/language", {"language": text, "next": text}))
    assert (answer.location or "")[:1] == "/"
    assert (answer.location or "")[:2] not in ("//", "/\\")
    yield from ()


@way("GET /", "a header")
def _headers(room: Room, text: str) -> Shown:
    """Cookies, and what a phone says of itself."""
    sent = text.encode("utf-8").decode("latin-1").translate(dict.fromkeys(b"\r\n\0", " "))
    headers = {"User-Agent": sent, "Accept-Language": sent, "Cookie": f"companion={sent}; language={sent}"}
    for address in ("/", room.table, room.circle):
        room.unsaid(Phone(room.host.app).client.get(address, headers=headers))
    room.unsaid(room.post(f"{room.table}/moves", {"move": text, "version": text}, headers={"User-Agent": sent}))
    yield from room.at()
