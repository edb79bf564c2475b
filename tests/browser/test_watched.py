"""Pages beside the table keep up with it on a connection that has died."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Phone
from tests.browser.hands import enter, new_table
from tests.browser.slow_answers import DIES, OPEN, STREAMS, WAKES, held_back, intercept

LATER = "() => { const now = Date.now; Date.now = () => now() + 41_000; }"


def watches(page: Page, address: str) -> None:
    """Look at a page that keeps up with its table."""
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-live", "on")


def entries(page: Page, many: int) -> None:
    """Wait until the ledger has so many."""
    expect(page.locator(".ledger li")).to_have_count(many)


def test_a_stream_that_has_died_without_a_word_is_missed(phone: Phone) -> None:
    host, other = phone(), phone(script=STREAMS)
    watches(other, f"/t/{new_table(host)}/ledger")
    other.evaluate(DIES)
    enter(host, "Take red")
    other.evaluate(LATER)
    entries(other, 1)
    enter(host, "Take green")
    entries(other, 2)
    expect(other.locator("html")).to_have_attribute("data-live", "on")
    assert other.evaluate(OPEN) == 1


def test_a_page_that_is_looked_at_again_listens_anew(phone: Phone) -> None:
    """What it asks for first goes out on a connection that has died as well, and is asked for once more."""
    host, other = phone(), phone(script=STREAMS)
    watches(other, f"/t/{new_table(host)}/ledger")
    other.evaluate(DIES)
    dead: list[Route] = []
    intercept(other, "**/ledger", lambda route: route.continue_() if dead else dead.append(route))
    enter(host, "Take red")
    other.evaluate(WAKES)
    held_back(other, dead)
    entries(other, 1)
    enter(host, "Take green")
    entries(other, 2)
    assert other.evaluate(OPEN) == 1
