"""Yes, no, it depends: asked, acted on and disputed on a small phone, without a word typed."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.accessibility import SMALL, clean, clean_in_both
from tests.browser.conftest import Phone, picture
from tests.browser.hands import (
    FOUR,
    at_version,
    button,
    enter,
    invitation,
    join,
    live,
    new_table,
    open_table,
    open_unseen,
    tell,
    version,
)
from tests.browser.test_may_i import sound, tap


def look(page: Page, out: Path, what: str) -> None:
    """Nothing sticks out or is too small, and nothing that a screen reader would stumble over, in either shade."""
    if page.locator("#may-i").count():
        sound(page)
    clean_in_both(page, what, out / f"three-answers-{{}}-{what}.png")


def test_three_answers_are_acted_on_and_disputed_without_typing(phone: Phone, out: Path) -> None:
    host, mary = phone(size=SMALL), phone(size=SMALL)
    code = new_table(host)
    address = invitation(host)
    answer = host.locator("[data-answer]")

    # No now, and what holds at its own moment; a hypothesis by its facts.
    host.goto(f"/t/{code}/may-i?ask=take&seat=Mary")
    tap(host, "red not allowed")
    expect(answer).to_have_attribute("data-rule", "prediction-order")
    expect(host.locator("[data-then]")).to_have_attribute("data-then", "depends")
    look(host, out, "not-now")
    host.goto(f"/t/{code}/may-i")
    for link in ("Turn in", "Mary", "white", "blue"):
        tap(host, link)
    expect(answer).to_have_attribute("data-answer", "depends")
    expect(answer).to_contain_text("only if Mary holds a white token")
    look(host, out, "hypothesis")

    # Yes, and done.
    host.goto(f"/t/{code}/may-i?ask=take&seat=Chris&color=red")
    expect(answer).to_have_attribute("data-answer", "yes")
    expect(button(host, "Do it")).to_be_in_viewport(ratio=1)
    look(host, out, "do-it")
    button(host, "Do it").click()
    live(host)
    at_version(host, 1)
    for act in ("Done", "Done", "Done", "Done"):
        enter(host, act)

    # It depends, and recorded; a slip is no, says what it costs, and is recorded, too.
    host.goto(f"/t/{code}/may-i")
    tap(host, "Who takes this trick?")
    for card in ("red 3", "blue 5", "red 4", "red 9"):
        tap(host, f"Card: {card.split()[0]}")
        tap(host, card)
    expect(answer).to_have_attribute("data-answer", "depends")
    expect(answer).to_contain_text("Mary\u2019s blue 5 is allowed only if Mary holds no red.")
    expect(button(host, "Record it")).to_be_in_viewport(ratio=1)
    look(host, out, "depends")
    host.goto(f"/t/{code}")
    before = version(host)
    tell(host, "Chris took it")
    tell(host, "Not yet")
    enter(host, "Led red")
    host.goto(f"/t/{code}/may-i")
    expect(host.locator(".now")).not_to_contain_text("Forgot to turn in")
    tap(host, "Forget to turn in")
    tap(host, "Chris")
    expect(answer).to_have_attribute("data-answer", "no")
    expect(answer).to_contain_text("This is a slip; the token you keep counts")
    look(host, out, "slip")
    button(host, "Record it").click()
    live(host)
    at_version(host, before + 2)

    # A dispute: held and settled by taps alone.
    join(mary, address, "Mary")
    mary.get_by_role("link", name="Referee").click()
    mary.get_by_role("link", name="Put on hold").click()
    mary.get_by_label("A colour was not followed").check()
    expect(button(mary, "Put on hold")).to_be_in_viewport(ratio=1)
    look(mary, out, "hold")
    button(mary, "Put on hold").click()
    at_version(host, before + 3)
    expect(host.locator("[data-hold]").filter(has_text="A colour was not followed")).to_be_visible()
    host.get_by_role("link", name="Decide it").first.click()
    host.get_by_label("We all saw it that way").check()
    look(host, out, "ruling")
    button(host, "Entry stands: continue").click()
    live(host)
    at_version(mary, before + 4)


def test_without_a_script_a_yes_is_done_and_a_hold_is_reasoned_by_a_tap(phone: Phone) -> None:
    page = phone(size=SMALL)
    code = open_table(page, FOUR)
    plain = page.context.browser.new_context(  # type: ignore[union-attr]
        java_script_enabled=False, base_url=page.url.split("/t/")[0], storage_state=page.context.storage_state()
    )
    try:
        still = plain.new_page()
        still.goto(f"/t/{code}/may-i?ask=take&seat=Chris&color=red")
        still.get_by_role("button", name="Do it").click()
        expect(still.locator("#table")).to_have_attribute("data-version", "1")
        still.goto(f"/t/{code}/hold")
        still.get_by_label("It was entered wrong").check()
        still.get_by_role("button", name="Put on hold", exact=True).click()
        expect(still.locator("[data-hold]").first).to_contain_text("It was entered wrong")
    finally:
        plain.close()


def test_a_table_ruling_needs_no_typing(phone: Phone, out: Path) -> None:
    page = phone(size=SMALL)
    code = open_unseen(page, FOUR)
    page.goto(f"/t/{code}/ruling?kind=points&seat=Mary&rule=revoke")
    form = page.locator("#points")
    expect(form.get_by_label("For a revoke")).to_be_checked()
    for _ in range(2):
        form.get_by_role("button", name="One less").click()
    expect(form.locator("[name=points]")).to_have_value("-2")  # nothing is no ruling: it goes past 0
    for _ in range(4):
        form.get_by_role("button", name="One more").click()
    expect(form.locator("[name=points]")).to_have_value("3")
    clean(page, "a table ruling")
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    form.scroll_into_view_if_needed()
    picture(page, out / "three-answers-table-ruling.png")
    form.get_by_role("button", name="Enter the points").click()
    live(page)
    expect(page.locator("#table")).to_have_attribute("data-version", "1")
    page.goto(f"/t/{code}/ledger")
    expect(page.locator("[data-version='1']")).to_contain_text("3 points: For a revoke")
