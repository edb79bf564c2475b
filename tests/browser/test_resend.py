"""A tap that could not be sent is offered again once the table is back, and counts once."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import clean
from tests.browser.conftest import Phone, picture
from tests.browser.hands import at_version, button, enter, invitation, join, new_table, predict_nothing, tell
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


def lost_tell(page: Page) -> None:
    """Tell who took the trick, on a connection that breaks."""
    lost: list[Route] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route)
            route.abort()

    intercept(page, "**/act?*", lose)
    button(page, "Cory took it").click()
    expect(button(page, "Send it again: Cory took it")).to_be_visible()


def test_what_is_told_of_a_move_and_lost_is_offered_again(phone: Phone) -> None:
    host = phone()
    new_table(host)
    predict_nothing(host)
    lost_tell(host)
    expect(button(host, "Cory took it")).to_have_attribute("aria-pressed", "false")
    button(host, "Send it again: Cory took it").click()
    expect(button(host, "Cory took it")).to_have_attribute("aria-pressed", "true")
    expect(host.locator(UNSENT)).to_have_count(0)
    enter(host, "Led red")


def test_what_is_told_anew_takes_the_place_of_what_was_lost(phone: Phone) -> None:
    host = phone()
    new_table(host)
    predict_nothing(host)
    lost_tell(host)
    tell(host, "Mary took it")
    expect(host.locator(UNSENT)).to_have_count(0)
    expect(button(host, "Mary took it")).to_have_attribute("aria-pressed", "true")


def test_what_is_told_without_a_connection_says_so_and_goes_with_its_trick(phone: Phone) -> None:
    host, mary = phone(), phone()
    new_table(host)
    predict_nothing(host)
    join(mary, invitation(host), "Mary")
    mary.context.set_offline(True)
    button(mary, "Cory took it").click()
    expect(mary.locator(UNSENT)).to_be_visible()
    tell(host, "Chris took it")
    enter(host, "Led red")
    mary.context.set_offline(False)
    expect(mary.get_by_role("alert")).to_contain_text("Your last tap is not sent again")
    at_version(mary, 5)
    expect(button(mary, "Cory took it")).to_have_attribute("aria-pressed", "false")
