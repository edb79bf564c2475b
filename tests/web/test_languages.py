"""In which language a phone, a board and a program are answered, and how a tap changes it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask, request

from companion.web.stream import WATCH
from tests.conftest import HEADER, Phone, said
from tests.translations import teach

pytestmark = pytest.mark.own_app

GERMAN = {
    "Home": "Start",
    "Join": "Mitspielen",
    "There is nothing at this address.": "Hier ist nichts.",
    "Who are you?": "Wer bist du?",
}
IN_GERMAN: dict[str, Any] = {"headers": {"Accept-Language": "de-AT, en;q=0.5"}}


@pytest.fixture(autouse=True)
def german(app: Flask, tmp_path: Path) -> None:
    teach(app, tmp_path / "languages", "de", GERMAN)


def test_a_phone_follows_its_browser_until_a_tap_chooses(app: Flask) -> None:
    phone = Phone(app)
    assert 'lang="en" dir="ltr"' in phone.get("/").text
    assert 'lang="de" dir="ltr"' in phone.get("/", **IN_GERMAN).text
    answer = phone.post("/language", {"language": "en", "next": "/j"}, **IN_GERMAN)
    assert (answer.status_code, answer.location) == (303, "/j")
    assert 'lang="en"' in phone.get("/", **IN_GERMAN).text
    phone.post("/language", {"language": "de"})
    assert 'lang="de"' in phone.get("/").text


@pytest.mark.parametrize("code", ["xx", "", "../de"])
def test_a_language_that_is_not_offered_changes_nothing(app: Flask, code: str) -> None:
    phone = Phone(app)
    phone.post("/language", {"language": "de"})
    assert phone.post("/language", {"language": code}).location == "/"
    assert 'lang="de"' in phone.get("/").text


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x", "/\n/evil"]
)
def test_the_way_back_leads_to_a_page_of_ours(app: Flask, back: str) -> None:
    assert Phone(app).post("/language", {"language": "de", "next": back}).location == "/"


@pytest.mark.parametrize(
    ("sent_to", "shown_at"),
    [
        ("/c/K7QF2M9X/name", "/c/K7QF2M9X"),
        ("/t/K7QF2M9X/seats", "/t/K7QF2M9X/seats"),
        ("/none", "/none"),
        ("/j/", "/j/"),
    ],
)
def test_a_page_that_a_form_brought_back_leads_to_where_that_form_is(app: Flask, sent_to: str, shown_at: str) -> None:
    assert Phone(app).post("/language", {"language": "de", "next": sent_to}).location == shown_at


def test_the_switch_names_each_language_as_its_speakers_do(app: Flask) -> None:
    page = Phone(app).get("/", **IN_GERMAN).text
    assert 'lang="de" aria-current="true">Deutsch</button>' in page
    assert 'value="en" lang="en">English</button>' in page


def test_a_page_in_one_language_has_no_switch(app: Flask, tmp_path: Path) -> None:
    app.extensions["languages"].__dict__["offered"] = ("en",)
    assert 'class="languages"' not in Phone(app).get("/").text


def test_a_program_goes_by_its_header_alone(app: Flask) -> None:
    phone = Phone(app)
    phone.post("/language", {"language": "en"})
    assert said(phone.get("/api/nothing", **IN_GERMAN))["reason"] == "Hier ist nichts."
    assert said(phone.get("/api/nothing"))["reason"] == "There is nothing at this address."


def test_a_board_has_its_own(app: Flask) -> None:
    phone = Phone(app)
    code = said(phone.client.post("/api/tables", json=HEADER))["code"]
    assert 'href="?language=de"' in phone.get(f"/t/{code}/board").text
    page = phone.get(f"/t/{code}/board?language=de").text
    assert '<html lang="de"' in page
    assert f"/t/{code}/board/live?language=de" in page
    assert '<html lang="en"' in phone.get(f"/t/{code}/board?language=xx").text
    assert '<html lang="en"' in phone.get(f"/t/{code}?language=de").text


def test_a_stream_goes_on_in_the_language_that_it_was_asked_in(app: Flask) -> None:
    code = said(Phone(app).client.post("/api/tables", json=HEADER))["code"]
    with app.test_request_context(f"/t/{code}/live", **IN_GERMAN):
        app.full_dispatch_request().close()
        assert request.environ[WATCH].variant.code == "de"
