"""Ui77 on the table's page, phase by phase: who may tap what, to the end and the rematch."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker, said
from tests.games.ui77.sitting import (
    Plain,
    Sitting,
    cards,
    count,
    cut,
    discard,
    face_up,
    limit,
    swap,
    trick,
)
from tests.web.games import enter, podium
from tests.web.ui77.pages import DEALT, SEATS, controls, tap, text

HEARTS = ("5H", "KH", "2H")


@pytest.fixture
def two(open_table: Callable[..., Opened]) -> Opened:
    return open_table(game="ui77", seats=SEATS[:2], dealer="Bob", options={})


def played(*hands: dict[str, int], to: int | None = None, after: int = 2) -> list[Plain]:
    """The moves of whole hands of two that add so much, the limit set once both have dealt."""
    sitting = Sitting(2)
    for number, costs in enumerate(hands):
        if number == after and to:
            sitting.play(limit(to))
        sitting.hand(**costs)
    return [move.plain() for move in sitting.book.moves()]


def test_the_three_cards_lie_on_every_phone_with_what_they_mean(phone: PhoneMaker, host: Phone, opened: Opened) -> None:
    page = host.get(f"/t/{opened.code}").text
    assert 'data-phase="face-up"' in page
    assert "/css/ui77.css" in page
    three = {"told": "cards", "card": ["4H", "6S", "7D"]}
    assert host.post(f"/t/{opened.code}/moves", three, htmx=True).status_code == 204
    for page in (phone().get(f"/t/{opened.code}").text, phone().get(f"/t/{opened.code}/board").text):
        assert re.findall(r'data-card="(\w+)"', page) == ["4H", "6S", "7D"]
        assert "Trump hearts, in effect from trick 3 throw up to 2 win 4 spades cost nothing" in text(page)


def test_how_many_cards_each_seat_holds_is_always_shown(phone: PhoneMaker, host: Phone, opened: Opened) -> None:
    tap(host, opened.code, face_up())
    tap(host, opened.code, discard("Ann", 2))
    for move in (discard("Bob"), discard("Cat"), trick("Bob")):
        tap(host, opened.code, move)
        page = phone().get(f"/t/{opened.code}").text
        report = said(phone().get(f"/api/tables/{opened.code}"))["holdings"]
        for name in SEATS:
            place = page[page.index(f'data-place="{name}"') :]
            for what in ("cards", "tricks"):
                assert re.search(rf'data-color="{what}" data-count="(\d+)"', place).group(1) == str(report[name][what])  # type: ignore[union-attr]


def test_too_many_discards_say_why(host: Phone, bob: Phone, opened: Opened) -> None:
    tap(host, opened.code, face_up())
    refused = tap(host, opened.code, discard("Ann", 3))
    assert refused.status_code == 422
    assert 'data-rule="discard-limit"' in refused.text
    assert "Throw 2 instead" in controls(refused.text)
    assert tap(bob, opened.code, discard("Ann", 1)).status_code == 403


def test_a_swap_is_told_by_the_form(bob: Phone, host: Phone, opened: Opened, tables: TableService) -> None:
    tap(host, opened.code, face_up(*HEARTS))
    told = {"swapper": "Bob", "take": "KH"}
    assert bob.post(f"/t/{opened.code}/moves", told, htmx=True).status_code == 422
    assert bob.post(f"/t/{opened.code}/moves", {**told, "swapper": "Ann", "give": "AH"}, htmx=True).status_code == 403
    assert bob.post(f"/t/{opened.code}/moves", {**told, "give": "AH"}, htmx=True).status_code == 204
    assert tables.get(opened.code).book.move.plain() == swap("Bob", "AH", "KH")  # type: ignore[union-attr]


def test_a_trick_is_one_tap_or_its_cards(bob: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, *DEALT)
    moves = f"/t/{opened.code}/moves"
    refused = bob.post(moves, {"told": "cards", "card": ["5H", "7S", "8S"]}, htmx=True)
    assert 'data-rule="trump-broken"' in refused.text
    assert "holds only trump" not in refused.text
    assert bob.post(moves, {"winner": "Cat", "trump": "played"}, htmx=True).status_code == 204
    assert tables.get(opened.code).book.move.plain() == trick("Cat", trump=True)  # type: ignore[union-attr]
    told = bob.post(moves, {"told": "cards", "card": ["5S", "7S", "8S"]})  # without scripts
    assert (told.status_code, told.location) == (303, f"/t/{opened.code}")
    assert tables.get(opened.code).book.move.plain() == cards("5S 7S 8S")  # type: ignore[union-attr]


def test_a_cut_is_entered_by_its_own_seat(bob: Phone, opened: Opened) -> None:
    assert tap(bob, opened.code, cut("Bob")).status_code == 204, "one before the deal belongs to the hand to come"
    assert tap(bob, opened.code, cut("Ann")).status_code == 403


def test_the_last_count_scores_the_hand(host: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, *DEALT, *[trick("Ann")] * 4, *[trick("Bob")] * 5)
    assert 'data-phase="count"' in host.get(f"/t/{opened.code}").text
    assert tap(host, opened.code, count("Ann", 1)).status_code == 204
    page = host.get(f"/t/{opened.code}").text
    assert 'data-phase="face-up"' in page
    assert "Hand 1 is over" in text(page)


def test_the_limit_is_tapped_and_what_ends_the_game_at_once_says_so(
    phone: PhoneMaker, two: Opened, tables: TableService
) -> None:
    enter(tables, two, *played({"Ann": 12}, {"Bob": 7}))
    host = phone(two.code, two.host_key)
    page = host.get(f"/t/{two.code}").text
    assert {"Play to 77", "Play to 22", "Play to 11: the game ends at once"} <= controls(page)
    assert "Play to 11" not in controls(page)
    assert tap(host, two.code, limit(11)).status_code == 204
    page = host.get(f"/t/{two.code}").text
    assert 'data-phase="over"' in page
    assert "The limit was 11." in page


def test_go_nov_is_shown_with_its_average(phone: PhoneMaker, two: Opened, tables: TableService) -> None:
    enter(tables, two, *played({"Ann": 12}, {"Bob": 7}, {"Ann": 10}, to=22))
    host = phone(two.code, two.host_key)
    told = "Ann : 22 becomes 7, the average of 7"
    assert told in text(host.get(f"/t/{two.code}").text)
    scores = text(host.get(f"/t/{two.code}/scores").text)
    assert "Go Nov: 22 becomes 7, the average of 7 \u22125" in scores
    assert "Hand 4" in scores
    assert "Hand by hand" in scores
    assert "Round" not in scores


def test_the_end_has_a_podium_and_a_rematch_with_the_deal_passed_on(
    phone: PhoneMaker, two: Opened, tables: TableService
) -> None:
    enter(tables, two, *played({"Ann": 12}, {"Bob": 7}, {"Ann": 15}, to=22))
    host = phone(two.code, two.host_key)
    page = text(host.get(f"/t/{two.code}").text)
    assert "Bob wins with 7 points" in page
    board = podium(phone().get(f"/t/{two.code}/board").text)
    assert "1. Bob, 7 points; 2. Ann, 27 points" in board
    answer = host.post(f"/t/{two.code}/rematch")
    again = tables.get(answer.location.split("/")[2])
    assert again.header.dealer == "Ann", "hand three was dealt by Bob"
    assert again.header.game == "ui77"
