"""A tap on the table's page: what it does, what is said when it does nothing, and how it is taken back."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.service.service import TableService
from companion.tables.answers import Opened
from tests.conftest import Phone, PhoneMaker
from tests.web.games import enter, in_play
from tests.web.table.shown import elements, labels, own_of, seen
from tests.web.table.taps import TAKE, for_of, tap


def test_the_page_carries_its_hooks(host: Phone, opened: Opened) -> None:
    page = host.get(f"/t/{opened.code}").text
    assert 'data-version="0"' in page
    assert 'data-phase="prediction"' in page
    assert 'data-place="centre"' in page
    assert 'data-color="blue" data-count="3"' in page
    names = {"Take red", "Take blue", "Take the Sluffer", "Done"}
    assert names <= set(re.findall(r'aria-label="([^"]+)"', page))


def test_a_crowded_row_has_smaller_tokens_and_no_buttons_that_would_break_it(
    host: Phone, opened: Opened, tables: TableService
) -> None:
    rows = {}
    for colors in (("red", "blue"), ("red", "blue", "green", "orange", "purple")):
        moves = [*({**TAKE, "color": color} for color in colors), {"move": "done", "seat": "Chris"}]
        enter(tables, opened, *moves)
        page = host.get(f"/t/{opened.code}").text
        rows[len(colors)] = page.partition('id="row-0"')[2].partition("</li>")[0]
        enter(tables, opened, *[{"move": "undo"}])
    assert "crowded" not in rows[2]
    assert "Steal red from Chris" in rows[2]
    assert "crowded" in rows[5]
    assert "Steal" not in rows[5]


def test_a_tap_is_answered_with_the_stamp_that_the_stream_will_bring(host: Phone, opened: Opened) -> None:
    answer = tap(host, opened.code, TAKE)
    assert (answer.status_code, answer.text) == (204, "")
    assert answer.headers["Companion-Stamp"] == "1.0"
    assert {"Take red", "Undo"} <= labels(host.get(f"/t/{opened.code}").text)


def test_without_htmx_a_tap_leads_back_to_the_page(host: Phone, opened: Opened) -> None:
    fields = {"move": json.dumps(TAKE), "version": "0"}
    assert host.post(f"/t/{opened.code}/moves", fields).location == f"/t/{opened.code}"
    refused = host.post(f"/t/{opened.code}/moves", {"move": json.dumps({**TAKE, "seat": "Mary"}), "version": "1"})
    assert refused.status_code == 422
    assert "<html" in refused.text
    assert 'data-rule="prediction-order"' in refused.text


def test_without_scripts_a_form_sent_twice_is_one_entry_and_an_earlier_act_s_is_refused(
    phone: PhoneMaker, host: Phone, opened: Opened, tables: TableService
) -> None:
    page = host.get(f"/t/{opened.code}").text
    fields = dict(re.findall(r'<input type="hidden" name="(version|for)" value="([^"]*)"', page))
    first = fields | {"move": json.dumps(TAKE)}
    for _ in range(2):
        again = host.post(f"/t/{opened.code}/moves", first)
        assert (again.status_code, again.location) == (303, f"/t/{opened.code}")
    assert tables.get(opened.code).version == 1
    for late in (host, phone(opened.code, opened.seat_keys["Chris"])):
        refused = late.post(f"/t/{opened.code}/moves", fields | {"move": json.dumps({"move": "done", "seat": "Chris"})})
        assert refused.status_code == 409
        assert "<html" in refused.text
        assert "The table has moved on" in refused.text
    assert tables.get(opened.code).version == 1


def test_a_refusal_goes_into_the_notice_with_rule_numbers_and_instead(host: Phone, opened: Opened) -> None:
    for version, color in enumerate(("red", "blue")):
        tap(host, opened.code, {**TAKE, "color": color}, version=version)
    tap(host, opened.code, {"move": "done", "seat": "Chris"}, version=2)
    steal = {"move": "steal", "seat": "Mary", "color": "blue", "from": "Chris"}
    answer = tap(host, opened.code, steal, version=3)
    assert answer.status_code == 422
    assert answer.headers["HX-Retarget"] == "#notice"
    assert answer.headers["HX-Reswap"] == "innerHTML"
    assert 'role="alert" data-rule="steal-only-when-centre-empty"' in answer.text
    assert "2 blue tokens lie in the centre." in answer.text
    assert 'aria-label="Take blue instead"' in answer.text
    assert f"/t/{opened.code}/rules#steal-only-when-centre-empty" in answer.text


def test_who_comes_second_is_told_that_the_table_has_moved_on(
    host: Phone, opened: Opened, tables: TableService
) -> None:
    version = in_play(tables, opened)
    tap(host, opened.code, trick("Chris", "red"), version=version)
    answer = tap(host, opened.code, trick("Cory", "green"), version=version)
    assert answer.status_code == 409
    assert answer.headers["HX-Retarget"] == "#notice"
    assert answer.headers["Companion-Stamp"].startswith(f"{version + 1}.")
    assert "The table has moved on" in answer.text
    assert tables.get(opened.code).version == version + 1


def test_a_tap_for_an_act_that_is_over_is_not_entered_for_the_next(
    host: Phone, opened: Opened, tables: TableService
) -> None:
    version = in_play(tables, opened)
    mark = for_of(host.get(f"/t/{opened.code}").text)
    tap(host, opened.code, trick("Chris", "red"), version=version, **{"for": mark})
    late = tap(host, opened.code, trick("Cory", "green"), version=version + 1, **{"for": mark})
    assert late.status_code == 409
    assert "The table has moved on" in late.text
    again = for_of(host.get(f"/t/{opened.code}").text)
    assert again != mark
    assert tap(host, opened.code, trick("Cory", "green"), version=version + 1, **{"for": again}).status_code == 204


def test_a_tap_that_only_asks_whether_it_was_entered_enters_nothing(
    host: Phone, opened: Opened, tables: TableService
) -> None:
    assert tap(host, opened.code, TAKE, repeat="1").status_code == 409
    tap(host, opened.code, TAKE)
    assert tap(host, opened.code, TAKE, repeat="1").status_code == 204
    assert tables.get(opened.code).version == 1


TOLD = {"winner": "Mary", "back": "red"}


@pytest.mark.parametrize("htmx", [True, False], ids=["scripts", "none"])
def test_a_trick_and_its_turn_in_are_one_tap(host: Phone, opened: Opened, tables: TableService, htmx: bool) -> None:
    version = in_play(tables, opened, {"move": "take", "seat": "Mary", "color": "red"})
    form = {"version": str(version), "for": for_of(host.get(f"/t/{opened.code}").text)}
    path = f"/t/{opened.code}/moves"
    unfinished = host.post(path, form | {"winner": "Mary"}, htmx=htmx)
    assert unfinished.status_code == 422
    assert "Not finished yet" in unfinished.text
    assert tables.get(opened.code).version == version
    for _ in range(2):
        assert host.post(path, form | TOLD, htmx=htmx).status_code == (204 if htmx else 303)
        assert tables.get(opened.code).version == version + 2


@pytest.mark.usefixtures("unsaved")
def test_what_the_disk_did_not_take_is_said(host: Phone, opened: Opened) -> None:
    answer = tap(host, opened.code, TAKE)
    assert answer.status_code == 503
    assert "Nothing was entered" in answer.text


@pytest.mark.parametrize("moves", [["{"], ["NaN"], [json.dumps([TAKE] * 9)], ["[" * 20000]])
def test_a_tap_that_nobody_can_read(host: Phone, opened: Opened, moves: list[str]) -> None:
    assert host.post(f"/t/{opened.code}/moves", {"move": moves, "version": "0"}, htmx=True).status_code == 400


@pytest.mark.parametrize("value", ["3", '"take"', "null", "{}", '{"move": "fly"}', '{"move": "take", "seat": 3}'])
def test_a_move_that_is_none_is_malformed(host: Phone, opened: Opened, value: str) -> None:
    answer = host.post(f"/t/{opened.code}/moves", {"move": value, "version": "0"}, htmx=True)
    assert answer.status_code == 400
    assert 'data-rule="malformed"' in answer.text


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 30, "\u00b2"])
def test_a_version_that_is_none_is_no_version(host: Phone, opened: Opened, version: str) -> None:
    answer = host.post(f"/t/{opened.code}/moves", {"move": json.dumps(TAKE), "version": version}, htmx=True)
    assert answer.status_code == 204


def test_a_refusal_offers_nothing_that_this_phone_may_not_enter(
    phone: PhoneMaker, opened: Opened, host: Phone, tables: TableService
) -> None:
    chris = phone(opened.code, opened.seat_keys["Chris"])
    tap(host, opened.code, {"move": "done", "seat": "Chris"})
    answer = tap(chris, opened.code, {"move": "sluffer", "seat": "Chris"}, version=1)
    assert answer.status_code == 422
    assert 'name="move"' not in answer.text


def test_a_refused_seat_is_offered_what_it_may_do_and_no_call_by_another(
    phone: PhoneMaker, open_table: Callable[..., Opened], tables: TableService
) -> None:
    opened = open_table(game="popcorn", seats=["Ann", "Ben", "Cat"], options={"hidden_count": True}, dealer="Cat")
    enter(tables, opened, {"move": "claim", "seat": "Ann", "rank": "A", "count": 1})
    wrong = {"move": "claim", "seat": "Ben", "rank": "9", "count": 2}
    answer = tap(phone(opened.code, opened.host_key), opened.code, wrong, version=1)
    assert answer.status_code == 422
    offered = [json.loads(html.unescape(one)) for one in re.findall(r"name=\"move\" value='([^']*)'", answer.text)]
    assert {move["seat"] for move in offered} == {"Ben"}
    assert {move["move"] for move in offered} == {"claim", "call"}


@pytest.mark.parametrize("color", [["red"], {"red": 1}, None, 7, "pink"])
def test_a_tap_with_a_strange_colour_is_refused_in_order(phone: PhoneMaker, opened: Opened, color: object) -> None:
    mary = phone(opened.code, opened.seat_keys["Mary"])
    answer = tap(mary, opened.code, {"move": "take", "seat": "Mary", "color": color})
    assert answer.status_code == 400
    assert 'data-rule="malformed"' in answer.text


def trick(winner: str, color: str) -> dict[str, str]:
    return {"move": "trick", "winner": winner, "led": color, "won_with": color}


def taken_back(page: str) -> tuple[list[Any], int]:
    """What an undo offers to put back, and on which version."""
    offer = page[page.index('class="ruling told stays"') :]
    moves = re.search(r'name="move" value="([^"]+)"', offer)
    version = re.search(r'name="version" value="(\d+)"', offer)
    assert moves is not None
    assert version is not None
    return json.loads(html.unescape(moves[1])), int(version[1])


@pytest.mark.parametrize("htmx", [True, False])
def test_undo_takes_back_a_tap_says_so_and_puts_it_back(
    host: Phone, opened: Opened, tables: TableService, htmx: bool
) -> None:
    version = in_play(tables, opened, {"move": "take", "seat": "Mary", "color": "red"})
    trick = {"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"}
    both = [trick, {"move": "turn_in", "seat": "Mary", "color": "red"}]
    tap(host, opened.code, both, version=version)
    page = host.get(f"/t/{opened.code}").text
    [undo] = [had["value"] for _, had in elements(page, own_of(page)) if had.get("aria-label") == "Undo"]
    form = {"move": undo, "version": str(version + 2)}
    answer = host.post(f"/t/{opened.code}/moves", form, htmx=htmx)
    assert answer.status_code == 200
    assert tables.get(opened.code).version == version + 4
    said = re.search(r"<p>(Took back: [^<]*)</p>", html.unescape(answer.text))
    assert said is not None
    assert said[1] == "Took back: Mary won a red trick, Mary turned in red"
    moves, seen = taken_back(answer.text)
    assert (moves, seen) == (both, version + 4)
    again = host.post(f"/t/{opened.code}/moves", form, htmx=True)  # the same tap, sent twice
    assert (again.status_code, again.text) == (204, "")
    assert tap(host, opened.code, moves, version=seen).status_code == 204
    assert tables.get(opened.code).version == version + 6
    assert tap(host, opened.code, moves[:1], version=seen).status_code == 409


def test_every_phone_says_what_was_taken_back_until_something_else_is_entered(
    host: Phone, phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    enter(tables, opened, {"move": "take", "seat": "Chris", "color": "red"}, {"move": "undo"})
    for page in (phone().get(f"/t/{opened.code}").text, host.get(f"/t/{opened.code}/board").text):
        assert "Undone: Chris took red from the centre" in page
    enter(tables, opened, {"move": "take", "seat": "Chris", "color": "blue"})
    page = phone().get(f"/t/{opened.code}").text
    assert "Chris took blue from the centre" in seen(page)
    assert "Undone" not in page


def test_what_is_hidden_is_not_offered_to_be_put_back(
    phone: PhoneMaker, open_table: Callable[..., Opened], tables: TableService
) -> None:
    opened = open_table(game="popcorn", seats=["Ann", "Ben", "Cat"], options={"hidden_count": True}, dealer="Ann")
    ann, host = phone(opened.code, opened.seat_keys["Ann"]), phone(opened.code, opened.host_key)
    first = tables.get(opened.code).book.state
    seat = first.turn
    tap(host, opened.code, {"move": "claim", "seat": seat, "rank": "A", "count": 1, "cards": 2})
    answer = tap(host, opened.code, {"move": "undo"}, version=1)
    assert "Took back: " in answer.text
    assert "Put it back" not in answer.text
    assert ann.get(f"/t/{opened.code}").status_code == 200
