"""Names and reasons are any text: never markup on any page, in a refusal or a stream; short where room is short."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.games import GAMES
from companion.games.markup import bdi, short
from companion.tables.answers import Opened
from companion.tables.badges import badges
from companion.web.template_helpers import badge, setting
from tests.conftest import Phone, PhoneMaker
from tests.tables.acts import hold
from tests.web.games import enter

HOSTILE = [
    "<script>alert(1)</script>", "\"><img src=x onerror=a>", "' onmouseover='x", "{{7*7}}{% raw %}",
    "</textarea><svg/onload=x>"[:40],
]  # fmt: skip
MARKUP = re.compile(r"<script>alert|<img src=x|' onmouseover='|<svg/onload|>49<")
QUERIES = {
    "/may-i": ["?ask=ruling.points", "?ask=trick.cards&cards=<img src=x hx-trigger=load>&cards=%25s&_all=cards"],
    "/hold": ["?reason=<script>alert(1)</script>"],
    "/tokens": ["?c0-0=1&compare=1"],
    "/amend": ["?entry=1", "?entry=<script>alert(1)</script>"],
    "/amend/preview": ['?edit={"do":"remove","entry":"1"}'],
    "/rules": ["?q=<script>alert(1)</script>"],
}


def pages(app: Flask, opened: Opened) -> list[str]:
    """Every address of a table that is read, and others on which its names may stand."""
    found = [
        rule.rule.replace("<code>", opened.code).replace("<entry>", "1")
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and "/<code>" in rule.rule and not rule.rule.endswith("/live")
    ]
    table = f"/t/{opened.code}"
    asked = [f"{table}{page}{query}" for page, queries in QUERIES.items() for query in queries]
    link, again = next(iter(opened.seat_keys.values())), f"/j/{opened.code}?again"
    return [*(path for path in found if not path.startswith("/c/")), *asked, "/", f"/k/{link}", again, "/open/popcorn"]


@pytest.mark.parametrize("slug", GAMES)
def test_names_and_reasons_are_never_markup(app: Flask, open_table: Callable[..., Opened], slug: str) -> None:
    names, rule = HOSTILE[:4], GAMES[slug].rulebook.rules[0].id
    opened = open_table(game=slug, seats=names, dealer=names[-1], options={})
    host, tables = Phone(app, opened.code, opened.host_key), app.extensions["tables"]
    if slug == "sluff-off":
        points = {"move": "ruling", "seat": names[1], "points": 3, "reason": HOSTILE[0]}
        enter(tables, opened, {"move": "take", "seat": names[0], "color": "red"}, {"move": "undo"}, points)
    for reason in HOSTILE:
        enter(tables, opened, hold(reason))
        for path in pages(app, opened) if reason == HOSTILE[0] else [f"/t/{opened.code}", f"/t/{opened.code}/board"]:
            answer = host.get(path)
            assert answer.status_code < 500, path
            if answer.mimetype == "text/html":
                assert not MARKUP.search(answer.text), path
        sent = {"how": "stands", "reason": reason, "rule": rule, "version": tables.get(opened.code).version}
        ruled = host.post(f"/t/{opened.code}/hold/ruling", sent)
        assert ruled.status_code == 303
    for page in ("/ledger", "/referee"):  # where reasons are kept
        kept = host.get(f"/t/{opened.code}{page}").text
        assert "&lt;script&gt;alert" in kept
        assert not MARKUP.search(kept), page


def test_a_refusal_and_a_stream_never_turn_a_name_into_markup(app: Flask, open_table: Callable[..., Opened]) -> None:
    opened = open_table(seats=HOSTILE, dealer=HOSTILE[4])
    seat = Phone(app, opened.code, opened.seat_keys[HOSTILE[1]])
    answers = [
        seat.post(f"/t/{opened.code}/moves", {"move": json.dumps(move)}, htmx=True)
        for move in ({"move": "take", "seat": HOSTILE[0], "color": "red"}, {"move": "done", "seat": HOSTILE[1]})
    ]
    assert [answer.status_code for answer in answers] == [403, 422]
    with seat.get(f"/t/{opened.code}/live", buffered=False) as stream:
        first: Any = next(iter(stream.response))
    assert b"&lt;script&gt;" in first
    assert not [told for told in (*(answer.text for answer in answers), first.decode()) if MARKUP.search(told)]


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        pytest.param("Mary", "Mary", id="short"),
        pytest.param("Bartholomew", "Barth\u2026", id="long"),
        pytest.param("abcd \u00e9fg", "abcd\u2026", id="at a space"),
        pytest.param("abcd\U0001f469\u200d\U0001f680x", "abcd\u2026", id="before a joined emoji"),
        pytest.param("abcde\u0301fg", "abcd\u2026", id="before an accent of its own"),
    ],
)
def test_a_long_name_is_cut_between_letters(name: str, cut: str) -> None:
    assert short(name, 6) == cut


def test_a_name_is_text_and_stands_apart_and_a_badge_has_the_number_of_its_seat() -> None:
    assert bdi("<b>") == "<bdi>&lt;b&gt;</bdi>"
    seats = badges(("Mary", "Mo", "<b>"), ((None, None),) * 3)
    assert badge("Mo", seats) == '<span class="initial seat-2" aria-hidden="true" data-initial="Mo"></span>'
    assert badge("<b>", seats) == '<span class="initial seat-3" aria-hidden="true" data-initial="&lt;"></span>'
    assert badge(None, seats) == badge("host", seats) == ""


def test_settings_in_words(app: Flask) -> None:
    with app.test_request_context():
        assert (setting(True), setting(False), setting(6)) == ("yes", "no", "6")
        assert setting({"blue": 3, "red": 2}) == "blue 3, red 2"


@pytest.mark.parametrize("name", ["\u200b", "\u2060 \u200d", "\u0301", "\u00a0\u00ad"])
def test_a_name_that_cannot_be_seen_is_refused_and_kept(phone: PhoneMaker, name: str) -> None:
    page = phone().post("/open/sluff-off", {"name": ["Chris", name, "Katie"], "dealer": "0"})
    assert page.status_code == 422
    assert "visible character" in page.text
    assert 'value="Katie"' in page.text


@pytest.mark.parametrize(("name", "sent"), [("a\nb", "a\r\nb"), ("x\0y", "x\ufffdy"), ("Mary", "Mary")])
def test_a_seat_of_any_name_can_be_taken_as_a_browser_sends_it(
    phone: PhoneMaker, open_table: Callable[..., Opened], name: str, sent: str
) -> None:
    opened = open_table(seats=["Chris", name, "Katie"], dealer="Chris")
    assert phone().post(f"/j/{opened.code}", {"name": sent}).location == f"/t/{opened.code}"


@pytest.mark.parametrize("slug", GAMES)
def test_a_name_without_a_letter_is_drawn_as_any_other(
    phone: PhoneMaker, open_table: Callable[..., Opened], slug: str
) -> None:
    opened = open_table(game=slug, seats=["-", "- -", "."], options={}, dealer=".")
    host = phone(opened.code, opened.host_key)
    for where in ("", "/board", "/scores", "/ledger", "/seats"):
        assert host.get(f"/t/{opened.code}{where}").status_code in (200, 204), where
