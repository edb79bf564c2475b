"""In every game a seat's own phone is left to it, what two phones tell counts once, and an undo can be put back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Phone
from tests.browser.gallery import Table, opened, sit
from tests.browser.hands import at_version, button, live, play_for_them, version
from tests.browser.slow_answers import held_back

LOW, ON_ITS_SIDE = (360, 640), (844, 390)
NAMES = ["Mary", "Ben", "Cat"]


class Act(NamedTuple):
    """An act of Mary's: the moves before it, the control that makes it, and how far that takes the table."""

    moves: tuple[dict[str, Any], ...]
    control: str


ACTS = {
    "sluff-off": Act((), "Take the Sluffer"),
    "ui77": Act(({"move": "face_up", "cards": ["4H", "6S", "7D"]},), "Throw 0"),
    "popcorn": Act((), "Claim 1 ace"),
    "fluff": Act(({"move": "first_roll", "wilds": {"Mary": 2, "Ben": 0, "Cat": 0}},), "Bid 3 × 2"),
}


def tables(page: Page) -> Iterator[tuple[Act, Table]]:
    """A table of each game, where it is Mary's turn."""
    for slug, act in ACTS.items():
        header = {"transcript": 1, "game": slug, "seats": NAMES} | ({} if slug == "fluff" else {"dealer": "Cat"})
        yield act, opened(page, header, list(act.moves))


def place(page: Page, key: str) -> None:
    """Let this phone take the place of that key, and no other."""
    page.context.clear_cookies()
    sit(page, key)
    live(page)


def test_a_seats_own_phone_is_left_to_it_and_one_act_of_two_phones_counts_once(phone: Phone) -> None:
    host, mary = phone(size=LOW), phone(size=ON_ITS_SIDE)
    held: list[Route] = []
    host.route("**/moves", lambda route: held.append(route))
    for act, table in tables(host):
        place(host, table.host)
        control = host.get_by_role("button", name=act.control, exact=True)
        expect(control).to_be_in_viewport(ratio=1)  # as long as Mary has no phone
        place(mary, table.seats["Mary"])
        host.reload()
        live(host)
        expect(control).to_have_count(0)
        play_for_them(host, control)
        before = version(mary)
        control.click()
        expect(host.locator(".htmx-request")).to_have_count(1)
        mary.get_by_role("button", name=act.control, exact=True).click()
        at_version(mary, before + 1)
        held_back(host, held).pop().continue_()
        expect(host.get_by_role("alert")).to_contain_text("The table has moved on")
        at_version(host, before + 1)
        at_version(mary, before + 1)
        expect(mary.get_by_role("alert")).to_have_count(0)
        expect(mary.locator(".meanwhile").first).to_be_in_viewport(ratio=1)
        expect(mary.locator("[data-place=Mary] .chip").filter(has_text=re.compile("^You( lead)?$"))).to_have_count(1)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [LOW, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_an_undo_can_be_put_back(phone: Phone, size: tuple[int, int]) -> None:
    page = phone(size=size)
    for act, table in tables(page):
        place(page, table.host)
        before = version(page)
        button(page, act.control).click()
        at_version(page, before + 1)
        button(page, "Undo").click()
        expect(page.get_by_text("Took back: ")).to_be_in_viewport(ratio=1)
        put_back = button(page, "Put it back")
        expect(put_back).to_be_in_viewport(ratio=1)
        put_back.click()
        at_version(page, before + 3)
