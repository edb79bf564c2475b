"""A table of dice over HTTP: forms, phones, board, scores, referee and API, from opening to the rematch."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.replay import replay
from companion.games.rules_editions import RULES
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker, said
from tests.games.fluff.sitting import NAMES, bid, call, count, header, roll, ruling, show, spill, starts
from tests.web.games import enter, podium
from tests.web.program import Program

THREE = NAMES[:3]


@pytest.fixture
def cups(open_table: Callable[..., Opened]) -> Opened:
    """A table of three with dice."""
    return open_table(game="fluff", seats=list(THREE), dealer="Ann", options={"sloppy": True})


@pytest.fixture
def phones(phone: PhoneMaker, cups: Opened) -> dict[str, Phone]:
    """A phone a seat, and the host's."""
    found = {name: phone(cups.code, key) for name, key in cups.seat_keys.items()}
    return {**found, "host": phone(cups.code, cups.host_key)}


def table(one: Phone, cups: Opened) -> str:
    """The page, as it is read."""
    return unescape(re.sub("</?bdi>", "", one.get(f"/t/{cups.code}").text))


def tap(one: Phone, cups: Opened, *moves: object, version: int, **more: Any) -> Any:
    fields: dict[str, Any] = {"move": [json.dumps(move) for move in moves], "version": version, **more}
    return one.post(f"/t/{cups.code}/moves", fields, htmx=True)


def tell(one: Phone, cups: Opened, told: str, fields: Mapping[str, Any] | None = None, *, htmx: bool = True) -> Any:
    """Send the form of the page that the phone shows, by the button that tells this."""
    page = one.get(f"/t/{cups.code}").text
    hidden = re.findall(r'<input type="hidden" name="(version|for)" value="([^"]*)"', page)
    return one.post(f"/t/{cups.code}/moves", {**dict(hidden), **(fields or {}), "told": told}, htmx=htmx)


def test_home_and_the_form_that_brings_a_set_for_four_more(phone: PhoneMaker, tables: TableService) -> None:
    assert "Fluff" in phone().get("/").text
    assert "2 to 12 players" in phone().get("/").text
    assert "Deals first" not in phone().get("/open/fluff").text
    fields = MultiDict([("name", name) for name in NAMES[:4]])
    page = phone().post("/open/fluff", MultiDict([*fields.items(multi=True), ("change", "more-0")]))
    assert re.search(r'name="rule-sets"[^>]*value="2"', page.text)
    assert "How many sets of dice are on the table? <b>2</b>" in page.text
    five = MultiDict([*[("name", name) for name in NAMES[:5]], ("rule-sets", "2")])
    back = phone().post("/open/fluff", MultiDict([*five.items(multi=True), ("change", "less-4")]))
    assert re.search(r'name="rule-sets"[^>]*value=""', back.text)
    answer = phone().post("/open/fluff", five)
    plain = tables.get(answer.location.split("/")[-2]).header.plain
    assert plain == {**header(5, sets=2), "rules": RULES}


def test_a_house_rule_that_was_chosen_stays_whoever_comes(phone: PhoneMaker) -> None:
    fields = [*[("name", name) for name in NAMES[:4]], ("rule-sets", "3"), ("change", "more-0")]
    assert re.search(r'name="rule-sets"[^>]*value="3"', phone().post("/open/fluff", MultiDict(fields)).text)


def test_too_many_for_the_sets_is_said(phone: PhoneMaker) -> None:
    answer = phone().post("/open/fluff", MultiDict([("name", name) for name in NAMES[:6]]))
    assert answer.status_code == 422
    assert "Fluff is for 2 to 4 players, and here are 6." in answer.text


WILDS = {"wilds-0": "2", "wilds-1": "0", "wilds-2": "1"}


def test_any_phone_tells_the_roll_for_all(phones: dict[str, Phone], cups: Opened) -> None:
    answer = tell(phones["Tom"], cups, "roll", {"wilds-1": "2"})
    assert answer.status_code == 422
    assert "Not finished yet" in answer.text
    assert "Wilds still missing: Ann, Mia." in answer.text
    assert tell(phones["Tom"], cups, "roll", WILDS).status_code == 204
    assert "Ann opens" in table(phones["Mia"], cups)


