"""Who plays for whom: a seat with a phone of its own is left to it until another keeper says that it plays for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker
from tests.web.games import enter, in_play
from tests.web.table.taps import TAKE, for_of, tap

DONE = {"move": "done", "seat": "Chris"}


@pytest.fixture
def chris(phone: PhoneMaker, opened: Opened) -> Phone:
    """The phone of Chris, who has taken the seat with it."""
    own = phone(opened.code, opened.seat_keys["Chris"])
    own.get(f"/t/{opened.code}")
    return own


def test_seats_without_a_phone_are_played_from_the_hosts(host: Phone, opened: Opened) -> None:
    page = host.get(f"/t/{opened.code}").text
    assert 'aria-label="Take red"' in page
    assert "Play for Chris" not in page


def test_a_seat_with_a_phone_is_left_to_it(host: Phone, chris: Phone, opened: Opened) -> None:
    page = host.get(f"/t/{opened.code}").text
    assert 'aria-label="Take red"' not in page
    assert 'aria-label="Play for Chris"' in page
    assert "Still to predict" in page
    own = chris.get(f"/t/{opened.code}").text
    assert 'aria-label="Take red"' in own
    assert "Play for" not in own


def test_playing_for_a_seat_lasts_for_its_turn(host: Phone, chris: Phone, opened: Opened, tables: TableService) -> None:
    code = opened.code
    playing = host.get(f"/t/{code}/act?play=Chris", htmx=True)
    assert 'aria-label="Take red"' in playing.text
    assert 'name="play" value="Chris"' in playing.text
    assert playing.headers["HX-Replace-Url"].startswith(f"/t/{code}/act?for=")
    assert "play=Chris" in playing.headers["HX-Replace-Url"]
    after = tap(host, code, TAKE, version=0, play="Chris", **{"for": for_of(playing.text)}).text
    assert 'aria-label="Take blue"' in after
    assert 'name="play" value="Chris"' in after
    over = tap(host, code, DONE, version=1, play="Chris", **{"for": for_of(after)}).text
    assert 'name="play"' not in over
    assert tables.find(code).version == 2
    assert 'aria-label="Take blue"' in over  # Mary has no phone of her own


def test_a_phone_that_plays_for_a_seat_is_told_when_that_seat_plays_itself(
    host: Phone, chris: Phone, opened: Opened, tables: TableService
) -> None:
    address = host.get(f"/t/{opened.code}/act?play=Chris", htmx=True).headers["HX-Replace-Url"]
    enter(tables, opened, TAKE)
    page = host.get(address, htmx=True).text
    assert 'type="hidden" name="play"' not in page
    assert "recorded: " in page


def test_nobody_but_a_keeper_plays_for_another(phone: PhoneMaker, chris: Phone, opened: Opened) -> None:
    mary = phone(opened.code, opened.seat_keys["Mary"])
    page = mary.get(f"/t/{opened.code}/act?play=Chris").text
    assert 'aria-label="Take red"' not in page
    assert 'name="play"' not in page


def test_who_took_a_trick_is_told_on_any_phone(
    open_table: Callable[..., Opened], phone: PhoneMaker, tables: TableService
) -> None:
    opened = open_table()
    in_play(tables, opened)
    for key in opened.seat_keys.values():
        phone(opened.code, key).get(f"/t/{opened.code}")
    page = phone(opened.code, opened.host_key).get(f"/t/{opened.code}").text
    assert 'aria-label="Mary took it"' in page
    assert "Play for" not in page
