"""From the box to the first act: a dealer is found, and one screen says what to do with the box."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accessibility import clean_in_both
from tests.browser.conftest import Phone
from tests.browser.hands import LONG, button, live, open_unseen

LOW = (360, 640)
COUNTED = "() => [...document.querySelectorAll('.to-count li')].reduce((n, e) => n + Number(e.dataset.count), 0)"


def test_the_first_club_is_found_and_the_table_set_up(phone: Phone) -> None:
    page = phone(size=LOW)
    page.goto("/open/ui77")
    for field, name in zip(page.locator("input[name=name]").all(), ("Ann", "Ben", "Cat", "Dan"), strict=True):
        field.fill(name)
    page.get_by_text("Find the first club").click()
    expect(page.locator(".first-card")).to_contain_text("Card 1, face up, to Ann:")
    for told in ("Card 2, face up, to Ben:", "Card 3, face up, to Cat:"):
        button(page, "No club").click()
        expect(page.locator(".first-card")).to_contain_text(told)
    expect(button(page, "No club")).to_be_in_viewport()
    clean_in_both(page, "finding the first club")
    button(page, "A club").click()
    expect(page.get_by_role("status")).to_have_text("Cat deals first.")
    expect(page.get_by_label("Name 3 deals first")).to_be_checked()
    button(page, "Open the table").click()
    page.get_by_role("link", name="Set up the table").click()
    expect(page.get_by_text("Cat shuffles one deck of 52 cards and deals 9 to each.")).to_be_visible()
    expect(page.get_by_text("9 cards: put them away unseen.")).to_be_visible()
    page.get_by_role("link", name="To the table").click()
    live(page)


def test_a_dealer_is_drawn_with_the_names_kept(phone: Phone) -> None:
    page = phone(size=LOW)
    page.goto("/open/popcorn")
    page.locator("input[name=name]").first.fill("Ann")
    button(page, "Draw a dealer").click()
    expect(page.get_by_role("status")).to_contain_text("deals first.")
    expect(page.get_by_role("status")).to_be_focused()
    expect(page.locator("input[name=name]").first).to_have_value("Ann")
    expect(page.locator("input[name=dealer]:checked")).to_have_count(1)


def test_the_keyboard_stays_on_the_button_that_was_pressed(phone: Phone) -> None:
    page = phone()
    page.goto("/open/sluff-off")
    for name, on in (
        ("One more player", "One fewer"),  # five are the most
        ("One fewer", "One fewer"),
        ("One fewer", "One more player"),  # three are the fewest
        ("Move name 3 up", "Move name 3 up"),
        ("Wizard Extreme", "Wizard Extreme"),
    ):
        button(page, name).focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(button(page, on)).to_be_focused()


def test_the_27_tokens_are_counted_on_the_table_before_a_first_game(phone: Phone) -> None:
    page = phone(size=LOW)
    page.goto(f"/t/{open_unseen(page, LONG)}/set-up")
    assert page.evaluate(COUNTED) == 27
    expect(page.get_by_role("link", name="To the table")).to_be_in_viewport()
