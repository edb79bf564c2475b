"""What is drawn once for several phones: every phone is shown what it would be shown if nothing were shared."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from markupsafe import Markup

from companion.games.screen import Screen
from companion.games.transcript import read_header
from companion.service.service import TableService
from companion.tables.answers import Opened, Played
from companion.tables.entry import PutOnHold, Settle
from companion.web.table import rendering
from tests.conftest import Phone
from tests.web.games import SEATS
from tests.web.test_parts import chosen

HEADERS: dict[str, dict[str, Any]] = {
    "sluff-off": {"dealer": "Cory"},
}
MOVES = 24


def drawn_each(*_: Hashable, caller: Callable[[], Markup]) -> Markup:
    """`once`, sharing nothing."""
    return caller()


def kept_by_nobody(app: Flask) -> Callable[..., Markup]:
    def kept(template: str, name: str, *arguments: Hashable) -> Markup:
        markup: Markup = getattr(app.jinja_env.get_template(template).module, name)(*arguments)
        return markup

    return kept


class Uncached:
    """The app with every page drawn from nothing."""

    def __init__(self, app: Flask) -> None:
        self._app, self._globals = app, app.jinja_env.globals
        self._shared = {name: self._globals[name] for name in ("once", "kept")}
        self._each: dict[str, Callable[..., Any]] = {"once": drawn_each, "kept": kept_by_nobody(app)}

    @contextmanager
    def meanwhile(self) -> Iterator[None]:
        self._app.extensions.pop("fragments", None)
        rendering._drawn.cache_clear()
        self._globals.update(self._each)
        try:
            yield
        finally:
            self._globals.update(self._shared)
            self._app.extensions.pop("fragments", None)


def opened_as(tables: TableService, name: str) -> Opened:
    header = {"transcript": 1, "game": name, "seats": list(SEATS)} | HEADERS[name]
    return tables.open(read_header(header), keys_for_seats=True, label="test")


def shown(phones: list[tuple[Phone, str]], path: str, ways: list[str]) -> list[str]:
    """What each phone is shown, in its language, and with these queries of a draft."""
    return [
        phone.get(f"{path}{way}", headers={"Accept-Language": spoken}, htmx=True).text
        for phone, spoken in phones
        for way in ("/part", *ways)
    ]


def act(tables: TableService, opened: Opened, chance: random.Random, step: int) -> bool:
    """A move or an undo by the host, or by the seat whose move it is; now and then a hold begins or ends."""
    host = tables.membership.actor(opened.code, opened.host_key)
    snapshot = tables.find(opened.code)
    assert host is not None
    if snapshot.referee.hold is not None:
        told: list[object] = [Settle(act="settle", hold=snapshot.version, how="stands", reason="?")]
        tables.submit(opened.code, told, actor=host, seen=None, request=None)
        return True
    if step % 12 == 9:
        by = tables.membership.actor(opened.code, opened.seat_keys["Mary"])
        assert by is not None
        answer = tables.submit(opened.code, [PutOnHold(act="hold", reason="?")], actor=by, seen=None, request=None)
        assert isinstance(answer, Played)
        return True
    move = chosen(tables, opened, chance)
    if move is None:
        return False
    own = tables.membership.actor(opened.code, opened.seat_keys.get(move.get("seat", ""), ""))
    tables.submit(opened.code, [move], actor=own or host, seen=None, request=None)
    return True


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", HEADERS)
def test_every_phone_is_shown_what_it_would_be_shown_alone(app: Flask, tables: TableService, name: str) -> None:
    opened, chance, uncached = opened_as(tables, name), random.Random(5), Uncached(app)
    keys = [opened.host_key, *opened.seat_keys.values(), None, opened.seat_keys["Mary"]]
    spoken = ["en"] * 6 + ["de"]
    phones = [(Phone(app, opened.code, key), code) for key, code in zip(keys, spoken, strict=True)]
    path = f"/t/{opened.code}"
    phones[2][0].post(f"{path}/rules/first-game", {"on": "1"})
    shown(phones, path, [])  # who has sat down changes the table no more
    for step in range(MOVES):
        if not act(tables, opened, chance, step):
            break
        found = re.findall(r'hx-get="[^"?]*(/act\?[^"]+)"', "".join(shown(phones[:3], path, [])))
        ways = [html.unescape(way) for way in chance.sample(found, min(2, len(found)))]
        shared = shown(phones, path, ways)
        with uncached.meanwhile():
            assert shown(phones, path, ways) == shared


@pytest.mark.parametrize("name", ["sluff-off"])
def test_a_sheet_that_named_too_little_would_be_seen(
    app: Flask, tables: TableService, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The test above can fail: with a key that says nothing of the phone, one is shown another's sheet."""
    for kind in (Screen, *all_kinds(Screen)):
        if "likeness" in vars(kind):
            monkeypatch.setattr(kind, "likeness", property(lambda _: None))
    with pytest.raises(AssertionError):
        test_every_phone_is_shown_what_it_would_be_shown_alone(app, tables, name)


def all_kinds(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from all_kinds(one)
