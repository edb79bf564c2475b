"""Ui77 opened by its form and by the API, its rulebook, and what programs are told of it."""

from __future__ import annotations

import html
import json

import pytest
from flask.testing import FlaskClient

from companion.games.transcript import open_book, read_header
from companion.service.service import TableService
from tests.conftest import PhoneMaker, said
from tests.games.ui77.sitting import (
    Plain,
    discard,
    face_up,
)
from tests.web.ui77.pages import SEATS, text


def test_opening_tells_how_the_first_dealer_is_found(phone: PhoneMaker) -> None:
    page = phone().get("/open/ui77").text
    assert "the first club names who deals first" in page
    fields = {"name": ["Ann", "Carly"], "dealer": "0", "change": "more-0"}
    assert "Carly may choose who deals first." in phone().post("/open/ui77", fields).text
    assert "data-first-deal" not in phone().get("/open/sluff-off").text


def test_opening_offers_how_a_nov_is_rounded(phone: PhoneMaker, tables: TableService) -> None:
    page = phone().get("/open/ui77").text
    assert '<option value="">nearest (standard)</option>' in page
    assert '<option value="up">up</option>' in page
    chosen = {"name": ["Ann", "Bob"], "dealer": "0", "rule-nov_rounding": "up"}
    answer = phone().post("/open/ui77", chosen)
    opened = tables.get(answer.location.split("/")[-2])
    assert opened.header.plain["options"] == {"nov_rounding": "up"}
    assert opened.header.dealer == "Ann"
    kept = phone().post("/open/ui77", {**chosen, "change": "more-0"}).text
    assert '<option value="up" selected>up</option>' in kept
    wrong = phone().post("/open/ui77", {**chosen, "rule-nov_rounding": "sideways"})
    assert wrong.status_code == 422
    assert 'data-key="nov_rounding"' in wrong.text
    told = text(phone().get(f"/t/{opened.code}/rules").text)
    assert "This table: up (usually nearest)" in told


def test_the_rulebook_names_the_author_and_is_searched(phone: PhoneMaker) -> None:
    page = phone().get("/rules/ui77").text
    assert "Joshua Vandercar" in html.unescape(page)
    found = phone().get("/rules/ui77?q=revok").text
    assert 'id="revoke"' in found


def test_the_api_plays_and_tells(client: FlaskClient, tables: TableService) -> None:
    header = {"transcript": 1, "game": "ui77", "seats": SEATS, "dealer": "Bob", "options": {"nov_rounding": "down"}}
    made = said(client.post("/api/tables", json=header))
    key = {"Authorization": f"Bearer {made['keys']['host']}"}
    url = f"/api/tables/{made['code']}"
    assert client.post(f"{url}/moves", json=face_up(), headers=key).status_code == 201
    refused = client.post(f"{url}/moves", json=discard("Ann"), headers=key)
    assert (refused.status_code, said(refused)["rule"]) == (422, "discard-limit")
    assert said(refused)["instead"][0] == discard("Cat")
    assert said(client.get(url))["holdings"]["Ann"] == {"cards": 9, "tricks": 0}
    lines = client.get(f"{url}/transcript").text.splitlines()
    book = open_book(read_header(json.loads(lines[0])))
    for line in lines[1:]:
        book = book.play(json.loads(line)).state  # type: ignore[union-attr]
    assert book.report().plain().items() <= said(client.get(url)).items()


@pytest.mark.parametrize("header", [{"seats": ["Ann"]}, {"seats": list("ABCDEF")}, {"options": {"nov_rounding": 1}}])
def test_the_api_refuses_headers_that_are_none(client: FlaskClient, header: Plain) -> None:
    answer = client.post("/api/tables", json={"transcript": 1, "game": "ui77", "seats": SEATS, **header})
    assert answer.status_code == 400


def test_the_openapi_document_knows_its_moves_and_header(client: FlaskClient) -> None:
    schemas = said(client.get("/api/openapi.json"))["components"]["schemas"]
    assert {"FaceUp", "Swap", "Discard", "Cut", "CountLeft", "Limit", "Ui77Header"} <= set(schemas)
    assert schemas["Ui77Header"]["properties"]["seats"]["maxItems"] == 5
