"""May I ...? put with the thumb on a small phone; and a proven revoke, seen and settled."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.accessibility import SMALL, clean, clean_in_both, fits
from tests.browser.conftest import Phone, picture
from tests.browser.hands import (
    FOUR,
    at_version,
    enter,
    holds,
    invitation,
    join,
    new_table,
    open_unseen,
    predict,
    tell,
    version,
)


def tap(page: Page, name: str, exact: bool = True) -> None:
    """Tap a link of the question, and wait until what it brings has taken the place of the question."""
    page.locator("#question").evaluate("question => question.dataset.old = 1")
    page.locator("#may-i").get_by_role("link", name=name, exact=exact).click()
    expect(page.locator("#question:not([data-old])")).to_have_count(1)
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def sound(page: Page) -> None:
    fits(page, "#may-i a, #may-i summary, #may-i button")


def test_may_cory_take_a_blue_from_mary(phone: Phone, out: Path) -> None:
    page = phone(size=SMALL)
    code = new_table(page)
    predict(page, Chris="red", Mary="blue", Katie="")
    before = version(page)
    page.goto(f"/t/{code}/may-i")
    expect(page.get_by_role("heading", level=1)).to_have_text("May I ...?")

    def look(what: str) -> None:
        sound(page)
        clean_in_both(page, what, out / f"may-i-{{}}-{what}.png", whole=True)

    look("start")
    tap(page, "Steal")
    look("who")
    tap(page, "Cory")
    tap(page, "blue")
    look("from-whom")
    tap(page, "Mary", exact=False)
    answer = page.locator("[data-answer]")
    expect(answer).to_have_attribute("data-answer", "no")
    expect(answer).to_have_attribute("data-rule", "steal-only-when-centre-empty")
    expect(page.get_by_role("status").filter(has_text="4 blue tokens lie in the centre.")).to_be_visible()
    expect(answer.locator(".word")).to_be_in_viewport(ratio=1)
    look("no")
    tap(page, "Cory \u00b7 Take blue")
    expect(answer).to_have_attribute("data-answer", "yes")
    look("yes")
    page.go_back()
    expect(answer).to_have_attribute("data-answer", "no")
    expect(page.locator("nav.bar")).to_be_visible()
    page.get_by_role("link", name="Read the rule steal-only-when-centre-empty").click()
    expect(page.locator("#steal-only-when-centre-empty")).to_be_in_viewport()
    page.goto(f"/t/{code}")
    at_version(page, before)


def test_who_takes_this_trick_and_what_may_the_winner_turn_in(phone: Phone, out: Path) -> None:
    host = phone(size=SMALL)
    code = new_table(host)
    predict(host, Chris="", Mary="red green", Katie="", Cory="")
    page = phone(size=SMALL)  # somebody who only looks on
    page.goto(f"/t/{code}/may-i")
    tap(page, "Who takes this trick?")
    for card in ("red 3", "red 12", "green 5", "purple 1"):
        tap(page, f"Card: {card.split()[0]}")
        if card == "red 12":
            sound(page)
            picture(page, out / "may-i-cards.png", whole=True)
        tap(page, card)
    expect(page.locator("[data-answer=depends]")).to_contain_text("Mary won a red trick")
    follows = page.locator(".follows")
    expect(follows).to_contain_text("Mary \u00b7 Turn in red")
    clean(page, "a trick's answer")
    sound(page)
    follows.locator("summary").click()
    expect(follows).to_contain_text("green does not fit it")
    picture(page, out / "may-i-trick.png", whole=True)
    page.reload()
    # The table moves on under the question: the answer keeps up.
    tell(host, "Mary took it")
    tell(host, "Not yet")
    enter(host, "Led red")
    expect(page.locator("[data-answer=no]")).to_have_attribute("data-rule", "turn-in-before-next-trick")
    tap(page, "Who takes this trick?: ask something else")
    expect(page.locator("[data-answer]")).to_have_count(0)
    tap(page, "Turn in")
    tap(page, "Mary")
    expect(page.get_by_role("link", name="green not allowed")).to_be_visible()
    picture(page, out / "may-i-turn-in.png", whole=True)


def test_a_question_is_put_with_the_keyboard_alone(phone: Phone) -> None:
    page = phone(size=SMALL)
    code = open_unseen(page, FOUR)
    page.goto(f"/t/{code}/may-i")
    page.get_by_role("link", name="Take a token").focus()
    for asked in ("seat", "color"):
        page.keyboard.press("Enter")
        expect(page.locator(f"[data-asked={asked}]")).to_be_focused()
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.keyboard.press("Tab")
        expect(page.locator("#question a:focus")).to_have_text("Chris" if asked == "seat" else re.compile("red"))
    page.keyboard.press("Enter")
    expect(page.locator("[data-answer=yes]")).to_contain_text("Chris took red from the centre")
    expect(page.locator(".told")).to_be_focused()


def test_it_works_without_scripts(phone: Phone) -> None:
    host = phone()
    code = open_unseen(host, FOUR)
    page = phone(size=SMALL, java_script_enabled=False)
    page.goto(f"/t/{code}/may-i")
    for link in ("Give points by a ruling", "Mary"):
        page.locator("#may-i").get_by_role("link", name=link, exact=True).click()
    page.get_by_label("How many points?").fill("-3")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator("[data-answer=yes]")).to_contain_text("The table took 3 points off Mary")


def play_cards(page: Page, *cards: str) -> None:
    """Record a trick by its cards."""
    for card in cards:
        tell(page, f"Card: {card.split()[0]}")
        tell(page, card)
    enter(page, "Record trick")


def test_a_proven_revoke_is_seen_by_all_and_ruled_on(phone: Phone, out: Path) -> None:
    host, mary = phone(size=SMALL), phone(size=SMALL)
    new_table(host)
    address = invitation(host)
    join(mary, address, "Mary")
    for _ in FOUR:
        enter(host, "Done")
    tell(host, "Cards")
    play_cards(host, "red 3", "green 1", "red 4", "red 5")
    play_cards(host, "red 6", "red 7", "red 8", "red 9")
    at_version(mary, version(host))
    for page, name in ((host, "host"), (mary, "mary")):
        found = page.locator("details.found")
        expect(found.locator("summary")).to_be_in_viewport(ratio=1)
        picture(page, out / f"revoke-{name}-folded.png")
        found.locator("summary").click()
        expect(found.locator("[data-trick='1'] .caught")).to_contain_text("Mary")
        expect(found.locator("[data-trick='2'] .caught")).to_contain_text("8")
        expect(found.locator("[data-trick='1'] li").first).to_contain_text("led")
        clean_in_both(page, f"a revoke, {name}", out / f"revoke-{{}}-{name}.png")
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    expect(mary.get_by_role("link", name="Put on hold")).to_be_visible()
    host.get_by_role("link", name="Decide it").click()
    expect(host.locator("#points select[name=seat]")).to_have_value("Mary")
    assert host.locator("#points [name=reason]").input_value() == "Revoke in trick 1"
    host.locator("#points [name=points]").fill("5")
    host.get_by_role("button", name="Enter the points").click()
    expect(host.locator("#table")).to_be_visible()
    assert holds(host, "Mary") == {}


def test_a_push_leaves_who_goes_by_keys_where_they_are(phone: Phone) -> None:
    host, page = phone(), phone()
    code = new_table(host)
    page.goto(f"/t/{code}/may-i?ask=take")
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    page.locator("#question a", has_text="Chris").first.press("Enter")
    expect(page.locator("#asked-next")).to_be_focused()
    page.locator("#question").evaluate("question => question.dataset.old = 1")
    enter(host, "Take red")
    expect(page.locator("#question:not([data-old])")).to_have_count(1)
    expect(page.locator("#asked-next")).to_be_focused()