def test_without_a_script_the_form_leads_to_the_page(phones: dict[str, Phone], cups: Opened) -> None:
    answer = tell(phones["Tom"], cups, "roll", htmx=False)
    assert answer.status_code == 422
    assert "<html" in answer.text
    assert "Wilds still missing: Ann, Tom, Mia." in answer.text
    answer = tell(phones["Tom"], cups, "roll", WILDS, htmx=False)
    assert (answer.status_code, answer.location) == (303, f"/t/{cups.code}")


def test_a_bid_that_is_no_raise_is_told_why(phones: dict[str, Phone], cups: Opened, tables: TableService) -> None:
    enter(tables, cups, starts(), bid("Ann", 5, 4))
    answer = tell(phones["Tom"], cups, "bid", {"quantity": "5", "value": "4"})
    assert answer.status_code == 422
    assert 'data-rule="raise"' in answer.text
    assert "The bid to raise: 5 × 4." in answer.text
    assert "Bid 6 × 4" in answer.text
    assert tell(phones["Mia"], cups, "bid", {"quantity": "6", "value": "4"}).status_code == 403
    assert tell(phones["Tom"], cups, "bid", {"quantity": "6", "value": "4"}).status_code == 204


def test_a_form_of_an_act_that_is_over_enters_nothing(
    phones: dict[str, Phone], cups: Opened, tables: TableService
) -> None:
    seen = enter(tables, cups, starts(), bid("Ann", 5, 4))
    fields = {"told": "bid", "quantity": "6", "value": "4", "version": seen, "for": f"e{seen}"}
    enter(tables, cups, call("Mia"))
    assert phones["Tom"].post(f"/t/{cups.code}/moves", fields, htmx=True).status_code == 409
    assert tables.get(cups.code).version == seen + 1


def test_a_call_on_a_bid_that_was_raised_meanwhile_is_no_call(
    phones: dict[str, Phone], cups: Opened, tables: TableService
) -> None:
    seen = enter(tables, cups, starts(), bid("Ann", 5, 4))
    enter(tables, cups, bid("Tom", 6, 4))
    assert tap(phones["Mia"], cups, call("Mia"), version=seen).status_code == 409
    assert tables.get(cups.code).book.report().phase == "bid"


def test_each_phone_shows_its_own_dice_and_they_lie_open(
    phones: dict[str, Phone], cups: Opened, tables: TableService
) -> None:
    version = enter(tables, cups, starts(), bid("Ann", 5, 4), call("Mia"))
    assert tap(phones["Tom"], cups, show("Mia", "4w222"), version=version).status_code == 403
    answer = tell(phones["Mia"], cups, "dice 2", {"die-2": ["4", "wild", "2", "2"]})
    assert answer.status_code == 422
    assert "Mia has 5 dice. Tapped in so far: 4." in answer.text
    assert tell(phones["Mia"], cups, "dice 2", {"die-2": ["4", "wild", "2", "2", "2"]}).status_code == 204
    seen = table(phones["Tom"], cups)
    assert "Shows: 4, wild, 2, 2, 2" in seen
    assert "2 still to show" in seen
    assert tell(phones["Tom"], cups, "count 1 2").status_code == 204
    assert tell(phones["Ann"], cups, "count 0 0").status_code == 204
    page = table(phones["Ann"], cups)
    assert "No bid yet. Ann opens." in page
    assert "5 × 4 bid by Ann: 4 there." in page
    assert "Ann lost 1 die" in page
    assert "Shows:" not in page
    assert tables.get(cups.code).book.report().holdings == {"Ann": 4, "Tom": 5, "Mia": 5}


def test_phones_that_show_at_once_are_all_heard(phones: dict[str, Phone], cups: Opened, tables: TableService) -> None:
    seen = enter(tables, cups, starts(), bid("Ann", 5, 4), call("Mia"))
    for name in THREE:
        assert tap(phones[name], cups, show(name, "22222"), version=seen).status_code == 204
    again = tap(phones["Ann"], cups, show("Ann", "22222"), version=seen)
    assert again.status_code == 204  # the same tap once more
    assert tables.get(cups.code).version == seen + 3


