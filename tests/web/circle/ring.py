"""A circle as its pages have it: its host's phone, phones that join, and games that it has played."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Any

from flask import Flask

from companion.circles.circle import Circle
from companion.service import membership
from companion.service.service import TableService
from tests.conftest import Phone
from tests.service.house import play_out

NAMES = ["Ann", "Ben", "Cat"]


@dataclass
class Ring:
    """A circle and its host's phone."""

    app: Flask
    host: Phone
    code: str

    @property
    def at(self) -> str:
        return f"/c/{self.code}"

    @property
    def tables(self) -> TableService:
        found: TableService = self.app.extensions["tables"]
        return found

    @property
    def circle(self) -> Circle:
        return self.tables.circles.find(self.code)

    def joins(self) -> Phone:
        """Another phone that has joined."""
        phone = Phone(self.app)
        assert phone.post(f"{self.at}/join").status_code == 303
        return phone

    def opens(self, names: list[str] | None = None, rounds: str = "") -> str:
        """A table of the circle; returns its code."""
        form: dict[str, Any] = {"name": names or NAMES, "dealer": "0", "circle": self.code, "rule-rounds": rounds}
        answer = self.host.post("/open/sluff-off", form)
        assert answer.status_code == 303, answer.text
        return str(answer.location).split("/")[2]

    def plays(self, names: list[str] | None = None) -> str:
        """A game of one round, played to its end: the first name takes every trick."""
        code = self.opens(names, rounds="1")
        host = membership.actor(self.tables, code, self._key(code))
        assert host is not None
        play_out(self.tables, host, (names or NAMES)[0])
        return code

    def person(self, name: str) -> int:
        return next(one.id for one in self.tables.circles.people(self.circle.id) if one.name == name)

    def _key(self, code: str) -> str:
        with self.host.client.session_transaction() as session:
            return next(str(key) for at, key in session["tables"] if at == code)


def text_of(page: str) -> str:
    """What is read on a page."""
    return html.unescape(re.sub(r"<[^>]+>", " ", page))


def host_of(ring: Ring) -> Any:
    """The host, as the service knows it."""
    with ring.host.client.session_transaction() as session:
        key = next(str(key) for at, key in session["circles"] if at == ring.code)
    found = ring.tables.circles.of_key(key)
    return None if found is None else found[1]
