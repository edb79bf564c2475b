"""Every place of a page where text goes in: what is typed there comes out as text, wherever it is shown.

All of `tests/attacks.py` are used, each at one of the ways in; an everyday run draws one for each, and has there, too,
what breaks out of any tag. A real browser parses the answers, and the pages are compared with those of a plain name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, Page

from tests import attacks
from tests.browser.attacked import FOUND, evaluated
from tests.browser.ways_in import OUT_OF_ANY, WAYS, Room, is_way_in
from tests.often import drawn

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

TEMPLATES = Path(__file__).parents[2] / "templates"
PLAIN = "Zoe"
AS_FOUND = {"_looked_up"}
"""Ways whose pages hold other elements for other words: what is found by them. So does the seats' page where nobody
comes for a while, whatever the names are."""
MADE = {
    ("referee/ruling_macros.html", "*"): "points",  # `name` of a macro: points, or a game's count
    ("lobby/open_table.html", "*"): "rule-*",
    ("lobby/open_table.html", "*.*"): "rule-*",
    ("referee/may_i_field.html", "*"): "*",
    ("referee/may_i_field.html", "*.*"): "*",
    ("referee/reconcile_count.html", "*"): "c*-*",
    ("table/players.html", "*"): "points",
}
"""Fields whose names a template makes, by the way in; on the pages that are read each is met by its own name."""
BY_FUNCTION = tuple(dict.fromkeys(WAYS.values()))


@pytest.fixture(scope="module")
def parser(browser: Browser) -> Iterator[Page]:
    """A page of a real browser, in which nothing is opened: it parses what it is given."""
    page = browser.new_page()
    yield page
    page.close()


def names_of(way: Any) -> tuple[str, ...]:
    """Those that are sent by this way."""
    return attacks.names()[BY_FUNCTION.index(way) :: len(BY_FUNCTION)]


def where(room: Room, answer: TestResponse) -> str:
    """The address of an answer, without the codes, and its status."""
    codes = {room.code: "CODE", room.ring.code: "CIRCLE"}
    path = re.sub("|".join(codes), lambda found: codes[found[0]], answer.request.path)
    return f"{answer.request.method} {re.sub(r'/[A-Z0-9]{8}(?=/|$)', '/NEW', path)} {answer.status_code}"


@pytest.mark.parametrize("way", BY_FUNCTION, ids=lambda way: way.__name__.strip("_"))
def test_what_is_typed_is_text_wherever_it_is_shown(shared_app: Flask, parser: Page, way: Any) -> None:
    every = names_of(way)
    plain: dict[str, str] = {}
    for text in (PLAIN, OUT_OF_ANY, *drawn(every, len(every), way.__name__)):
        room = Room(shared_app)
        shown = list(way(room, text))
        answers = [*shown, *room.silent]
        for answer in answers:
            assert answer.status_code < 500, (where(room, answer), text)
            assert answer.mimetype == "text/html", (where(room, answer), text)
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
        found = evaluated(parser, FOUND, [[answer.text, text] for answer in answers])
        for number, (answer, read) in enumerate(zip(answers, found, strict=True)):
            place = f"{number} {where(room, answer)}"
            assert not read["faults"], (place, text)
            assert number >= len(shown) or read["shows"], (place, text)
            if text == PLAIN:
                plain[place] = read["shape"]
                assert [one for one in read["fields"] if not is_way_in(answer.request.path, *one)] == []
            elif number < len(shown) and place in plain and not (way.__name__ in AS_FOUND or "/seats " in place):
                assert read["shape"] == plain[place], (place, text)


def test_every_name_is_used() -> None:
    used = [name for way in BY_FUNCTION for name in names_of(way)]
    assert sorted(used) == sorted(attacks.names())
    assert len(used) >= 500


def test_no_field_of_a_template_is_left_out() -> None:
    """A name that a template makes of a variable has a star for it."""
    tags = re.compile(r"<(?:input|textarea)\b(?:{%.*?%}|{{.*?}}|[^>{])*>")
    left: set[tuple[str, str]] = set()
    for template in sorted(TEMPLATES.rglob("*.html")):
        for tag in tags.findall(template.read_text(encoding="utf-8")):
            kind, name = re.search(r' type="(\w+)"', tag), re.search(r' name="([^"]*)"', tag)
            if name and (kind is None or kind[1] not in ("hidden", "radio", "checkbox", "submit")):
                field = re.sub(r"{{.*?}}", "*", name[1])
                left |= {(template.relative_to(TEMPLATES).as_posix(), field)}
    assert len(left) > 15
    typed = {field for _, field in WAYS}
    assert {one for one in left if one[1] not in typed or "*" in one[1]} == MADE.keys()
    assert {*MADE.values()} <= typed
