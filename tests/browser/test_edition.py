"""A table of another box, opened by its look and played from one phone: red is trump, with yellow and its own words."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone, picture
from tests.browser.hands import FOUR, button, enter, holds, open_by_hand, tell, to_table

NONE_OF_THIS_BOX = ("Sluffer", "orange", "blue trick")


def shoot(page: Page, out: Path, name: str) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        picture(page, out / f"edition-{name}-{scheme}.png")
    page.emulate_media(color_scheme="light")


def words_of(page: Page) -> str:
    """All that people are shown and told on the page."""
    names = page.locator("[aria-label]").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    return " ".join((page.locator("body").inner_text(), *names))


def test_wizard_extreme_is_opened_by_its_box_and_played(phone: Phone, out: Path) -> None:
    page = phone()
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/open/sluff-off")
    page.locator("input[name=name]").first.fill("Chris")
    shoot(page, out, "open-usual")
    button(page, "Wizard Extreme").click()
    expect(button(page, "Wizard Extreme")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("input[name=name]").first).to_have_value("Chris")
    shoot(page, out, "open")
    page.locator("summary").click()
    assert page.locator("[name^='rule-supply.']").evaluate_all("all => all.map(one => one.name.split('.')[1])") == [
        "red", "yellow", "green", "blue", "purple", "white", "black",
    ]  # fmt: skip
    expect(page.locator("[name='rule-sluffer_points']")).to_have_attribute("placeholder", "4")
    page.locator("[name='rule-sluffer_points']").scroll_into_view_if_needed()
    shoot(page, out, "house-rules")

    open_by_hand(page, FOUR, box="Wizard Extreme", typed={"supply.red": "3"})
    to_table(page)
    assert holds(page, "centre") == {"red": 3, "yellow": 3, "green": 3, "blue": 3, "purple": 3, "white": 4, "black": 6}
    shoot(page, out, "prediction")
    for act in ("Take blue", "Take red", "Take red", "Take green", "Done"):
        enter(page, act)
    for act in ("Take purple", "Take red", "Take yellow", "Done"):
        enter(page, act)
    enter(page, "Take the black magician")
    tell(page, "Take red")
    shoot(page, out, "steal")
    enter(page, "Steal red from Mary")
    enter(page, "Done")
    assert holds(page, "Mary") == {"purple": 1, "yellow": 1, "white": 1}

    shoot(page, out, "trick")
    tell(page, "Chris took it")
    shoot(page, out, "returns")
    tell(page, "Won with red")
    enter(page, "Turn in green", 2)
    tell(page, "Mary took it")
    enter(page, "Turn in yellow", 2)
    tell(page, "Chris took it")
    tell(page, "Turn in red")
    shoot(page, out, "led")
    enter(page, "Led yellow", 2)
    assert holds(page, "Chris") == {"blue": 1, "red": 1}
    shoot(page, out, "later")
    for strange in NONE_OF_THIS_BOX:
        assert strange.lower() not in words_of(page).lower()
    page.get_by_role("link", name="Ledger").click()
    for told in ("Chris won a green trick with red", "Katie took the black magician"):
        expect(page.locator("main")).to_contain_text(told, use_inner_text=True)
