"""Somebody comes late, a seat gets another name, and somebody goes; the other phones see it at once."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests import finished
from tests.browser.conftest import Phone
from tests.browser.hands import button, join, opened, sit

THREE = ("Chris", "Mary", "Cory")


def players(page: Page) -> None:
    page.locator("a.code").click()
    page.get_by_role("link", name="Who comes, who goes").click()
    expect(page.get_by_role("heading", name="Clockwise round the table")).to_be_visible()


def test_somebody_comes_late_a_seat_is_renamed_and_somebody_goes(phone: Phone) -> None:
    host, mary, dana = phone(), phone(), phone()
    table = opened(host, *finished.sluff_off(THREE, 1, of=2))
    address = f"/j/{table.code}"
    sit(host, table.host)
    dana.goto(address)
    expect(dana.get_by_role("button", name="Cory")).to_be_visible()
    players(host)
    host.get_by_label("What is the name?").fill("Dana")
    host.get_by_label("Sits on the left of").select_option("Chris")
    button(host, "Let them join").click()
    expect(host.locator("li[data-seat]")).to_have_count(4)
    button(dana, "Dana").click()  # her name is there as soon as she may sit down
    expect(dana.locator("#table")).to_have_attribute("data-phase", "prediction")
    join(mary, address, "Cory")
    mary.locator("a.code").click()
    mary.get_by_role("link", name="Who comes, who goes").click()
    mary.locator("li[data-seat=Cory] summary").click()
    mary.get_by_label("New name").fill("Corinna")
    mary.get_by_role("button", name="Rename Cory").click()
    expect(mary.locator("li[data-seat=Corinna]")).to_be_visible()
    # The other phones see it at once.
    expect(dana.locator("[data-place=Corinna]")).to_be_visible()
    expect(dana.locator("[data-place=Cory]")).to_have_count(0)
    host.reload()
    host.locator("li[data-seat=Corinna] summary").click()
    host.get_by_role("button", name="Take Corinna out of the game").click()
    expect(host.locator("li[data-seat]")).to_have_count(3)
    mary.reload()
    mary.goto(mary.url.removesuffix("/players"))
    expect(mary.locator("p.moved")).to_be_visible()
    host.get_by_role("link", name="To the table").click()
    host.get_by_role("link", name="Scores").click()
    expect(host.locator("[data-left=Corinna]")).to_be_visible()
