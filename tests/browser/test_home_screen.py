"""The screen stays on where it may, and a phone is told how; the home page offers to install the app."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import clean
from tests.browser.conftest import Phone, picture
from tests.browser.hands import FOUR, button, live, new_table, open_by_hand, to_table
from tests.browser.offline import SIZES, until


def test_the_screen_stays_on_where_it_may(phone: Phone) -> None:
    page = phone(
        script="window.asked = 0; navigator.wakeLock.request = () => { window.asked += 1; return Promise.resolve({}) }"
    )
    new_table(page)
    until(page, lambda: page.evaluate("window.asked") == 1)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, lambda: page.evaluate("window.asked") == 2)
    expect(page.locator(".screen-hint")).to_have_count(0)
    page.goto(f"{page.url.split('?')[0]}/board")
    until(page, lambda: page.evaluate("window.asked") == 1)


@pytest.mark.sampled(2)
@SIZES
def test_elsewhere_the_phone_is_told_once_how_to_keep_it_on(phone: Phone, size: tuple[int, int], out: Path) -> None:
    page = phone(size=size, at_home=True)
    open_by_hand(page, FOUR)
    to_table(page)
    expect(page.locator("#notice .screen-hint")).to_be_visible()
    picture(page, out / f"screen-hint-{size[0]}.png")
    clean(page, "the hint")
    button(page, "Close").click()
    page.reload()
    live(page)
    expect(page.locator("#notice .screen-hint")).to_have_count(0)


def test_the_home_page_offers_to_install_where_the_browser_would(phone: Phone) -> None:
    page = phone()
    page.goto("/")
    expect(button(page, "Install it on this phone")).to_be_hidden()
    prompt = "{ prompt: () => { window.asked = true } }"
    page.evaluate(f"window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), {prompt}))")
    button(page, "Install it on this phone").click()
    assert page.evaluate("window.asked")
    expect(button(page, "Install it on this phone")).to_be_hidden()
