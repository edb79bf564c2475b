"""One phone keeps the whole table for a round, and a trick by its cards."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.hands import at_version, button, enter, holds, new_table, tell, trick, version

THREE = ("Chris", "Mary", "Cory")


def test_one_phone_alone_runs_a_round(phone: Phone) -> None:
    page = phone(size=(360, 640))
    new_table(page, THREE)
    for act in ("Take red", "Take red", "Take orange", "Done", "Take the Sluffer", "Take blue", "Done"):
        enter(page, act)
    trick(page, "Chris", "red", "red")
    trick(page, "Chris", "red", "red")
    enter(page, "Undo", 2)  # the tap: the trick, and what went back for it
    expect(page.get_by_text("Took back: ")).to_be_visible()
    button(page, "Put it back").click()
    at_version(page, 15)
    enter(page, "Undo", 2)
    tell(page, "Cory took it")  # the next tap takes away what lies over the table
    expect(page.get_by_text("Took back: ")).to_have_count(0)
    tell(page, "Turn in blue")
    enter(page, "Led green", 2)
    for number in range(12):
        if number == 4:
            page.set_viewport_size({"width": 844, "height": 390})  # the other way round from here on
        trick(page, "Mary", "purple")
    trick(page, "Chris", "green")
    expect(page.locator("#table")).to_have_attribute("data-phase", "prediction")
    page.get_by_role("link", name="Scores").click()
    totals = page.get_by_role("row", name="Total").get_by_role("cell")
    # A red, an orange and a black; the Sluffer's 5 less that black; nothing.
    expect(totals).to_have_text(["7", "4", "0"])
    page.get_by_role("link", name="Ledger").click()
    expect(page.locator(".ledger s")).to_have_count(4)  # two taps of two entries each


def test_a_trick_is_told_by_its_cards(phone: Phone) -> None:
    page = phone(size=(360, 640))
    new_table(page, THREE)
    enter(page, "Take red")
    for _ in THREE:
        enter(page, "Done")
    tell(page, "Cards")
    tell(page, "Card: red")
    for number, (color, rank) in enumerate((("red", 3), ("red", 9), ("green", 9)), 1):
        if color != "red":
            tell(page, f"Card: {color}")
        button(page, f"{color} {rank}").click()
        expect(page.locator(".laid .on")).to_have_count(number)
    enter(page, "Record trick")
    assert holds(page, "Mary") == {"black": 1}
    at_version(page, version(page))
