"""The tokens don't match, counted with the thumb on a small phone."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.accessibility import SMALL, clean_in_both, fits
from tests.browser.conftest import Phone, picture
from tests.browser.hands import FOUR, LONG, holds, new_table, open_table, predict, trick


def count(page: Page, place: str, item: str, by: int) -> None:
    """Open a place and tap its steppers: so many more (less: minus) than the field has."""
    row = page.locator(f"li[data-place='{place}']")
    if not row.locator(".steppers").is_visible():
        row.locator("summary").click()
    word = "more" if by > 0 else "less"
    for _ in range(abs(by)):
        row.locator(f".stepper[data-item='{item}']").get_by_role("button", name=f"One {item} {word}").click()


def sound(page: Page, what: str, out: Path) -> None:
    """Nothing sticks out to the side, nothing to tap is too small for a thumb, nothing for axe to find."""
    fits(page, "main a, main summary, main button, main input")
    clean_in_both(page, what, out / f"tokens-{{}}-{what}.png", whole=True)


def in_play(page: Page) -> None:
    """Mary has turned in red by the book; on the table it was Katie who took the trick."""
    predict(page, Chris="red", Mary="red blue", Katie="red green", Cory="")
    trick(page, "Mary", "red", "red")
    trick(page, "Chris", "orange")


def test_counted_compared_explained(phone: Phone, out: Path) -> None:
    page = phone(size=SMALL)
    code = new_table(page, FOUR)
    in_play(page)
    page.goto(f"/t/{code}/referee")
    page.get_by_role("link", name="The tokens don\u2019t match").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The tokens don\u2019t match")
    sound(page, "closed", out)
    count(page, "Mary", "red", 1)
    expect(page.locator("li[data-place=Mary] summary")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("group", name="Mary", exact=True).get_by_role("spinbutton", name="red")).to_have_value("1")
    expect(page.get_by_role("status")).to_have_text("1")
    expect(page.locator("details.changed")).to_have_count(1)
    total = page.locator("[data-sum=red]")
    expect(total).to_contain_text("4 of 3")
    expect(total).to_have_class("off")
    sound(page, "open", out)
    count(page, "Katie", "red", -1)
    expect(total).to_contain_text("3 of 3")
    page.get_by_role("button", name="Compare").click()
    first = page.locator(".explanation").first
    expect(first.locator("p").first).to_contain_text("not \u201cMary won a red trick\u201d but \u201cKatie won")
    expect(page.locator(".differences li")).to_have_count(2)
    sound(page, "found", out)
    first.get_by_role("link", name="See what would change").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What would change")
    page.get_by_label("Why").fill("Katie took it")
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("#table")).to_be_visible()
    assert (holds(page, "Mary"), holds(page, "Katie")) == ({"red": 1, "blue": 1}, {"green": 1})


def test_two_mistakes_are_explained_by_nothing_and_the_table_rules(phone: Phone, out: Path) -> None:
    page = phone(size=SMALL)
    code = new_table(page, FOUR)
    in_play(page)
    page.goto(f"/t/{code}/tokens")
    for place, item, by in (("Katie", "red", -1), ("centre", "red", 1), ("Katie", "green", -1), ("centre", "green", 1)):
        count(page, place, item, by)
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#nothing")).to_have_text("No single mistake explains it.")
    expect(page.locator(".explanation")).to_have_count(0)
    settle = page.get_by_text("Trust the table: use these counts")
    settle.click()  # it is open: folded, the page has the controls that `sound` measures
    sound(page, "two", out)
    settle.click()
    page.get_by_label("Why").fill("it lies there, we all see it")
    page.get_by_role("button", name="Use these counts").click()
    expect(page.locator("#table")).to_be_visible()
    assert holds(page, "Katie") == {}


def test_long_names_and_no_script(phone: Phone, out: Path) -> None:
    host = phone(size=SMALL)
    code = open_table(host, LONG)
    page = phone(size=SMALL, java_script_enabled=False, storage_state=host.context.storage_state())
    page.goto(f"/t/{code}/tokens")
    page.locator("summary").nth(1).click()
    expect(page.get_by_role("button", name="more")).to_have_count(0)
    page.locator("[name=c1-0]").fill("1")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".differences li")).to_have_count(1)
    picture(page, out / "tokens-no-script.png", whole=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    expect(page.locator("#nothing")).to_be_visible()
