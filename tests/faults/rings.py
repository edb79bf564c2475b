"""A circle that is changed again and again, by who knows what was acknowledged: its name, phones and tables."""

from __future__ import annotations

from random import Random
from typing import Any

from sqlalchemy import text

from companion.tables.keys_and_codes import key_hash
from tests.faults.fault import need
from tests.many.house import HEADER, Place
from tests.storage.raw import raw

NAME = "SELECT name FROM circles WHERE code = :code"
PHONES = "SELECT hash FROM circle_keys JOIN circles ON circles.id = circle_id WHERE code = :code"
TABLES = """
SELECT tables.code FROM circle_games JOIN tables ON tables.id = table_id JOIN circles ON circles.id = circle_id
WHERE circles.code = :code
"""


class Ringer:
    """Changes one circle, one change after the other: calls it otherwise, lets a phone join, opens a table.

    `names` is what it was to be called, one after the other.
    """

    def __init__(self, place: Place, chance: Random) -> None:
        self.place, self._chance = place, chance
        status, opened = place.ask("POST", "/api/circles", {"name": "Tuesdays"})
        need(status == 201, status, opened)
        self.code, self._key = opened["code"], opened["keys"]["host"]
        self._name, self._phones, self._tables = "Tuesdays", set[str](), set[str]()
        self.names = ["Tuesdays"]
        self.acknowledged = self.refused = 0
        self._next = self._change()

    def tap(self) -> bool:
        """Send the change at hand; whether it was acknowledged. Anything but that or 503 is a flaw."""
        method, path, body = self._next
        if method == "PATCH" and body["name"] not in self.names:
            self.names.append(body["name"])
        status, said = self.place.ask(method, f"/api/circles/{self.code}{path}", body, key=self._key)
        need(status in (200, 201, 503), status, said)
        if status == 503:
            self.refused += 1
            return False
        if method == "PATCH":
            self._name = said["name"]
        elif path == "/members":
            self._phones.add(key_hash(said["key"]))
        else:
            self._tables.add(said["code"])
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

    def _change(self) -> tuple[str, str, Any]:
        name = f"Evening {self.acknowledged} of {self._chance.randrange(1000)}"
        changes = ("PATCH", "", {"name": name}), ("POST", "/members", None), ("POST", "/tables", HEADER)
        return self._chance.choice(changes)
