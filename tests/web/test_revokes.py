"""A proven revoke on every phone: both tricks, and the way that is open to this phone."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import PhoneMaker, said
from tests.web.games import enter, in_play

MISSED = {"move": "trick", "cards": ["red 3", "green 1", "red 4", "red 5"]}
SHOWN = {"move": "trick", "cards": ["red 6", "red 7", "red 8", "red 9"]}


@pytest.fixture
def caught(opened: Opened, tables: TableService) -> Opened:
    """Mary has not followed in trick 1, and trick 2 shows it. Cory leads it: Chris, Mary and Katie come after."""
    in_play(tables, opened)
    enter(tables, opened, MISSED, SHOWN)
    return opened


def found(page: str) -> str:
    """What the page says of it."""
    assert page.count("data-revoke") == 1
    return page[page.index("<details") : page.index("</details>")]


def rows(shown: str, number: int) -> list[str]:
    """The cards of a trick as they are read."""
    part = shown[shown.index(f'data-trick="{number}"') :]
    listed = re.findall(r"<li[^>]*>(.*?)</li>", part[: part.index("</ol>")], re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in listed]


def test_every_phone_shows_both_tricks_card_by_card(phone: PhoneMaker, caught: Opened) -> None:
    keys = [None, caught.host_key, caught.seat_keys["Katie"]]
    for key in keys:
        shown = found(phone(caught.code if key else None, key).get(f"/t/{caught.code}/part").text)
        assert "The cards prove a revoke: <bdi>Mary</bdi>" in shown
        assert rows(shown, 1) == ["Chris red 3 led", "Mary green 1", "Katie red 4", "Cory red 5 won"]
        assert rows(shown, 2) == ["Cory red 6 led", "Chris red 7", "Mary red 8", "Katie red 9 won"]
        assert shown.count('class="caught"') == 2


def test_who_keeps_the_book_is_led_to_the_ruling_with_the_seat_filled_in(phone: PhoneMaker, caught: Opened) -> None:
    host = phone(caught.code, caught.host_key)
    shown = found(host.get(f"/t/{caught.code}/part").text)
    [link] = re.findall(r'<a [^>]*href="([^"]*)"', shown)
    form = host.get(html.unescape(link).partition("#")[0]).text
    points = form[form.index('id="points"') :]
    assert '<option value="Mary" selected>' in points
    assert 'name="reason" value="Revoke in trick 1"' in points
    assert 'value="Revoke' not in form[: form.index('id="points"')]


def test_the_others_may_put_the_table_on_hold_and_who_looks_on_may_not(phone: PhoneMaker, caught: Opened) -> None:
    katie = phone(caught.code, caught.seat_keys["Katie"])
    [link] = re.findall(r'<a [^>]*href="([^"]*)"', found(katie.get(f"/t/{caught.code}/part").text))
    form = katie.get(html.unescape(link)).text
    assert 'value="Revoke in trick 1"' in form
    assert '<option value="revoke" selected>' in form
    assert "<a " not in found(phone().get(f"/t/{caught.code}/part").text)


def test_it_is_shown_although_the_round_has_ended(phone: PhoneMaker, opened: Opened, tables: TableService) -> None:
    in_play(tables, opened)
    trick = {"move": "trick", "winner": "Cory", "led": "purple", "won_with": "purple"}
    enter(tables, opened, MISSED, *[trick] * 13, SHOWN)
    host = phone(opened.code, opened.host_key)
    page = host.get(f"/t/{opened.code}/part").text
    assert 'data-phase="prediction"' in page
    assert "Decide it" in found(page)
    enter(tables, opened, {"move": "done", "seat": "Mary"})
    assert "data-revoke" not in host.get(f"/t/{opened.code}/part").text


def test_while_a_token_is_owed_the_trick_is_settled_first(
    phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    in_play(tables, opened, {"move": "take", "seat": "Katie", "color": "red"})
    enter(tables, opened, MISSED, SHOWN)
    shown = found(phone(opened.code, opened.host_key).get(f"/t/{opened.code}/part").text)
    assert "Finish the trick first; then the table can rule." in shown
    assert "<a " not in shown


def test_once_the_game_is_over_an_amend_is_the_way(
    phone: PhoneMaker, open_table: Callable[..., Opened], tables: TableService
) -> None:
    opened = open_table(options={"rounds": 1})
    in_play(tables, opened)
    trick = {"move": "trick", "winner": "Cory", "led": "purple", "won_with": "purple"}
    enter(tables, opened, MISSED, *[trick] * 13, SHOWN)
    shown = found(phone(opened.code, opened.host_key).get(f"/t/{opened.code}/part").text)
    assert "Correct the last entry to put a table ruling before it." in shown
    assert "Decide it" not in shown


def test_the_board_says_it_too(phone: PhoneMaker, caught: Opened) -> None:
    board = phone().get(f"/t/{caught.code}/board/part").text
    assert 'class="said wrong">Mary did not follow in trick 1 of round 1' in board


def test_the_report_says_what_it_always_said(phone: PhoneMaker, caught: Opened) -> None:
    told = said(phone().get(f"/api/tables/{caught.code}"))["irregularities"]
    assert told == [{"kind": "revoke", "seat": "Mary", "round": 1, "trick": 1, "shown_in": 2}]


def test_the_referee_still_tells_of_it_when_play_has_gone_on(
    tables: TableService, phone: PhoneMaker, caught: Opened
) -> None:
    enter(tables, caught, {"move": "trick", "winner": "Cory", "led": "green", "won_with": "green"})
    assert "data-revoke" not in phone(caught.code, caught.host_key).get(f"/t/{caught.code}/part").text
    for key in (None, caught.host_key, caught.seat_keys["Katie"]):
        page = phone(caught.code if key else None, key).get(f"/t/{caught.code}/referee").text
        assert "Mary did not follow in trick 1 of round 1" in page
