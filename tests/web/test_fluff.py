"""A table of dice over HTTP: forms, phones, board, scores, referee and API, from opening to the rematch."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.rules_editions import RULES
from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker
from tests.games.fluff.sitting import NAMES, bid, call, count, header, ruling, show, spill, starts
from tests.web.games import enter

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
