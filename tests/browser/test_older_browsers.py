"""An iPhone whose browser gets no newer: iOS 15.4 has `:has()` and `dvh`, and lacks much of what came later."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.hands import FOUR, button, enter, live, open_by_hand, to_table

LACKING = """
for (const [owner, ...names] of [
  [AbortSignal, "timeout", "any"], [URL, "canParse", "parse"], [Promise, "withResolvers", "try"],
  [Object, "groupBy"], [Map, "groupBy"], [Array, "fromAsync"],
  [Array.prototype, "toSorted", "toReversed", "toSpliced", "with"],
  [Set.prototype, "union", "intersection", "difference"], [HTMLFormElement.prototype, "requestSubmit"],
  [Element.prototype, "checkVisibility", "moveBefore", "setHTMLUnsafe"], [Node.prototype, "moveBefore"],
  [HTMLElement.prototype, "showPopover", "hidePopover", "togglePopover"], [Document.prototype, "startViewTransition"],
  [Navigator.prototype, "wakeLock", "userActivation", "vibrate"],
  [window, "navigation", "scheduler", "requestIdleCallback"],
]) for (const name of names) { delete owner[name]; }
"""


def test_an_older_iphone_gets_about_and_plays(phone: Phone) -> None:
    page, other = phone(at_home=True, script=LACKING), phone(at_home=True, script=LACKING)
    code = open_by_hand(page, FOUR)
    other.goto("/")
    other.get_by_label("Join a table").fill(code.lower())
    button(other, "Join").click()
    button(other, "Chris").click()
    live(other)
    to_table(page)
    enter(page, "Take red")
    bar = page.get_by_role("navigation", name="This table")
    bar.get_by_role("link", name="Scores").click()
    expect(page.get_by_role("heading", name="Scores", level=1)).to_be_visible()
    bar.get_by_role("link", name="Ledger").click()
    entry = page.get_by_text("Chris took red from the centre")
    expect(entry).to_have_count(1)
    expect(page.locator("html[data-live=on]")).to_have_count(1)
    enter(other, "Take red")
    expect(entry).to_have_count(2)
    bar.get_by_role("link", name="Table").click()
    live(page)
