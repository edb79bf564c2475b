"""A phone with a notch, on its side: what is read and scanned is beside it, not behind it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Phone
from tests.browser.hands import FOUR, button, enter, new_table, open_table

NOTCH, SIZE = 59, (852, 343)
COVERED = """notch => [...document.body.querySelectorAll('*')].filter(one => {
  const own = one.matches('svg, button') || [...one.childNodes].some(part => part.nodeType === 3 && part.data.trim())
  const box = one.getBoundingClientRect(), seen = box.width > 1 && box.height > 1
  return own && seen && one.checkVisibility({ visibilityProperty: true }) && !one.closest('svg *')
    && (box.left < notch || box.right > innerWidth - notch)
}).map(one => one.outerHTML.slice(0, 100))"""


@pytest.fixture
def page(phone: Phone) -> Page:
    """A phone on its side, with a notch that may be at either end."""
    page = phone(size=SIZE, own=True)
    insets = {"left": NOTCH, "right": NOTCH, "bottom": 21}
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    return page


def test_the_code_and_the_seats_are_beside_it(page: Page) -> None:
    open_table(page, FOUR)
    assert page.evaluate(COVERED, NOTCH) == []


def test_the_board_is_beside_it(page: Page) -> None:
    page.goto(f"/t/{open_table(page, FOUR)}/board")
    assert page.evaluate(COVERED, NOTCH) == []


def test_a_refusal_is_beside_it(page: Page) -> None:
    new_table(page)
    enter(page, "Take the Sluffer")
    button(page, "Take the Sluffer").click()
    page.get_by_role("alert").wait_for()
    assert page.evaluate(COVERED, NOTCH) == []
