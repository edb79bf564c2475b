"""The referee's forms, as the tests fill them in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from werkzeug.test import TestResponse

from companion.service import membership
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone
from tests.tables.acts import whole

Plain = dict[str, Any]
RED, BLUE = ({"move": "take", "seat": "Chris", "color": color} for color in ("red", "blue"))
POINTS = {"kind": "points", "seat": "Mary", "points": "3", "reason": "we agreed"}
HOSTILE = '<script>alert("x")</script> & "\'{n} %s'


def edit(do: str, entry: str | None = None, move: Plain | None = None, **more: str) -> str:
    """One edit, as an address or a form carries it."""
    told = {"do": do, "entry": entry, "move": move, **more}
    return json.dumps({key: value for key, value in told.items() if value is not None})


class Table:
    """A table's pages of the referee, and what the house has of it."""

    def __init__(self, tables: TableService, opened: Opened, phone: Callable[..., Phone]) -> None:
        self.tables, self.opened, self._phone = tables, opened, phone
        self.code = opened.code
        self.host = self.phone(opened.host_key)
        self.viewer = phone()

    def phone(self, key: str) -> Phone:
        return self._phone(self.code, key)

    def seat(self, name: str, *, scorekeeper: bool = False) -> Phone:
        if scorekeeper:
            host = membership.actor(self.tables, self.code, self.opened.host_key)
            assert host is not None
            membership.give_scorekeeper(self.tables, host, name, True)
        return self.phone(self.opened.seat_keys[name])

    @property
    def version(self) -> int:
        return self.tables.get(self.code).version

    @property
    def whole(self) -> Plain:
        return whole(self.tables.get(self.code))

    def address(self, way: str = "") -> str:
        return f"/t/{self.code}{way}"

    def get(self, way: str, by: Phone | None = None, /, **query: Any) -> TestResponse:
        return (by or self.host).get(self.address(way), query_string=query)

    def post(self, way: str, by: Phone | None = None, /, **fields: Any) -> TestResponse:
        """A form of the page as it is now, unless it names an older `version`."""
        return (by or self.host).post(self.address(way), {"version": self.version, **fields})

    def entered(self, answer: TestResponse) -> int:
        """The version, after a form that leads back to the table, or to what an undo says that it took back."""
        said = answer.status_code == 200 and "Took back" in answer.text
        assert said or (answer.status_code, answer.location) == (303, self.address()), answer.text
        return self.version


def alerts(answer: TestResponse) -> str:
    """What the page says is wrong."""
    return " ".join(re.findall(r'role="alert"[^>]*>(.*?)</(?:p|section)>', answer.text, re.DOTALL))


def hidden(answer: TestResponse, action: str) -> dict[str, list[str]]:
    """What the form to that address carries, as a browser would send it."""
    import html

    [form] = re.findall(rf'<form[^>]*action="{re.escape(action)}"[^>]*>(.*?)</form>', answer.text, re.DOTALL)
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form):
        fields.setdefault(name, []).append(html.unescape(value))
    fields.pop("csrf_token")
    return fields
