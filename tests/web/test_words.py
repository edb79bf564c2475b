"""Sentences in words: translated where there is a translation, never read as anything but text."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask, render_template_string

from companion.games.text import Counted, Text
from companion.web.request_language import language, words
from tests.translations import teach

pytestmark = pytest.mark.own_app

ONE = Counted("{n} token, {who}", "{n} tokens, {who}", n=1, who="Mary")
MANY = Counted("{n} token, {who}", "{n} tokens, {who}", n=2, who="Mary")

CASES = {
    "text": (Text("{who} leads", who="Cory"), "Cory leads"),
    "string": ("<b>Cory</b>", "<b>Cory</b>"),
    "empty": (Text(""), ""),
    "one": (ONE, "1 token, Mary"),
    "many": (MANY, "2 tokens, Mary"),
    "percent": (Text("100 % sure, %(who)s"), "100 % sure, %(who)s"),
    "percent-plural": (Counted("{n} %", "{n} %%", n=2), "2 %%"),
    "hostile-name": (Text("{who} leads", who="{n} %(num)s {{ 7*7 }}"), "{n} %(num)s {{ 7*7 }} leads"),
    "inner-text": (Text("a {color} token", color=Text("red")), "a red token"),
    "list": (Text("won by {seats}", seats=("Mary", Text("red"))), "won by Mary, red"),
}


@pytest.mark.parametrize(("text", "sentence"), CASES.values(), ids=CASES)
def test_words(app: Flask, text: Text | str, sentence: str) -> None:
    with app.test_request_context("/"):
        assert words(text) == sentence


def test_the_filter_gives_text_that_a_template_escapes(app: Flask) -> None:
    with app.test_request_context("/"):
        made = render_template_string("{{ text|words }}", text=Text("{who} leads", who="<script>"))
    assert made == "&lt;script&gt; leads"


ACCEPTED = {
    "known": ("nl-BE, nl;q=0.9, en;q=0.5", "nl", "2 fiches, Mary"),
    "second-choice": ("xx, nl;q=0.8, en;q=0.5", "nl", "2 fiches, Mary"),
    "english": ("en-GB, nl;q=0.3", "en", "2 tokens, Mary"),
    "unknown": ("tlh", "en", "2 tokens, Mary"),
    "none": ("", "en", "2 tokens, Mary"),
    "junk": (";;q=,\u00ff/../x;q=9e9", "en", "2 tokens, Mary"),
}


@pytest.fixture
def dutch(app: Flask, tmp_path: Path) -> Flask:
    """The app as it is once somebody has translated it."""
    counted = {("{n} token, {who}", "{n} tokens, {who}"): ("{n} fiche, {who}", "{n} fiches, {who}")}
    teach(app, tmp_path, "nl", counted)
    return app


@pytest.mark.parametrize(("header", "tongue", "sentence"), ACCEPTED.values(), ids=ACCEPTED)
def test_the_phone_says_which_language(dutch: Flask, header: str, tongue: str, sentence: str) -> None:
    with dutch.test_request_context("/", headers={"Accept-Language": header}):
        assert language() == tongue
        assert words(MANY) == sentence
