"""Two quick taps on a page without scripts: the second, on what the first has brought there, is not entered."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from datetime import timedelta
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from werkzeug.test import TestResponse

from companion.games.transcript import read_header
from companion.service.service import TableService
from companion.tables.answers import Opened
from companion.web.table.tap import GUARDED
from tests.conftest import Phone, PhoneMaker
from tests.service.clock import Clock
from tests.web.games import enter, in_play

UNDO = {"move": "undo"}
TRICK = {"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"}
IN_TIME, TOO_SOON = timedelta(milliseconds=700), timedelta(milliseconds=699)
SAID = "The table had just moved on when you tapped, so it was not entered."


@pytest.fixture
def clock(tables: TableService, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the tables, which stands still."""
    stands = Clock()
    monkeypatch.setattr(tables, "clock", stands)
    return stands


def drawn_in(page: str) -> str:
    """When a page without scripts was drawn, as its form says."""
    drawn = re.search(r'<noscript><input type="hidden" name="drawn" value="(\d+)" form="act"></noscript>', page)
    assert drawn is not None
    return drawn[1]


def tap(phone: Phone, code: str, page: str, move: object, **told: str) -> TestResponse:
    return phone.post(f"/t/{code}/moves", sent(page, move) | {name: [value] for name, value in told.items()})


def sent(page: str, move: object) -> dict[str, list[str]]:
    """What a browser without scripts sends of this page for a tap: its form's hidden fields, too."""
    form = page.partition('<form id="act"')[2].partition("</form>")[0]
    fields = defaultdict[str, list[str]](list)
    for name, value in re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)">', form):
        fields[name].append(unescape(value))
    return {**fields, "move": [json.dumps(move)], "drawn": [drawn_in(page)]}


def tapped(phone: Phone, code: str, move: object, **told: str) -> str:
    """The page after a tap that was entered, as a browser without scripts shows it."""
    return tapped_on(phone, code, phone.get(f"/t/{code}").text, move, **told)


def tapped_on(phone: Phone, code: str, page: str, move: object, **told: str) -> str:
    """The same after a tap on this page."""
    answer = tap(phone, code, page, move, **told)
    assert answer.status_code in (200, 303)
    return phone.get(answer.location).text if answer.location else answer.text


def done(seat: str) -> dict[str, Any]:
    return {"move": "done", "seat": seat}


def cards(*dealt: str) -> dict[str, Any]:
    return {"move": "trick", "cards": [f"red {card}" for card in dealt]}


SLUFF_OFF = {"game": "sluff-off", "seats": ["Chris", "Mary", "Katie"], "dealer": "Katie", "options": {}}
PREDICTED = [done(seat) for seat in ("Chris", "Mary", "Katie")]
TWICE = {
    "two seats": (SLUFF_OFF, [], done("Chris"), done("Mary"), {}),
    "two tricks": (SLUFF_OFF, PREDICTED, TRICK, TRICK, {}),
    "two tricks by cards": (SLUFF_OFF, PREDICTED, cards("1", "2", "3"), cards("6", "5", "4"), {"by": "cards"}),
    "two undone": (SLUFF_OFF, PREDICTED, UNDO, UNDO, {}),
    "an undo of what was just entered": (SLUFF_OFF, PREDICTED, TRICK, UNDO, {}),
}  # fmt: skip


@pytest.mark.parametrize(("header", "before", "first", "second", "told"), TWICE.values(), ids=TWICE)
def test_the_second_of_two_taps_is_not_entered(
    tables: TableService, phone: PhoneMaker, clock: Clock,
    header: dict[str, Any], before: list[Any], first: Any, second: Any, told: dict[str, str],
) -> None:  # fmt: skip
    opened = tables.open(read_header({"transcript": 1, **header}), keys_for_seats=False, label="test")
    enter(tables, opened, *before)
    clock.now += timedelta(minutes=1)
    host = phone(opened.code, opened.host_key)
    page = tapped(host, opened.code, first, **told)
    version = tables.find(opened.code).version
    clock.now += TOO_SOON
    answer = tap(host, opened.code, page, second, **told)
    assert answer.status_code == 409
    assert answer.text.count(SAID) == 2  # in the template of the page with scripts, and beside the table
    assert '<section class="ruling told too-soon" role="status">' in answer.text.partition('<div id="notice">')[2]
    assert tables.find(opened.code).version == version
    clock.now += IN_TIME - TOO_SOON
    assert tap(host, opened.code, answer.text, second, **told).status_code in (200, 303)
    assert tables.find(opened.code).version == version + 1


BUTTON = re.compile(
    r'<button type="submit"( formmethod="get")?[^>]*? name="([\w-]+)" value=[\'"]([^\'"]*)[\'"][^>]* class="([^"]*)"'
)


def buttons(page: str) -> tuple[list[Any], list[tuple[str, str]]]:
    """What a page offers: the moves that it enters, without undo, and what can be told of one, as (name, value)."""
    found = [
        (get, name, unescape(value))
        for get, name, value, classes in BUTTON.findall(page)
        if "dim" not in classes.split()
    ]
    moves = [json.loads(value) for get, name, value in found if name == "move" and not get]
    return [move for move in moves if move != UNDO], [(name, value) for get, name, value in found if get]


