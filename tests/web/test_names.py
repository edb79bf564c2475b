"""Names in templates: short where room is short, and apart from the sentence round them."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.web.names import bdi, initial, setting, short


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
    assert initial("mary") == "M"


def test_settings_in_words(app: Flask) -> None:
    with app.test_request_context():
        assert (setting(True), setting(False), setting(6)) == ("yes", "no", "6")
        assert setting({"blue": 3, "red": 2}) == "blue 3, red 2"
