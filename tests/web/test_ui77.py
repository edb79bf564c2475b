"""Ui77 over HTTP: the table's page by phase, who may tap what, the referee, the board, scores, API, rematch."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.games.transcript import open_book, read_header
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker, said
from tests.games.ui77.sitting import (
    NAMES,
    Plain,
    Sitting,
    cards,
    count,
    cut,
    discard,
    face_up,
    limit,
    points,
    swap,
    trick,
)
from tests.web.games import enter, podium

SEATS = list(NAMES[:3])
HEARTS = ("5H", "KH", "2H")
DEALT = [face_up(), *map(discard, SEATS)]
PROVED = [*DEALT, *[trick("Ann")] * 4, cards("5S 8D 8S"), cards("9C 10C 3C"), cards("QC 4S KC")]


@pytest.fixture
def opened(open_table: Callable[..., Opened]) -> Opened:
    return open_table(game="ui77", seats=SEATS, dealer="Cat", options={})


@pytest.fixture
def two(open_table: Callable[..., Opened]) -> Opened:
    return open_table(game="ui77", seats=SEATS[:2], dealer="Bob", options={})


@pytest.fixture
def bob(phone: PhoneMaker, opened: Opened) -> Phone:
    return phone(opened.code, opened.seat_keys["Bob"])


def tap(phone: Phone, code: str, *moves: object) -> Any:
    return phone.post(f"/t/{code}/moves", {"move": [json.dumps(move) for move in moves]}, htmx=True)


def controls(page: str) -> set[str]:
    return {html.unescape(name) for name in re.findall(r'<button [^>]*aria-label="([^"]+)"', page)}


def text(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def played(*hands: dict[str, int], to: int | None = None, after: int = 2) -> list[Plain]:
    """The moves of whole hands of two that add so much, the limit set once both have dealt."""
    sitting = Sitting(2)
    for number, costs in enumerate(hands):
        if number == after and to:
            sitting.play(limit(to))
        sitting.hand(**costs)
    return [move.plain() for move in sitting.book.moves()]


# The table's page.


def test_three_cards_are_turned_up_by_tapping_suit_and_rank(host: Phone, opened: Opened) -> None:
    page = host.get(f"/t/{opened.code}").text
    assert 'data-phase="face-up"' in page
    assert "/static/css/ui77." in page
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
    assert "Go Nov: 22 becomes 7, the average of 7" in scores
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


def test_a_revoke_is_shown_with_both_tricks_and_leads_to_the_ruling(
    host: Phone, bob: Phone, opened: Opened, tables: TableService
) -> None:
    enter(tables, opened, *PROVED)
    page = host.get(f"/t/{opened.code}").text
    assert page.count("data-trick=") == 2
    assert "Bob did not follow in trick 5 of hand 1" in page
    form = re.search(r'href="(/t/[^"]*/ruling\?[^"]*)"', page)
    assert form is not None
    ruling = host.get(html.unescape(form.group(1)))
    assert "Revoke in trick 5" in ruling.text
    assert "/hold?" in bob.get(f"/t/{opened.code}").text
    assert "Bob did not follow" in text(bob.get(f"/t/{opened.code}/board").text)
    sent = host.post(f"/t/{opened.code}/ruling", {"kind": "", "seat": "Bob", "points": "3", "reason": "Revoke"})
    assert sent.status_code == 303
    assert "Bob did not follow" not in text(bob.get(f"/t/{opened.code}/board").text)


def test_the_ruling_form_says_when_points_can_be_given(host: Phone, opened: Opened) -> None:
    assert "You can give points during a hand" in host.get(f"/t/{opened.code}/ruling").text
    sent = host.post(f"/t/{opened.code}/ruling", {"kind": "", "seat": "Bob", "points": "3", "reason": "So"})
    assert sent.status_code == 422
    assert 'data-rule="not-now"' in sent.text


def test_the_ledger_tells_every_move_undone_ones_too(host: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, *PROVED, cut("Ann"), {"move": "undo"}, points("Bob", 3))
    page = host.get(f"/t/{opened.code}/ledger")
    assert page.status_code == 200
    assert "Cat won a trick with 8\u2660" in text(page.text)
    export = host.get(f"/t/{opened.code}/transcript").text
    assert len(export.splitlines()) == 1 + len(PROVED) + 1


# Opening, rulebook, referee.


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
    opened = tables.find(answer.location.split("/")[-2])
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


def test_may_i_lead_trump_is_answered(host: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, *DEALT)
    asked = "ask=trick.cards&cards=5H&cards=7H&cards=8H"
    page = host.get(f"/t/{opened.code}/may-i?{asked}").text
    assert 'data-answer="no"' in page
    assert 'data-rule="trump-broken"' in page
    yes = host.get(f"/t/{opened.code}/may-i?ask=discard&seat=Ann&count=1").text
    assert 'data-rule="not-now"' in yes


def test_an_amended_winner_is_judged_in_full(host: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, *DEALT, trick("Ann"), trick("Ann"), cards("2C 3C 4C"))
    edit = json.dumps({"do": "change", "entry": "5", "move": trick("Bob")})
    page = host.get(f"/t/{opened.code}/amend/preview", query_string={"edit": edit})
    assert page.status_code == 200
    assert "Bob" in page.text


def test_cards_that_do_not_match_are_explained_by_a_wrong_winner(
    host: Phone, opened: Opened, tables: TableService
) -> None:
    enter(tables, opened, *DEALT, trick("Ann"), trick("Bob"), trick("Cat"))
    page = host.get(f"/t/{opened.code}/tokens").text
    assert "The cards don" in html.unescape(page)
    # Ann has two tricks and a card more, Cat none: trick 3 was Ann's.
    fields = {"c0-0": "8", "c0-1": "2", "c2-0": "6", "c2-1": "0", "compare": "1"}
    answer = host.get(f"/t/{opened.code}/tokens", query_string=fields).text
    assert "Ann won a trick" in text(answer)


# API.


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


def test_points_by_a_ruling_of_the_host_alone(bob: Phone, host: Phone, opened: Opened, tables: TableService) -> None:
    enter(tables, opened, face_up())
    assert tap(bob, opened.code, points("Bob", -5)).status_code == 403
    assert tap(host, opened.code, points("Bob", -5)).status_code == 200


def test_trump_broken_what_it_depends_on_is_told_by_a_tap_and_the_question_answered_anew(
    host: Phone, bob: Phone, opened: Opened, tables: TableService
) -> None:
    enter(tables, opened, *DEALT, trick("Bob"))
    address = f"/t/{opened.code}/may-i?ask=trick.cards&cards=KH&cards=5H&cards=7H"
    page = host.get(address).text
    assert 'data-answer="depends" data-rule="trump-broken"' in page
    assert "of trick 1 it is not known" in html.unescape(page)
    assert "was played in trick 1</button>" not in bob.get(address).text  # to amend is the keepers'
    form = next(
        form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if "A trump was played in trick 1<" in form
    )
    fields = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
    answer = host.post(f"/t/{opened.code}/amend", fields)
    assert answer.status_code == 303
    again = host.get(answer.location).text
    assert answer.location.startswith(f"/t/{opened.code}/may-i?ask=trick.cards")
    assert 'data-answer="yes"' in again
    assert tables.find(opened.code).book.move.plain() == {**trick("Bob"), "trump": True}  # type: ignore[union-attr]


def test_trump_broken_a_quick_trick_says_that_trump_was_played_and_costs_no_tap_where_it_does_not(
    bob: Phone, opened: Opened, tables: TableService
) -> None:
    enter(tables, opened, *DEALT)
    page = bob.get(f"/t/{opened.code}").text
    assert "Trump was played" in controls(page)
    assert '"trump": true' not in html.unescape(page)
    told = bob.get(f"/t/{opened.code}/act?trump=played").text
    assert "A trump was played." in told
    [move] = [
        json.loads(html.unescape(one)) for one in re.findall(r"value='([^']*)'[^>]*aria-label=\"Ann took it\"", told)
    ]
    assert move == {**trick("Ann"), "trump": True}
    assert tap(bob, opened.code, move).status_code == 200
    again = bob.get(f"/t/{opened.code}/act?trump=played").text
    assert "Trump was played" not in controls(again)  # once it is known there is nothing more to tell
    assert '"trump": true' not in html.unescape(again)
