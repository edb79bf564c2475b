"""The seats’ page: who may change what, the code, setting up, and going on to a rematch."""

from __future__ import annotations

import re
from collections.abc import Callable

from werkzeug.datastructures import MultiDict

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import PhoneMaker
from tests.web.games import enter
from tests.web.table.shown import seen

TWO_MARYS = ["Chris", "Mary", "mary", "Cory"]


def test_the_seats_page_shows_the_code_but_no_key(phone: PhoneMaker, opened: Opened) -> None:
    page = phone(opened.code, opened.host_key).get(f"/t/{opened.code}/seats").text
    assert f"{opened.code[:4]}-{opened.code[4:]}" in page
    assert opened.host_key not in page
    assert "Move this seat to another phone" not in seen(phone().get(f"/t/{opened.code}/seats").text)


def test_setting_up_is_told_until_the_first_move(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    host = phone(opened.code, opened.host_key)
    assert "Set up the table" in host.get(f"/t/{opened.code}/seats").text
    page = phone().get(f"/t/{opened.code}/set-up")
    assert page.status_code == 200
    assert 'data-color="blue" data-count="3"' in page.text
    assert "25 in all: count them." in page.text
    enter(tables, opened, {"move": "done", "seat": "Chris"})
    assert "Set up the table" not in host.get(f"/t/{opened.code}/seats").text


def test_a_rematch_of_names_that_read_the_same_asks_for_others_and_keeps_the_rest(
    open_table: Callable[..., Opened], tables: TableService, phone: PhoneMaker
) -> None:
    older = open_table(options={"supply": {"blue": 3}, "rounds": 1, "white_with_match": False}, seats=TWO_MARYS)
    predicted = [{"move": "done", "seat": seat} for seat in TWO_MARYS]
    enter(tables, older, *predicted, *[{"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"}] * 15)
    host = phone(older.code, older.host_key)
    page = host.post(f"/t/{older.code}/rematch")
    assert page.status_code == 422
    assert "\u201cMary\u201d and \u201cmary\u201d look the same" in page.text
    assert tables.get(older.code).next_code is None
    fields = MultiDict(re.findall(r'<input[^>]* name="(name|rule-[^"]+)"[^>]* value="([^"]+)"', page.text))
    assert fields.getlist("name") == TWO_MARYS
    assert (fields["rule-supply.blue"], fields["rule-rounds"]) == ("3", "1")
    assert '<option value="false" selected>' in page.text
    assert 'name="dealer" value="0" checked' in page.text
    fields.setlist("name", ["Chris", "Mary", "Marie", "Cory"])
    [form] = re.findall(r'<form method="post" action="([^"]+)"', page.text)
    opened = host.post(form, fields).location.split("/")[-2]
    assert tables.get(opened).header.seats == ("Chris", "Mary", "Marie", "Cory")
