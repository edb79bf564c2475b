"""What templates draw once is the same as drawn anew: in each language, for each phone, at each table."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, render_template_string
from jinja2 import DictLoader

from companion.config import Settings
from companion.games.sluff_off import screen
from companion.games.transcript import read_header
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import HEADER, Phone
from tests.translations import teach
from tests.web.games import enter

pytestmark = pytest.mark.own_app

PART = "<b>{{ name }}</b> {{ _('Deals') }}, {{ ngettext('{num} token', '{num} tokens', n) }}{{ seen }}"
KEPT = "{{ kept('parts.html', 'part', name, n) }}"


@pytest.fixture
def drawing(app: Flask, tmp_path: Path) -> Callable[..., str]:
    """Draws a template that keeps a part, for a phone of that language; some is translated into Dutch."""
    teach(app, tmp_path, "nl", {"Deals": "Geeft"})
    app.jinja_env.loader = DictLoader({"parts.html": f"{{% macro part(name, n) %}}{PART}{{% endmacro %}}"})

    def draw(tongue: str, template: str = KEPT, **values: object) -> str:
        with app.test_request_context("/", headers={"Accept-Language": tongue}):
            return render_template_string(template, **values)

    return draw


def test_a_kept_part_is_drawn_from_its_arguments_alone(drawing: Callable[..., str]) -> None:
    assert drawing("en", name="<i>", n=1, seen="a secret") == "<b>&lt;i&gt;</b> Deals, 1 token"
    assert drawing("en", name="Mary", n=2) == "<b>Mary</b> Deals, 2 tokens"


def test_each_language_keeps_its_own(drawing: Callable[..., str]) -> None:
    for _ in range(2):
        assert drawing("en", name="Mary", n=1) == "<b>Mary</b> Deals, 1 token"
        assert drawing("nl", name="Mary", n=1) == "<b>Mary</b> Geeft, 1 token"


def test_it_is_drawn_once(drawing: Callable[..., str]) -> None:
    drawn: list[object] = []

    class Name(str):
        __slots__ = ()

        def __html__(self) -> str:
            drawn.append(self)
            return "M"

    again = [drawing("en", name=Name("Mary"), n=3) for _ in range(3)]
    assert len(set(again)) == len(drawn) == 1


SENTENCES = {
    "plain": ("{{ _('Deals') }}", "Deals"),
    "percent": ("{{ _('100 % sure') }}", "100 % sure"),
    "value": ("{{ _('{who} leads', who=name) }}", "&lt;i&gt; leads"),
    "markup": ("{{ _('{who} leads', who=name|bdi) }}", "<bdi>&lt;i&gt;</bdi> leads"),
    "count": ("{{ ngettext('{num} of {who}', '{num} % of {who}', 2, who=name) }}", "2 % of &lt;i&gt;"),
}


@pytest.mark.parametrize(("template", "drawn"), SENTENCES.values(), ids=SENTENCES)
def test_a_templates_sentence(drawing: Callable[..., str], template: str, drawn: str) -> None:
    assert drawing("en", template, name="<i>") == drawn


MOVES: list[dict[str, Any]] = [
    *[{"move": "take", "seat": "A", "color": "blue"}] * 3,
    {"move": "done", "seat": "A"},
    {"move": "steal", "seat": "B", "color": "blue", "from": "A"},
    {"move": "undo"},
    {"move": "take", "seat": "B", "color": "red"},
    {"move": "done", "seat": "B"},
    {"move": "sluffer", "seat": "C"},
    {"move": "done", "seat": "D"},
    {"move": "trick", "winner": "B", "led": "red", "won_with": "red"},
    {"move": "turn_in", "seat": "B", "color": "red"},
    {"move": "trick", "winner": "C", "led": "green", "won_with": "blue"},
]


class Calls:
    """Counts the calls of a function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.many = function, 0

    def __call__(self, *args: Any) -> Any:
        self.many += 1
        return self.function(*args)


def test_what_all_phones_see_is_worked_out_once(
    app: Flask, opened: Opened, tables: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen(app, opened)  # who has sat down changes the table no more
    enter(tables, opened, {"move": "take", "seat": "Chris", "color": "red"})
    book = tables.find(opened.code).book
    viewed = Calls(screen.view)
    monkeypatch.setattr(screen, "view", viewed)
    described, reported = Calls(book.game.describe), Calls(type(book.state).report)
    monkeypatch.setattr(book.game, "describe", described)
    monkeypatch.setattr(type(book.state), "report", lambda state: reported(state))
    assert len(set(seen(app, opened))) == 4
    assert (viewed.many, described.many, reported.many) == (1, 1, 1)


NAMES = (("Chris", "Mary", "Katie", "Cory"), ("Mary", "Chris", "<b>%(name)s", "\u202eCory"))


def seen(app: Flask, opened: Opened) -> list[str]:
    """What the host, two seats and a phone that looks on are shown."""
    keys = [opened.host_key, *list(opened.seat_keys.values())[:2], None]
    return [
        re.sub(r"\b\d\d:\d\d\b", "", Phone(app, opened.code, key).get(f"/t/{opened.code}/part").text) for key in keys
    ]


def test_tables_that_are_drawn_side_by_side_share_what_looks_the_same_and_nothing_else(
    make_app: Callable[[Settings], Flask], settings: Settings
) -> None:
    # Both apps show the same tables: one of them after every move of each, the other at the end alone.
    warm, cold = (make_app(settings.model_copy(update={"open_limit": "1000/minute"})) for _ in range(2))
    tables: TableService = warm.extensions["tables"]
    opened = []
    for names in NAMES:
        header = read_header({**HEADER, "seats": list(names), "dealer": names[3]})
        opened.append(tables.open(header, keys_for_seats=True, label="test"))
    for move in MOVES:
        for one, names in zip(opened, NAMES, strict=True):
            called = dict(zip("ABCD", names, strict=True))
            enter(tables, one, {key: called.get(value, value) for key, value in move.items()})
            assert seen(warm, one)
    for one in opened:
        assert seen(warm, one) == seen(cold, one)