def turn(page: str) -> str:
    found = re.search(r'data-turn="([^"]*)"', page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("header", [SLUFF_OFF], ids=lambda header: header["game"])
def test_whatever_a_tap_brings_the_second_of_two_is_not_entered_on_it(
    tables: TableService, phone: PhoneMaker, clock: Clock, header: dict[str, Any]
) -> None:
    """A game by its own buttons, as a browser without scripts sends them."""
    opened = tables.open(read_header({"transcript": 1, **header}), keys_for_seats=False, label="test")
    host, draw, tried = phone(opened.code, opened.host_key), Random(header["game"]), 0
    page = host.get(f"/t/{opened.code}").text
    for _ in range(120):
        clock.now += timedelta(minutes=1)
        moves, telling = buttons(page)
        if not moves and not telling:  # the game is over
            break
        if not moves or (telling and draw.random() < 0.3):
            name, value = draw.choice(telling)
            fields = sent(page, None)
            del fields["move"]
            fields[name] = [*fields.get(name, ()), value]
            page = host.get(f"/t/{opened.code}/act?{urlencode(fields, doseq=True)}").text
            continue
        before = turn(host.get(f"/t/{opened.code}").text)
        page = tapped_on(host, opened.code, page, draw.choice(moves))
        version = tables.find(opened.code).version
        if turn(page) == before:
            continue
        for second in draw.sample(buttons(page)[0], min(2, len(buttons(page)[0]))):
            assert tap(host, opened.code, page, second).status_code == 409, second
            tried += 1
        assert tables.find(opened.code).version == version
    assert tried > 1


def test_what_is_tapped_in_time_is_entered(host: Phone, opened: Opened, tables: TableService, clock: Clock) -> None:
    page = tapped(host, opened.code, done("Chris"))
    clock.now += IN_TIME
    assert tap(host, opened.code, page, done("Mary")).status_code == 303
    assert tables.find(opened.code).version == 2


@pytest.mark.usefixtures("clock")
def test_taps_for_one_act_are_as_quick_as_one_likes(host: Phone, opened: Opened, tables: TableService) -> None:
    page = tapped(host, opened.code, {"move": "take", "seat": "Chris", "color": "red"})
    assert tap(host, opened.code, page, {"move": "take", "seat": "Chris", "color": "green"}).status_code == 303
    assert tables.find(opened.code).version == 2


@pytest.mark.usefixtures("clock")
def test_who_comes_after_another_phones_entry_may_tap_at_once(
    host: Phone, phone: PhoneMaker, opened: Opened, tables: TableService
) -> None:
    tapped(host, opened.code, done("Chris"))
    mary = phone(opened.code, opened.seat_keys["Mary"])
    katie = phone(opened.code, opened.seat_keys["Katie"])
    tapped(mary, opened.code, done("Mary"))
    tapped(katie, opened.code, done("Katie"))
    assert tables.find(opened.code).version == 3


def test_a_page_that_no_tap_has_brought_guards_nothing(
    host: Phone, opened: Opened, tables: TableService, clock: Clock
) -> None:
    tapped(host, opened.code, done("Chris"))
    clock.now += timedelta(minutes=1)
    tapped(host, opened.code, done("Mary"))
    assert tables.find(opened.code).version == 2


def test_a_seat_that_plays_its_own_is_guarded_too(
    phone: PhoneMaker, opened: Opened, tables: TableService, clock: Clock
) -> None:
    mary = phone(opened.code, opened.seat_keys["Mary"])
    in_play(tables, opened)
    clock.now += IN_TIME
    assert tap(mary, opened.code, tapped(mary, opened.code, TRICK), TRICK).status_code == 409


def test_what_was_told_stays(host: Phone, opened: Opened, tables: TableService, clock: Clock) -> None:
    version = in_play(tables, opened)
    clock.now += timedelta(minutes=1)
    told = host.get(f"/t/{opened.code}/act?winner=Mary").text
    answer = tap(host, opened.code, told, TRICK, winner="Mary")
    assert answer.status_code == 409
    assert '<input type="hidden" name="winner" value="Mary">' in answer.text
    assert tables.find(opened.code).version == version
    clock.now += IN_TIME
    assert tap(host, opened.code, answer.text, TRICK, winner="Mary").status_code == 303


@pytest.mark.usefixtures("clock")
def test_the_same_tap_twice_is_one_and_is_told_nothing(host: Phone, opened: Opened, tables: TableService) -> None:
    page = host.get(f"/t/{opened.code}").text
    for _ in range(2):
        assert tap(host, opened.code, page, done("Chris")).status_code == 303
    assert tables.find(opened.code).version == 1


@pytest.mark.usefixtures("clock")
def test_a_page_with_scripts_guards_itself(host: Phone, opened: Opened, tables: TableService) -> None:
    page = tapped(host, opened.code, done("Chris"))
    assert host.post(f"/t/{opened.code}/moves", sent(page, done("Mary")), htmx=True).status_code == 200
    assert tables.find(opened.code).version == 2


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("drawn", ["", "x", "-1", "9" * 15, "9" * 30])
def test_a_moment_that_is_none_guards_nothing(host: Phone, opened: Opened, tables: TableService, drawn: str) -> None:
    page = tapped(host, opened.code, done("Chris"))
    assert tap(host, opened.code, page, done("Mary"), drawn=drawn).status_code == 303
    assert tables.find(opened.code).version == 2


def test_who_only_looks_has_no_form_to_guard(viewer: Phone, opened: Opened) -> None:
    assert 'name="drawn"' not in viewer.get(f"/t/{opened.code}").text


def test_a_page_waits_as_long_without_scripts_as_with_them() -> None:
    script = Path(__file__).parents[3] / "static" / "js" / "double_tap.js"
    assert f"const GUARDED = {GUARDED}," in script.read_text(encoding="utf-8")