def test_phones_that_show_at_once_each_in_their_own_way_are_all_heard(
    phones: dict[str, Phone], cups: Opened, tables: TableService
) -> None:
    seen = enter(tables, cups, starts(), bid("Ann", 5, 4), call("Mia"))
    assert tap(phones["Ann"], cups, count("Ann", 2), version=seen).status_code == 204
    assert tap(phones["Tom"], cups, show("Tom", "44222"), version=seen).status_code == 204
    assert "2 of 5 count" in table(phones["Mia"], cups)
    assert tap(phones["Mia"], cups, count("Mia", 1), version=seen).status_code == 204
    assert tables.get(cups.code).book.report().holdings == {"Ann": 5, "Tom": 5, "Mia": 3}
    assert "1 of Mia\u2019s dice counts. 5 \u00d7 4 in all: Mia loses 2 dice" in unescape(
        re.sub("</?bdi>", "", phones["host"].get(f"/t/{cups.code}/ledger").text)
    )


def test_dice_of_an_older_round_are_not_shown_in_the_next(
    phones: dict[str, Phone], cups: Opened, tables: TableService
) -> None:
    seen = enter(tables, cups, starts(), bid("Ann", 5, 4), call("Mia"))
    enter(tables, cups, *[show(name, "22222") for name in THREE], bid("Ann", 5, 4), call("Mia"))
    assert tap(phones["Tom"], cups, show("Tom", "22222"), version=seen).status_code == 409
    enter(tables, cups, show("Tom", "22222"))
    undone = enter(tables, cups, {"move": "undo"})
    assert tap(phones["Mia"], cups, show("Mia", "22222"), version=undone - 1).status_code == 409


def test_dice_that_were_spilled(phones: dict[str, Phone], cups: Opened, tables: TableService) -> None:
    enter(tables, cups, starts())
    assert tell(phones["Tom"], cups, "spill 2 2").status_code == 403
    assert tell(phones["Mia"], cups, "spill 2 2").status_code == 204
    assert "3 dice, 2 set aside" in table(phones["Tom"], cups)


@pytest.mark.parametrize(
    "path", ["", "/board", "/scores", "/ledger", "/rules", "/referee", "/tokens", "/may-i", "/ruling"]
)
def test_every_page_in_every_phase(phones: dict[str, Phone], cups: Opened, tables: TableService, path: str) -> None:
    moments: list[list[Any]] = [
        [], [roll(Ann=1, Tom=1, Mia=0)], [roll(Ann=1, Tom=0)], [bid("Ann", 5, 4)], [call("Mia")],
        [show("Mia", "2345w")], [show("Ann", "22222"), count("Tom", 0)], [ruling("Tom", -5)], [ruling("Mia", -5)],
    ]  # fmt: skip
    for moves in moments:
        enter(tables, cups, *moves)
        assert phones["host"].get(f"/t/{cups.code}{path}").status_code == 200, (path, moves)


@pytest.mark.parametrize(
    "moves", [[spill("Tom", 5), spill("Mia", 5)], [starts(), ruling("Tom", -5), ruling("Mia", -5)]]
)
def test_a_game_that_ends_before_anybody_has_bid(
    phones: dict[str, Phone], cups: Opened, tables: TableService, moves: list[Any]
) -> None:
    enter(tables, cups, *moves)
    assert "Nobody has bid." in table(phones["host"], cups)
    for path in ("", "/board", "/scores"):
        assert "Ann" in phones["Tom"].get(f"/t/{cups.code}{path}").text


@pytest.mark.parametrize("asked", ["first_roll", "bid", "call", "show", "show.matching", "spill", "ruling"])
def test_may_i(phones: dict[str, Phone], cups: Opened, tables: TableService, asked: str) -> None:
    enter(tables, cups, starts(), bid("Ann", 5, 4))
    assert phones["Tom"].get(f"/t/{cups.code}/may-i?ask={asked}").status_code == 200
    page = phones["Tom"].get(f"/t/{cups.code}/may-i?ask=bid&seat=Tom&quantity=5&value=3").text
    assert "raise" in page
    page = phones["Tom"].get(f"/t/{cups.code}/may-i?ask=show&seat=Tom&dice=2&dice=wild&_all=dice").text
    assert "not-now" in page


def test_the_board_never_asks_and_the_last_one_wins(
    phones: dict[str, Phone], cups: Opened, tables: TableService
) -> None:
    enter(tables, cups, starts(), ruling("Tom", -5), ruling("Mia", -5))
    board = phones["Tom"].get(f"/t/{cups.code}/board").text
    assert "<button" not in board
    assert "wins" in board
    scores = phones["Tom"].get(f"/t/{cups.code}/scores").text
    assert podium(scores) == podium(board) == "1. Ann, 5 dice; 2. Mia, out; 3. Tom, out"


