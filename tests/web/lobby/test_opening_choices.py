"""Opening a table: house rules of several words, and what a game\u2019s own header names."""

from __future__ import annotations

import re
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.rules_editions import RULES
from companion.service.service import TableService
from tests.conftest import PhoneMaker

THREE = ("Ann", "Ben", "Cat")


def form(**fields: str) -> MultiDict[str, str]:
    return MultiDict([*(("name", name) for name in THREE), ("dealer", "2"), *fields.items()])


def plain(tables: TableService, answer: Any) -> Any:
    assert answer.status_code == 303, answer.text
    return dict(tables.get(answer.location.split("/")[-2]).header.plain)


def test_what_is_left_as_usual_is_not_written_down(phone: PhoneMaker, tables: TableService) -> None:
    fields = {"header-first": "", "rule-direction": "", "rule-decks": "", "rule-hidden_count": ""}
    header = plain(tables, phone().post("/open/popcorn", form(**fields)))
    named = {"transcript": 1, "game": "popcorn", "rules": RULES}
    assert header == {**named, "seats": [*THREE], "dealer": "Cat", "options": {}}


def test_what_is_chosen_is_in_the_header(phone: PhoneMaker, tables: TableService) -> None:
    fields = {"header-first": "1", "rule-direction": "either", "rule-decks": "2", "rule-hidden_count": "true"}
    header = plain(tables, phone().post("/open/popcorn", form(**fields)))
    assert header["first"] == "Ben"
    assert header["options"] == {"direction": "either", "decks": 2, "hidden_count": True}


@pytest.mark.parametrize(
    ("change", "first", "after"),
    [("up-1", "1", "0"), ("down-0", "1", "0"), ("less-0", "1", "0"), ("less-1", "1", None), ("less-2", "1", "1"),
     ("more-0", "2", "2")],
)  # fmt: skip
def test_who_plays_first_keeps_the_seat_when_seats_move(
    phone: PhoneMaker, change: str, first: str, after: str | None
) -> None:
    page = phone().post("/open/popcorn", form(**{"header-first": first, "change": change})).text
    select = re.search(r'<select name="header-first".*?</select>', page, re.S)
    assert select is not None
    assert re.findall(r'value="(\d)" selected', select[0]) == ([] if after is None else [after])


@pytest.mark.parametrize("first", ["7", "x", "-1", "\u00b2", "99999999999"])
def test_a_seat_that_is_none_is_nobody(phone: PhoneMaker, tables: TableService, first: str) -> None:
    assert "first" not in plain(tables, phone().post("/open/popcorn", form(**{"header-first": first})))


def test_a_word_that_is_none_is_refused_and_kept_out(phone: PhoneMaker) -> None:
    answer = phone().post("/open/popcorn", form(**{"rule-direction": "sideways", "header-first": "1"}))
    assert answer.status_code == 422
    assert "The house rule \u201cdirection\u201d cannot be set like this." in answer.text
    assert '<option value="1" selected>Seat 2: Ben</option>' in answer.text


def test_the_rulebook_tells_the_choice_in_words(phone: PhoneMaker, tables: TableService) -> None:
    host = phone()
    answer = host.post("/open/popcorn", form(**{"rule-direction": "either"}))
    page = host.get(f"/t/{answer.location.split('/')[-2]}/rules").text
    assert "one up or one down, as the player likes" in page
    assert "up: aces, twos, threes" in page
    assert "up: aces, twos, threes" in host.get("/rules/popcorn").text
