"""Names in templates: short where room is short, and apart from the sentence round them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from companion.games import GAMES
from companion.games.markup import bdi, short
from companion.tables.answers import Opened
from companion.tables.badges import badges
from companion.web.template_helpers import badge, setting
from tests.conftest import PhoneMaker


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        ("Mary", "Mary"),
        ("Bartholomew", "Barth\u2026"),
        ("abcd \u00e9fg", "abcd\u2026"),
        ("abcd\U0001f469\u200d\U0001f680x", "abcd\u2026"),
        ("abcde\u0301fg", "abcd\u2026"),
    ],
)
def test_a_long_name_is_cut_between_letters(name: str, cut: str) -> None:
    assert short(name, 6) == cut


def test_a_name_is_text_and_stands_apart() -> None:
    assert bdi("<b>") == "<bdi>&lt;b&gt;</bdi>"


def test_a_badge_has_the_number_of_its_seat() -> None:
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
    names = ["Chris", name, "Katie"]
    page = phone().post("/open/sluff-off", {"name": names, "dealer": "0"})
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
    seats = ["-", "- -", "."]
    opened = open_table(game=slug, seats=seats, options={}, dealer=".")
    host = phone(opened.code, opened.host_key)
    for where in ("", "/board", "/scores", "/ledger", "/seats"):
        assert host.get(f"/t/{opened.code}{where}").status_code in (200, 204), where
