"""Tables that come into a circle otherwise than by its form: from a file, by a transcript in the API, as a rematch."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.games.transcript import read_header
from companion.service.service import TableService
from tests.conftest import Phone
from tests.games.comings import rename
from tests.service.circle import Evenings
from tests.web.games import enter

HEADER = {"transcript": 1, "game": "sluff-off", "seats": ["Ann", "Bob", "Cleo"], "dealer": "Cleo"}
TAKE = {"move": "take", "seat": "Ann", "color": "red"}
NOT_TWICE = {"move": "take", "seat": "Cleo", "color": "red"}


def text_of(*lines: object) -> str:
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def bring(phone: Phone, data: str, circle: str, **more: str) -> Any:
    """Choose a file and a circle, and send the form."""
    form = {
        "circle": circle,
        "request": f"file of {circle}",
        "transcript": (io.BytesIO(data.encode()), "game.jsonl"),
        **more,
    }
    return phone.post("/open/file", form, content_type="multipart/form-data")


def test_a_game_from_a_file_comes_into_the_circle_with_its_people(phone: Phone, home: Evenings) -> None:
    home.plays("Bob", "Dan", "Eve")
    asked = phone.get("/open/file", query_string={"circle": home.circle.code}).text
    assert f'value="{home.circle.code}" checked' in asked
    for _ in range(2):  # a second tap leads to the same table
        opened = bring(phone, text_of(HEADER, TAKE, rename("Cleo", "Cloe")), home.circle.code)
        assert opened.status_code == 303, opened.text
    assert home.names() == ["Bob", "Dan", "Eve", "Ann", "Cloe"]
    assert [[seat.name for seat in game.seats] for game in home.games()] == [
        ["Bob", "Dan", "Eve"],
        ["Ann", "Bob", "Cloe"],
    ]
    assert home.games()[1].table in opened.location


def test_without_a_choice_it_belongs_to_none_and_who_is_in_none_is_not_asked(
    app: Flask, phone: Phone, home: Evenings
) -> None:
    assert "Tuesdays" in phone.get("/open/file").text
    assert 'name="circle"' not in Phone(app).get("/open/file").text
    assert bring(phone, text_of(HEADER, TAKE), "").status_code == 303
    assert home.games() == ()


def test_the_choice_is_kept_whatever_is_wrong_with_the_file(phone: Phone, home: Evenings) -> None:
    code = home.circle.code
    for data in ("", "{", text_of(HEADER, NOT_TWICE)):
        refused = bring(phone, data, code)
        assert refused.status_code == 422
        assert f'value="{code}" checked' in refused.text
    assert bring(phone, text_of(HEADER, NOT_TWICE), code, without="1").status_code == 303
    assert home.names() == HEADER["seats"]


def test_a_phone_that_is_not_in_the_circle_any_more_brings_nothing_into_it(app: Flask, home: Evenings) -> None:
    refused = bring(Phone(app), text_of(HEADER, TAKE), home.circle.code)
    assert refused.status_code == 422
    assert "not in that circle any more" in refused.text
    assert "&#34;Cleo&#34;" in refused.text
    assert home.games() == ()


@pytest.mark.parametrize("member", [True, False], ids=["in the circle", "not in it"])
def test_a_rematch_for_which_names_are_asked_stays_in_the_circle(
    app: Flask, tables: TableService, home: Evenings, phone: Phone, member: bool
) -> None:
    older = tables.open(
        read_header({**HEADER, "seats": ["Ann", "Bob", "bob"], "dealer": "Ann", "options": {"rounds": 1}}),
        keys_for_seats=True, label="test", circle=home.circle.id,
    )  # fmt: skip
    predicted = [{"move": "done", "seat": seat} for seat in ("Bob", "bob", "Ann")]
    enter(tables, older, *predicted, *[{"move": "trick", "winner": "Ann", "led": "red", "won_with": "red"}] * 15)
    host = phone if member else Phone(app)
    with host.client.session_transaction() as session:
        session["tables"] = [[older.code, older.host_key]]
    asked = host.post(f"/t/{older.code}/rematch")
    assert asked.status_code == 422
    assert (home.circle.code in asked.text) is member
    fields = MultiDict(re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"', asked.text))
    fields.setlist("name", ["Ann", "Bob", "Rob"])
    more = host.post("/open/sluff-off", MultiDict([*fields.items(multi=True), ("change", "up-1")]))
    assert f'name="after" value="{older.code}"' in more.text
    opened = host.post("/open/sluff-off", fields).location.split("/")[2]
    assert tables.circles.of_table(tables.get(opened).table_id) == home.circle
    assert "Rob" in home.names()
    stranger = Phone(app)
    by_hand = {**fields, "name": ["Ann", "Bob", "Rob"], "circle": "", "request": "", "csrf_token": stranger.token}
    theirs = stranger.post("/open/sluff-off", by_hand)
    assert tables.circles.of_table(tables.get(theirs.location.split("/")[2]).table_id) is None
