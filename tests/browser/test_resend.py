"""A tap that could not be sent is offered again once the table is back, and counts once."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.accessibility import clean
from tests.browser.conftest import Phone, picture
from tests.browser.hands import at_version, button, enter, invitation, join, new_table
from tests.browser.offline import SIZES, copy_of, says, settled
from tests.browser.slow_answers import intercept

AGAIN = "Send it again: Take red"
UNSENT = "#notice .unsent"  # what came over the stream just before may offer it again at once


@pytest.mark.sampled(2)
@SIZES
def test_a_tap_that_was_not_sent_is_offered_again(phone: Phone, size: tuple[int, int], out: Path) -> None:
    host = phone(size=size)
    new_table(host)
    host.context.set_offline(True)
    button(host, "Take red").click()
    expect(host.locator(UNSENT)).to_be_visible()
    host.context.set_offline(False)
    expect(button(host, AGAIN)).to_be_visible()
    picture(host, out / f"unsent-{size[0]}.png")
    clean(host, "a tap offered again")
    button(host, AGAIN).click()
    at_version(host, 1)
    expect(host.get_by_role("alert")).to_have_count(0)


def test_a_tap_whose_answer_was_lost_counts_once(phone: Phone) -> None:
    host = phone()
    new_table(host)

    lost: list[Route] = []

    def lose(route: Route) -> None:
        if lost:  # the phone sends it once more by itself
            route.continue_()
        else:
            lost.append(route)
            route.fetch()
            route.fulfill(status=502)

    intercept(host, "**/moves", lose)
    with host.expect_response("**/moves"):
        button(host, "Take red").click()
    at_version(host, 1)
    expect(host.locator(UNSENT)).to_have_count(0)  # neither that nothing was entered, nor to tap again
    enter(host, "Take green")


def test_a_tap_that_the_table_has_overtaken_is_dropped(phone: Phone) -> None:
    host, mary = phone(), phone()
    new_table(host)
    address = invitation(host)
    join(mary, address, "Mary")
    enter(host, "Take the Sluffer")
    at_version(mary, 1)
    mary.context.set_offline(True)
    button(mary, "Take red").click()
    expect(mary.locator(UNSENT)).to_be_visible()
    enter(host, "Undo")
    mary.context.set_offline(False)
    expect(mary.get_by_role("alert")).to_contain_text("Your last tap is not sent again")
    at_version(mary, 2)
    expect(mary.locator("[data-again]")).to_have_count(0)


def test_a_tap_on_a_copy_of_the_table_is_offered_once_it_is_back(phone: Phone) -> None:
    page = phone(worker=True)
    code = new_table(page)
    settled(page)
    copy_of(page, f"/t/{code}", 'data-version="0"')
    page.context.set_offline(True)
    page.reload()
    says(page, "Not connected")
    button(page, "Take red").click()
    expect(page.get_by_role("alert")).to_contain_text("No answer")
    page.context.set_offline(False)
    button(page, AGAIN).click()
    at_version(page, 1)
