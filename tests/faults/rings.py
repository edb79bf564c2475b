"""A circle that is changed again and again, by who knows what was acknowledged: its name, phones and tables."""

from __future__ import annotations

import base64
import contextlib
import json
import re
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from http.cookies import SimpleCookie
from random import Random
from urllib.parse import urlencode

from sqlalchemy import text

from companion.tables.keys_and_codes import key_hash
from companion.web.identity import COOKIE
from tests.faults.fault import need
from tests.many.house import SEATS, Place
from tests.storage.raw import raw

TOKEN = re.compile(r'name="csrf_token"[^>]* value="([^"]+)"')
NAME = "SELECT name FROM circles WHERE code = :code"
PHONES = "SELECT hash FROM circle_keys JOIN circles ON circles.id = circle_id WHERE code = :code"
TABLES = """
SELECT tables.code FROM circle_games JOIN tables ON tables.id = table_id JOIN circles ON circles.id = circle_id
WHERE circles.code = :code
"""


class Phone:
    """A phone that joins a circle, or opens it and its tables, by the forms of its pages."""

    def __init__(self, place: Place) -> None:
        self._place, self._cookie = place, ""

    def post(self, form: str, path: str, fields: Sequence[tuple[str, str]] = ()) -> tuple[int, str]:
        """Send these fields with the token of the page `form`; the status, and where the answer leads."""
        token = TOKEN.search(self._ask("GET", form)[2])
        need(token is not None, form, "has no token")
        status, leads, _ = self._ask("POST", path, urlencode([*fields, ("csrf_token", token[1] if token else "")]))
        return status, leads

    def key_to(self, circle: str) -> str:
        """The key to this circle in the phone's cookie, whose text anybody can read and nobody can forge."""
        packed, text = self._cookie.startswith("."), self._cookie.lstrip(".").partition(".")[0]
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        kept = json.loads(zlib.decompress(data) if packed else data)
        return str(dict(kept["circles"])[circle])

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str, str]:
        headers = {"Cookie": f"{COOKIE}={self._cookie}"} if self._cookie else {}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with contextlib.closing(self._place.connect()) as line:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            given = SimpleCookie(answer.headers.get("Set-Cookie", ""))
            self._cookie = given[COOKIE].value if COOKIE in given else self._cookie
            return answer.status, answer.headers.get("Location", ""), answer.read().decode()


class Ringer:
    """Changes one circle, one change after the other: calls it otherwise, lets a phone join, opens a table.

    `names` is what it was to be called, one after the other.
    """

    def __init__(self, place: Place, chance: Random) -> None:
        self.place, self._chance, self._host = place, chance, Phone(place)
        status, leads = self._host.post("/circle/new", "/circle/new", [("name", "Tuesdays")])
        need(status == 303, status)
        self.code = leads.rpartition("/")[2]
        self._name, self._phones, self._tables = "Tuesdays", set[str](), set[str]()
        self.names = ["Tuesdays"]
        self.acknowledged = self.refused = 0
        self._next = self._change()

    def tap(self) -> bool:
        """Make the change at hand; whether it was acknowledged."""
        if not self._next():
            self.refused += 1
            return False
        self.acknowledged += 1
        self._next = self._change()
        return True

    def flaws(self, url: str) -> list[str]:
        """What was acknowledged and is not in the database."""
        with raw(url) as connection:
            name, phones, tables = (
                set(connection.execute(text(query), {"code": self.code}).scalars()) for query in (NAME, PHONES, TABLES)
            )
        called = [] if name == {self._name} else [f"it is called {name}, and was to be {self._name}"]
        return [
            *called,
            *(f"{one} was acknowledged, and is lost" for one in self._phones - phones | self._tables - tables),
        ]

    def _change(self) -> Callable[[], bool]:
        name = f"Evening {self.acknowledged} of {self._chance.randrange(1000)}"
        return self._chance.choice((partial(self._rename, name), partial(self._join, Phone(self.place)), self._open))

    def _rename(self, name: str) -> bool:
        if name not in self.names:
            self.names.append(name)
        saved = _saved(self._host.post(f"/c/{self.code}", f"/c/{self.code}/name", [("name", name)])[0])
        self._name = name if saved else self._name
        return saved

    def _join(self, phone: Phone) -> bool:
        form = f"/c/{self.code}/join"
        saved = _saved(phone.post(form, form)[0])
        if saved:
            self._phones.add(key_hash(phone.key_to(self.code)))
        return saved

    def _open(self) -> bool:
        fields = [*(("name", name) for name in SEATS), ("dealer", "0"), ("me", "0"), ("circle", self.code)]
        status, leads = self._host.post("/open/sluff-off", "/open/sluff-off", fields)
        if _saved(status):
            self._tables.add(leads.removeprefix("/t/").partition("/")[0])
        return _saved(status)


def _saved(status: int) -> bool:
    """Whether a change was acknowledged. Anything but that or 503 is a flaw."""
    need(status in (303, 503), status)
    return status == 303
