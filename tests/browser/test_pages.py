"""The pages round the table: names that are typed, badges, days, and what the keyboard goes to."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from babel.dates import format_date
from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.hands import (
    FOUR,
    LONG,
    button,
    enter,
    live,
    new_table,
    predict_example_at_once,
    send_moves,
)

SEEN = """e => {
  const box = e.getBoundingClientRect(), at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  return e.contains(at) || Boolean(at?.contains(e)) || e.closest("label")?.contains(at)
}"""


def test_who_i_am_and_who_gets_the_first_card_is_asked_by_the_names_that_are_typed(phone: Phone) -> None:
    page = phone(size=(360, 640))
    page.goto("/open/sluff-off")
    page.get_by_placeholder("Name 2").fill("Christopher")
    expect(page.get_by_role("radiogroup", name="Which one is me?")).to_contain_text("Name 1ChristopherName 3")
    page.goto("/open/ui77")
    page.get_by_placeholder("Name 1").fill("Christopher")
    page.locator(".first-card summary").click()
    expect(page.get_by_text("Card 1, face up, to Christopher:")).to_be_visible()


def test_a_house_rule_out_of_range_is_before_one_s_eyes(phone: Phone) -> None:
    page = phone(size=(360, 640))
    page.goto("/open/sluff-off")
    for field, name in zip(page.locator("input[name=name]").all(), FOUR, strict=True):
        field.fill(name)
    page.locator("summary").click()
    page.locator("[name=rule-rounds]").fill("99")
    button(page, "Open the table").click()
    page.wait_for_selector("[name=rule-rounds]:focus")
    box = page.get_by_role("alert").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 640


BADGES = """() => Object.fromEntries([...document.querySelectorAll(".initial")].map(e =>
    [[...e.classList].find(one => one.startsWith("seat-")), e.dataset.initial]))"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(360, 640), (844, 390)], ids=["upright", "on its side"])
def test_seats_look_the_same_on_every_page_and_home_is_reached_without_scrolling(
    phone: Phone, size: tuple[int, int]
) -> None:
    page = phone(size=size)
    code = new_table(page, LONG)
    known = page.evaluate(BADGES)
    assert len(set(known.values())) == len(known) == len(LONG)
    for done in range(len(LONG)):
        enter(page, "Done")
        assert done or page.evaluate(BADGES) == known
    trick = {"move": "trick", "winner": LONG[1], "led": "red", "won_with": "red"}
    send_moves(page, trick, {"move": "undo"})
    for place in ("", "/seats", "/scores", "/board"):
        page.goto(f"/t/{code}{place}")
        assert page.evaluate(BADGES) == known, place
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], place
    page.goto(f"/t/{code}/ledger")
    assert page.evaluate(BADGES).items() <= known.items()
    page.context.clear_cookies()
    page.goto(f"/j/{code}")
    assert page.evaluate(BADGES) == known
    button(page, LONG[1]).click()
    live(page)
    page.goto("/")
    first = page.locator(".links a").first
    for control in (first, page.get_by_role("link", name="Same people again"), button(page, "Join")):
        expect(control).to_be_in_viewport(ratio=1)
    page.goto("/open/sluff-off")
    for wrong, name in enumerate(("Ann", "Ben", "ben", "Cat")):
        page.locator("input[name=name]").nth(wrong).fill(name)
    button(page, "Open the table").click()
    expect(page.locator("[aria-invalid=true]")).to_have_count(1)
    expect(page.locator("[aria-invalid=true]")).to_have_value("ben")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_a_table_among_mine_has_the_day_of_my_clock(phone: Phone, zone: str) -> None:
    """At any moment it is another day than in UTC in one of the two."""
    page = phone(timezone_id=zone)
    new_table(page)
    page.goto("/")
    shown = page.locator("li time[data-day]")
    at = datetime.fromisoformat(str(shown.get_attribute("datetime")))
    expect(shown).to_have_text(format_date(at.astimezone(ZoneInfo(zone)), "medium", locale="en"))


@pytest.mark.parametrize(("path", "size"), [("ledger", (320, 640)), ("may-i", (320, 640)), ("tokens", (640, 400))])
def test_what_the_keyboard_goes_to_is_not_covered(phone: Phone, path: str, size: tuple[int, int]) -> None:
    page = phone(size=size)
    code = new_table(page, FOUR, blue=3)
    predict_example_at_once(page)
    page.goto(f"/t/{code}/{path}")
    main = page.locator("main :focus")
    page.locator("main a").first.focus()
    while main.count():
        assert main.evaluate(SEEN), main.inner_text()
        page.keyboard.press("Tab")