def test_a_rematch_has_the_same_cups(phones: dict[str, Phone], cups: Opened, tables: TableService) -> None:
    enter(tables, cups, starts(), ruling("Tom", -5), ruling("Mia", -5))
    code = phones["host"].post(f"/t/{cups.code}/rematch").location.split("/")[-1]
    again = tables.get(code)
    assert again.header.options == tables.get(cups.code).header.options
    assert again.book.report().phase == "first-roll"


def test_a_ruling_by_its_form(phones: dict[str, Phone], cups: Opened, tables: TableService) -> None:
    version = enter(tables, cups, starts())
    fields = {"kind": "", "seat": "Tom", "dice": "\u22122", "reason": "under the sofa", "version": version}
    assert phones["host"].post(f"/t/{cups.code}/ruling", fields).status_code == 303
    assert tables.get(cups.code).book.report().holdings["Tom"] == 3
    answer = phones["host"].post(f"/t/{cups.code}/ruling", {**fields, "dice": "4", "version": version + 1})
    assert answer.status_code == 422
    assert 'data-rule="table-ruling"' in answer.text
    answer = phones["host"].post(f"/t/{cups.code}/ruling", {**fields, "dice": "0", "version": version + 1})
    assert "Enter any number but 0." in answer.text


def test_the_dice_do_not_match(phones: dict[str, Phone], cups: Opened, tables: TableService) -> None:
    shows = [show("Mia", "22222"), show("Ann", "22222"), show("Tom", "44444")]
    version = enter(tables, cups, starts(), bid("Ann", 6, 4), call("Tom"), *shows)
    assert tables.get(cups.code).book.report().holdings == {"Ann": 4, "Tom": 5, "Mia": 5}
    page = phones["host"].get(f"/t/{cups.code}/tokens?c0-0=5&c1-0=4&compare=1")
    assert page.status_code == 200
    assert "amend" in page.text
    fields = {"c0-0": "5", "c1-0": "4", "reason": "counted", "version": version}
    assert phones["host"].post(f"/t/{cups.code}/tokens", fields).status_code == 303
    assert tables.get(cups.code).book.report().holdings == {"Ann": 5, "Tom": 4, "Mia": 5}


def test_the_api_plays_exports_and_reads_it_again(client: Any, cups: Opened, tables: TableService) -> None:
    host = Program(client, cups.code, cups.host_key)
    for move in (starts(), bid("Ann", 5, 4), call("Mia"), show("Mia", "4w222")):
        assert host.move(move).status_code == 201
    seen = host.see()
    assert (seen["phase"], seen["holdings"], seen["totals"]) == ("show", {"Ann": 5, "Tom": 5, "Mia": 5}, {})
    refused = host.move(show("Tom", "4"))
    assert (refused.status_code, said(refused)["rule"]) == (422, "settle")
    lines = client.get(f"/api/tables/{cups.code}/transcript").data
    assert replay(lines).book.state == tables.get(cups.code).book.state
    document = client.get("/api/openapi.json").json["components"]["schemas"]
    assert document["FluffHeader"]["properties"]["seats"]["maxItems"] == 12
    made = client.post("/api/tables", json=header(12, sets=3))
    assert made.status_code == 201
    assert "dealer" not in client.get(f"/api/tables/{made.json['code']}/transcript").text


def test_who_has_lost_the_last_die_is_said_to_be_out(
    phones: dict[str, Phone], cups: Opened, tables: TableService
) -> None:
    enter(tables, cups, starts(), ruling("Ann", -4), bid("Ann", 5, 4), call("Tom"))
    enter(tables, cups, count("Ann", 1), count("Tom", 2), count("Mia", 1))
    page = table(phones["host"], cups)
    assert re.search("Ann lost 1 die · <b>Out</b>", page)
    for path in ("", "/board"):
        seat = re.search(r'data-place="Ann".*?data-place="Tom"', phones["host"].get(f"/t/{cups.code}{path}").text, re.S)
        assert seat is not None
        assert re.findall(r'class="chip(?: lost)?"[^>]*>([^<]*)<', seat[0])[-2:] == ["&minus;1", "Out"]
