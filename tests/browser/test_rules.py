"""The rulebook on a small phone: looked up as one types, a link to a rule followed, the way back."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from companion.games.rules_editions import EDITIONS
from companion.games.sluff_off.game import SluffOff
from tests.browser.accessibility import SMALL, clean, clean_in_both, fits
from tests.browser.conftest import Phone, picture
from tests.browser.hands import FOUR, label_of, open_unseen

CONTROLS = "#main input, #main button, #main a"
WHITE = re.compile("white|Colours only", re.IGNORECASE)


def look_up(page: Page, typed: str) -> None:
    """Type into the search, letter by letter, and wait for its list."""
    with page.expect_response(lambda answer: f"q={typed.replace(' ', '+')}" in answer.url.replace("%20", "+")):
        page.get_by_role("searchbox", name="Look up a rule").press_sequentially(typed)
    expect(page.locator("#q.htmx-request")).to_have_count(0)


def test_wite_finds_the_white_rules(phone: Phone, out: Path) -> None:
    page = phone(size=SMALL)
    code = open_unseen(page, FOUR, blue=3)
    page.goto(f"/t/{code}/rules")
    picture(page, out / "rules-whole.png")
    look_up(page, "wite")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"\d+ rules found"))
    for title in page.locator(".rule h2").all()[:5]:
        expect(title).to_have_text(WHITE)
    expect(page.locator(".rule mark").first).to_have_text("white", ignore_case=True)
    expect(page.locator(".rule h2").first).to_be_in_viewport(ratio=1)
    fits(page, CONTROLS)
    clean_in_both(page, "found", out / "rules-{}-wite.png")
    page.get_by_role("searchbox").fill("")
    expect(page.locator(".rule")).to_have_count(len(SluffOff().rulebook.rules))
    assert page.url.endswith(f"/t/{code}/rules")
    look_up(page, "qqqq")
    expect(page.locator(".none")).to_contain_text("No rule mentions “qqqq”")
    clean_in_both(page, "nothing found", out / "rules-{}-none.png")


def test_the_day_of_an_edition_is_a_day_wherever_the_phone_is(phone: Phone) -> None:
    page = phone(size=SMALL, timezone_id="America/Los_Angeles")
    page.goto("/rules/sluff-off#editions")
    page.wait_for_load_state()
    expect(page.locator("#editions ~ section time").last).to_have_text(EDITIONS[0].day)


def test_a_rule_s_link_leads_to_it_and_back_leads_to_the_search(phone: Phone, out: Path) -> None:
    page = phone(size=SMALL)
    code = open_unseen(page, FOUR, blue=3)
    page.goto(f"/t/{code}/rules")
    look_up(page, "what is in the box")
    page.get_by_role("link", name="box", exact=True).click()
    page.wait_for_url(f"**/t/{code}/rules#box")
    expect(page.locator("#box:target")).to_contain_text("This table: blue 3 (usually blue 5)")
    page.go_back()
    page.wait_for_url(lambda url: "q=what" in url)
    expect(page.get_by_role("heading", name="Rulebook")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_value("what is in the box")
    assert page.locator(".rule").count() < len(SluffOff().rulebook.rules)
    page.goto(f"/t/{code}/rules#sluffer-score")
    heading = page.locator("#sluffer-score h2")
    expect(heading).to_be_in_viewport(ratio=1)
    top, search = heading.bounding_box(), page.locator(".look-up").bounding_box()
    assert top is not None
    assert search is not None
    assert top["y"] >= search["y"] + search["height"]
    fits(page, CONTROLS)
    picture(page, out / "rules-light-anchor.png")


def test_without_a_script_the_search_is_a_form(phone: Phone) -> None:
    page = phone(size=SMALL, java_script_enabled=False)
    page.goto("/rules/sluff-off")
    page.get_by_role("searchbox").fill("slufer")
    page.get_by_role("button", name="Search").click()
    page.wait_for_url("**/rules/sluff-off?q=slufer")
    expect(page.locator(".rule h2").first).to_contain_text("Sluffer")
    page.locator("#one-sluffer .id").click()
    expect(page.locator("#one-sluffer:target")).to_be_visible()
    expect(page.locator(".rule")).to_have_count(len(SluffOff().rulebook.rules))


def test_a_first_game_is_explained_at_the_table_until_it_is_switched_off(phone: Phone, out: Path) -> None:
    page = phone(size=SMALL)
    code = open_unseen(page, FOUR, blue=3)
    page.goto(f"/t/{code}/rules#first-game")
    page.get_by_role("button", name="Show it at the table").click()
    page.wait_for_url(f"**/t/{code}")
    strip = page.locator(".first-game")
    expect(strip).to_contain_text("Take a token in the colour of each trick")
    expect(strip).to_be_in_viewport(ratio=1)
    expect(label_of(page, "Done")).to_be_in_viewport(ratio=1)
    picture(page, out / "first-game.png")
    clean(page, "first game")
    strip.get_by_role("link", name="First game").click()
    page.get_by_role("button", name="Stop showing it at the table").click()
    page.wait_for_url(f"**/t/{code}")
    expect(page.locator(".first-game")).to_be_hidden()
