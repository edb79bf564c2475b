"""Who plays for whom: a seat with a phone of its own is left to it until another keeper says that it plays for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker
from tests.web.games import in_play
from tests.web.table.shown import elements, labels, own_of, seen


@pytest.fixture
def chris(phone: PhoneMaker, opened: Opened) -> Phone:
    """The phone of Chris, who has taken the seat with it."""
    own = phone(opened.code, opened.seat_keys["Chris"])
    own.get(f"/t/{opened.code}")
    return own


def test_seats_without_a_phone_are_played_from_the_hosts(host: Phone, opened: Opened) -> None:
    page = host.get(f"/t/{opened.code}").text
    assert "Take red" in labels(page)
    assert "Play for Chris" not in labels(page)


def test_a_seat_with_a_phone_is_left_to_it_until_a_keeper_plays_for_it(
    host: Phone, chris: Phone, opened: Opened
) -> None:
    page = host.get(f"/t/{opened.code}").text
    assert "Take red" not in labels(page)
    assert "Play for Chris" in labels(page)
    assert "Still to predict" in seen(page)
    assert {"Take red", "Done"} <= {had.get("aria-label") for _, had in elements(page, own_of(page) | {"played"})}
    own = chris.get(f"/t/{opened.code}").text
    assert "Take red" in labels(own)
    assert "Play for Chris" not in labels(own)


def test_nobody_but_a_keeper_plays_for_another(phone: PhoneMaker, chris: Phone, opened: Opened) -> None:
    page = phone(opened.code, opened.seat_keys["Mary"]).get(f"/t/{opened.code}").text
    assert not labels(page) & {"Take red", "Play for Chris"}


def test_who_took_a_trick_is_told_on_any_phone(
    open_table: Callable[..., Opened], phone: PhoneMaker, tables: TableService
) -> None:
    opened = open_table()
    in_play(tables, opened)
    for key in opened.seat_keys.values():
        phone(opened.code, key).get(f"/t/{opened.code}")
    page = phone(opened.code, opened.host_key).get(f"/t/{opened.code}").text
    assert "Mary took it" in labels(page)
    assert "Play for" not in seen(page)
