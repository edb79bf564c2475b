"""A refusal, provoked by a tap on what is dimmed: it says which rule, why, and what would do."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Phone, picture
from tests.browser.hands import FOUR, at_version, button, enter, holds, invitation, join, new_table, tell, version


def test_a_steal_from_the_full_box_is_refused_and_its_instead_followed(phone: Phone, out: Path) -> None:
    page = phone(size=(360, 640))
    new_table(page)
    for act in ("Take blue", "Take blue", "Take blue", "Done"):
        enter(page, act)
    dimmed = button(page, "Steal blue from Chris")
    expect(dimmed).to_have_accessible_description("Not allowed now. Tap to see why.")
    before = version(page)
    dimmed.click()

    alert = page.get_by_role("alert")
    expect(alert).to_have_attribute("data-rule", "steal-only-when-centre-empty")
    expect(alert).to_contain_text("2 blue tokens lie in the centre.")
    expect(alert.get_by_role("link", name="Read the rule")).to_be_in_viewport(ratio=1)
    expect(button(page, "Done")).to_be_hidden()  # the refusal takes the act's place
    picture(page, out / "refusal.png")

    assert version(page) == before
    alert.get_by_role("button", name="Take blue instead").click()
    at_version(page, before + 1)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert holds(page, "Mary") == {"blue": 1}


def test_an_empty_colour_offers_whom_to_take_it_from(phone: Phone) -> None:
    page = phone()
    new_table(page, FOUR, blue=1)
    enter(page, "Take blue")
    enter(page, "Done")
    tell(page, "Take blue")
    expect(page.get_by_role("alert")).to_have_count(0)  # a usual step, and no refusal
    enter(page, "Steal blue from Chris")
    assert holds(page, "Chris") == {"white": 1}
    assert holds(page, "Mary") == {"blue": 1}


def test_the_rule_is_read_and_the_way_back_leads_to_the_table(phone: Phone) -> None:
    page = phone()
    new_table(page)
    enter(page, "Take red")
    button(page, "Take the Sluffer").click()
    page.get_by_role("alert").get_by_role("link", name="Read the rule").click()
    expect(page.locator("#sluffer-instead-of-tokens")).to_be_in_viewport()
    page.get_by_role("link", name="Table", exact=True).click()
    expect(page.locator("#table")).to_have_attribute("data-version", "1")


def test_a_refusal_goes_when_the_table_moves_on(phone: Phone) -> None:
    host = phone()
    new_table(host)
    address = invitation(host)
    chris = phone()
    join(chris, address, "Chris")
    enter(chris, "Take red")
    button(chris, "Take the Sluffer").click()
    expect(chris.get_by_role("alert")).to_be_visible()
    at_version(host, 1)
    enter(host, "Done")
    at_version(chris, 2)
    expect(chris.get_by_role("alert")).to_have_count(0)


def test_a_refusal_takes_the_keyboard_with_it_and_gives_it_back(phone: Phone) -> None:
    page = phone(size=(1280, 800))
    new_table(page)
    enter(page, "Take red")
    button(page, "Take the Sluffer").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Chris has taken a token in this prediction.")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("region", name="What will Chris take?")).to_be_focused()
