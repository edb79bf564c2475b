"""A phone that is not connected: what it keeps, what its strip says, and waiting for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

BOTH = pytest.mark.parametrize("kind", [{"worker": True}, {"at_home": True}], ids=["worker", "plain-http"])
COPY = "path => window.caches ? caches.match(path).then(found => found?.text()) : sessionStorage.getItem(path)"


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for what only a script can see."""
    for _ in range(1200):  # a minute: a busy machine is no fault
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come to that")


def copy_of(page: Page, path: str, holds: str) -> None:
    """Wait until the phone keeps a copy of this page that holds this text."""
    until(page, lambda: holds in (page.evaluate(COPY, path) or ""))


def settled(page: Page) -> None:
    """Wait until the phone has what it needs for a page not seen, and its worker, where it has one, answers."""
    until(page, lambda: bool(page.evaluate("!window.isSecureContext || navigator.serviceWorker.controller !== null")))
    copy_of(page, "/offline", "Not connected")


def heading(page: Page, name: str) -> Locator:
    return page.get_by_role("heading", name=name, level=1)


def says(page: Page, words: str) -> None:
    """Wait until the strip says so."""
    expect(page.locator("#offline")).to_contain_text(words)
    expect(page.locator("#offline")).to_be_visible()


def back(page: Page) -> None:
    """Wait until the page is no copy."""
    expect(page.locator("html[data-kept]")).to_have_count(0)
