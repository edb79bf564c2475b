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


def test_three_cards_are_turned_up_by_tapping_suit_and_rank(host: Phone, opened: Opened) -> None:
    page = host.get(f"/t/{opened.code}").text
    assert 'data-phase="face-up"' in page
    assert "/css/ui77.css" in page
    assert {"Card: hearts", "Card: spades"} <= controls(page)
    half = host.get(f"/t/{opened.code}/act?suit=1+hearts&card=6S").text
    assert "And card two?" in half
    assert {"A of hearts", "10 of hearts", "Take back a card"} <= controls(half)
    whole = host.get(f"/t/{opened.code}/act?card=4H&card=6S&card=7D").text
    assert "Trump hearts, in effect from trick 3 throw up to 2 win 4 spades cost nothing" in text(whole)
    assert "Turn up these cards" in controls(whole)
    assert "These cards can\u2019t be right." in host.get(f"/t/{opened.code}/act?card=4H&card=6S&card=4H").text


def test_the_three_cards_lie_on_every_phone_with_what_they_mean(phone: PhoneMaker, host: Phone, opened: Opened) -> None:
    assert tap(host, opened.code, face_up()).status_code == 200
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


def test_discards_are_asked_in_turn_and_too_many_say_why(
    phone: PhoneMaker, host: Phone, bob: Phone, opened: Opened
) -> None:
    tap(host, opened.code, face_up())
    page = host.get(f"/t/{opened.code}").text
    assert re.search(r'class="tile dim" id="throw-3"', page)
    assert not re.search(r'class="tile dim" id="throw-2"', page)
    waiting = bob.get(f"/t/{opened.code}").text
    assert "Ann is discarding" in text(waiting)
    assert "Throw 0" not in controls(waiting)
    refused = tap(host, opened.code, discard("Ann", 3))
    assert refused.status_code == 422
    assert 'data-rule="discard-limit"' in refused.text
    assert "Throw 2 instead" in controls(refused.text)
    assert tap(bob, opened.code, discard("Ann", 1)).status_code == 403
    ann = phone(opened.code, opened.seat_keys["Ann"])
    assert "Throw how many?" in ann.get(f"/t/{opened.code}").text
    assert tap(ann, opened.code, discard("Ann", 1)).status_code == 200


def test_a_swap_is_offered_where_all_three_are_of_one_suit(host: Phone, bob: Phone, opened: Opened) -> None:
    tap(host, opened.code, face_up(*HEARTS))
    for page in (host.get(f"/t/{opened.code}").text, bob.get(f"/t/{opened.code}").text):
        assert "Swap a card first" in controls(page)
    chosen = bob.get(f"/t/{opened.code}/act?swap=Bob&take=KH").text
    assert "Give A\u2665\ufe0e" in controls(chosen)
    assert "Ann swaps" in controls(host.get(f"/t/{opened.code}/act?swap=Ann").text)
    assert tap(bob, opened.code, swap("Bob", "AH", "KH")).status_code == 200
    page = bob.get(f"/t/{opened.code}").text
    assert "Swap a card first" not in controls(page)
    assert "throw up to 1" in page


def test_a_trick_is_one_tap_on_the_seat_that_took_it(bob: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, *DEALT)
    page = bob.get(f"/t/{opened.code}").text
    assert {"Ann took it", "Bob took it", "Cat took it"} <= controls(page)
    assert "No trump before trick 3." in page
    assert tap(bob, opened.code, trick("Cat")).status_code == 200
    assert "Trump counts now." in tap(bob, opened.code, trick("Cat")).text


def test_a_trick_by_its_cards(bob: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, *DEALT)
    half = bob.get(f"/t/{opened.code}/act?by=cards&card=5S").text
    assert "Bob \u2019s card" in text(half)
    assert re.search(r'class="button dim" id="card-6"', half), "the six of spades lies face up"
    whole = bob.get(f"/t/{opened.code}/act?by=cards&card=5S&card=7S&card=8S").text
    assert "Cat takes it with 8\u2660" in whole
    assert "Record trick" in controls(whole)
    led = bob.get(f"/t/{opened.code}/act?by=cards&card=5H&card=7S&card=8S").text
    assert "These cards can\u2019t be right." in led
    assert "The leader holds only trump" in controls(led)
    refused = tap(bob, opened.code, cards("5H 7S 8S"))
    assert 'data-rule="trump-broken"' in refused.text
    assert "holds only trump" not in refused.text


def test_a_cut_is_entered_at_any_time_of_a_hand(host: Phone, bob: Phone, opened: Opened, tables: TableService) -> None:
    assert "Cut" in controls(bob.get(f"/t/{opened.code}").text), "one before the deal belongs to the hand to come"
    enter(tables, opened, face_up())
    assert "Cut" in controls(bob.get(f"/t/{opened.code}").text)
    assert "Bob was in a cut" in controls(bob.get(f"/t/{opened.code}/act?cut=ask").text)
    assert "Ann was in a cut" not in controls(bob.get(f"/t/{opened.code}/act?cut=ask").text)
    assert {f"{name} was in a cut" for name in SEATS} <= controls(host.get(f"/t/{opened.code}/act?cut=ask").text)
    assert tap(bob, opened.code, cut("Bob")).status_code == 200
    assert tap(bob, opened.code, cut("Ann")).status_code == 403


def test_the_hand_is_counted_on_each_phone(host: Phone, bob: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, *DEALT, *[trick("Ann")] * 4, *[trick("Bob")] * 5)
    waiting = bob.get(f"/t/{opened.code}").text
    assert 'data-phase="count"' in waiting
    assert "The hand is being counted" in waiting
    page = host.get(f"/t/{opened.code}").text
    assert "Ann : how many spades?" in text(page)
    assert "4 of the slough suit" in controls(page)
    after = tap(host, opened.code, count("Ann", 1)).text
    assert "Hand 1" in text(after)
    assert 'data-phase="face-up"' in after


def test_the_limit_is_tapped_and_what_ends_the_game_at_once_says_so(
    phone: PhoneMaker, two: Opened, tables: TableService
) -> None:
    enter(tables, two, *played({"Ann": 12}, {"Bob": 7}))
    host = phone(two.code, two.host_key)
    page = host.get(f"/t/{two.code}").text
    assert {"Play to 77", "Play to 22", "Play to 11: the game ends at once"} <= controls(page)
    assert "Play to 11" not in controls(page)
    assert 'data-phase="over"' in tap(host, two.code, limit(11)).text
    assert "The limit was 11." in host.get(f"/t/{two.code}").text


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
    again = tables.find(answer.location.split("/")[2])
    assert again.header.dealer == "Ann", "hand three was dealt by Bob"
    assert again.header.game == "ui77"
