"""Taps quicker than answers: each counts, in the order in which they were made."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.hands import button, choose, enter, new_table, predict_nothing, tell
from tests.browser.slow_answers import TELLS, slow

LOW, ON_ITS_SIDE = (360, 640), (844, 390)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [LOW, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_cards_and_suits_tapped_in_haste_all_lie_there(phone: Phone, size: tuple[int, int]) -> None:
    page = phone(size=size)
    new_table(page)
    predict_nothing(page)
    tell(page, "Cards")
    tell(page, "Card: red")
    with slow(page, TELLS):
        for name in ("red 3", "red 5", "red 5", "Card: blue"):
            button(page, name).click()
    cards = page.get_by_role("list", name="Cards of this trick")
    expect(cards.get_by_role("listitem")).to_have_text(["Chris: red3", "Mary: red5"])
    expect(button(page, "Card: blue")).to_have_attribute("aria-pressed", "true")
    with slow(page, TELLS):
        button(page, "blue 2").click()
        button(page, "blue 9").click()  # the led colour is shown again once the first is answered; blue was meant
    expect(cards.get_by_role("listitem")).to_have_count(4)
    expect(page.locator("#ask")).to_contain_text("Cory takes it with blue 9.")
    enter(page, "Record trick")


def test_a_tap_that_another_question_has_overtaken_is_not_sent(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    predict_nothing(page)
    with slow(page, TELLS):
        button(page, "Mary took it").click()
        button(page, "Katie took it").click()
    expect(page.get_by_role("heading", name="What was led?")).to_be_visible()
    expect(button(page, "Mary took it")).to_have_attribute("aria-pressed", "true")


def test_dice_tapped_in_haste_all_lie_there(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page, ("Ann", "Tom"), game="fluff")
    for wilds in ("2 wilds", "0 wilds"):
        page.get_by_role("radio", name=wilds).click()
    enter(page, "Record the roll")
    page.get_by_role("button", name="Bid ").click()
    page.locator("#ask .fluff-call:visible").click()
    choose(page, "Enter the dice")
    for face in ("2", "2", "Wild", "4"):
        button(page, face).click()
    expect(page.get_by_text("4 of 5 tapped in")).to_be_visible()
    dice = page.get_by_role("list", name="Dice tapped in").get_by_role("listitem")
    expect(dice).to_have_text(["2", "2", "wild", "4", ""])
