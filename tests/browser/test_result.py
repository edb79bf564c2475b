"""The result out of here, as phones have it: the text is copied over plain http, too, and no page asks elsewhere."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests import finished
from tests.browser.accessibility import clean
from tests.browser.conftest import Phone
from tests.browser.hands import FOUR
from tests.browser.test_round_end import played

PASTED = """() => {
  const area = document.body.appendChild(document.createElement("textarea"))
  area.focus()
  return new Promise(done => area.addEventListener("paste", e => done(e.clipboardData.getData("text/plain"))))
}"""
DENIED = "document.execCommand = () => false\nObject.defineProperty(navigator, 'clipboard', { value: undefined })"


def result_page(page: Page, host: Page | None = None) -> str:
    """A game that is over, of this phone's or of another host's, and its result's page; the text on it."""
    table = played(host or page, finished.sluff_off(FOUR))
    page.goto(f"/t/{table.code}")
    page.get_by_role("link", name="Take the result along").click()
    text = page.get_by_label("As text").input_value()
    assert "1. Cory: 0 points" in text
    return text


def pasted(page: Page) -> str:
    """What the clipboard holds, as somebody pastes it elsewhere."""
    page.evaluate("() => { window.pasted = (" + PASTED + ")() }")
    page.keyboard.press("Control+V")
    told: str = page.evaluate("() => window.pasted")
    return told


@pytest.mark.parametrize("at_home", [False, True], ids=["secure", "plain http"])
def test_the_text_is_copied_with_one_tap(phone: Phone, at_home: bool) -> None:
    page = phone(at_home=at_home, permissions=["clipboard-read", "clipboard-write"])
    text = result_page(page, phone())
    assert page.evaluate("() => window.isSecureContext") is not at_home
    page.get_by_role("button", name="Copy the text").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert pasted(page).replace("\r\n", "\n") == text


def test_where_nothing_may_be_copied_the_text_is_marked(phone: Phone) -> None:
    page = phone(script=DENIED)
    text = result_page(page)
    page.get_by_role("button", name="Copy the text").click()
    expect(page.get_by_role("button", name="Marked: now copy it")).to_be_visible()
    assert page.evaluate("() => getSelection().toString()").replace("\r\n", "\n") == text


def test_nothing_is_asked_elsewhere_until_the_tap(phone: Phone) -> None:
    page = phone(size=(360, 640))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).hostname or ""))
    result_page(page)
    expect(page.get_by_role("link", name="Board Game Stats")).to_have_attribute("rel", "noreferrer")
    assert set(asked) == {"127.0.0.1"}
    clean(page, "the result out of here")
    page.context.route("https://app.bgstatsapp.com/**", lambda route: route.fulfill(body="there"))
    with page.expect_request("https://app.bgstatsapp.com/createPlay.html?data=*") as left:
        page.get_by_role("link", name="Board Game Stats").click()
    assert "referer" not in left.value.all_headers()


def test_without_a_script_the_text_can_be_marked_by_hand(phone: Phone) -> None:
    page = phone(java_script_enabled=False)
    page.goto("/")
    first = phone()
    table = played(first, finished.fluff(("Ann", "Ben")))
    page.goto(f"/t/{table.code}/result")
    expect(page.get_by_label("As text")).to_have_attribute("readonly", "")
    expect(page.get_by_role("button", name="Copy the text")).to_be_hidden()
