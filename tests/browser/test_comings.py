"""An evening in which somebody comes late, a seat gets another name, and somebody goes, on phones of 360 x 640."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.hands import button, enter, join, open_by_hand, scan, to_table, trick

THREE = ("Chris", "Mary", "Cory")


def players(page: Page) -> None:
    page.locator("a.code").click()
    page.get_by_role("link", name="Who comes, who goes").click()
    expect(page.get_by_role("heading", name="Clockwise round the table")).to_be_visible()


def a_round(page: Page, seats: int) -> None:
    for _ in range(seats):
        enter(page, "Done")
    for _ in range(15):
        trick(page, "Mary", "green")
    expect(page.locator("#table")).to_have_attribute("data-phase", "prediction")


def test_somebody_comes_late_a_seat_is_renamed_and_somebody_goes(phone: Phone) -> None:
    host, mary = phone(size=(360, 640)), phone(size=(360, 640))
    open_by_hand(host, THREE)
    address = scan(host)
    to_table(host)
    a_round(host, 3)
    dana = phone(size=(360, 640))
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
    assert host.evaluate("document.documentElement.scrollWidth") <= 360
