"""A dispute at the table: a seat puts it on hold, the host amends, and a second seat has to agree."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.accessibility import clean
from tests.browser.conftest import Phone, picture
from tests.browser.hands import (
    at_version,
    button,
    enter,
    holds,
    invitation,
    join,
    live,
    new_table,
    predict,
    trick,
    version,
)

SMALL = (360, 640)


def sound(page: Page) -> None:
    """Nothing that a screen reader or a narrow screen would stumble over."""
    clean(page, "a page of the dispute")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def at_play(host: Page) -> str:
    """A table in its tricks: Chris, red and green, has won one in red and turned it in."""
    code = new_table(host)
    address = invitation(host)
    predict(host, Chris="red green", Mary="purple", Katie="", Cory="")
    trick(host, "Chris", "red", "red")
    assert code in address
    return address


def test_a_seat_holds_the_table_and_the_host_amends_what_was_in_dispute(phone: Phone, out: Path) -> None:
    host, mary, cory = phone(size=SMALL), phone(size=SMALL, dark=True), phone(size=SMALL)
    address = at_play(host)
    join(mary, address, "Mary")
    join(cory, address, "Cory")
    before = version(host)

    mary.get_by_role("link", name="Referee").click()
    mary.get_by_role("link", name="Put on hold").click()
    sound(mary)
    mary.get_by_label("What is wrong?").fill("I took that trick")
    mary.get_by_label("Which entry?").select_option("8")
    button(mary, "Put on hold").click()
    for page in (host, cory):
        at_version(page, before + 1)
        expect(page.locator("[data-hold]")).to_contain_text("I took that trick")
        expect(page.locator("#said")).to_contain_text("Put on hold: I took that trick")
        expect(page.get_by_role("alert")).to_have_count(0)  # it would be heard twice
        expect(page.get_by_role("button", name="Record trick")).to_have_count(0)
        sound(page)
    expect(cory.get_by_role("link", name="Decide it")).to_have_count(0)
    picture(cory, out / "on-hold.png")

    host.get_by_role("link", name="Decide it").click()
    sound(host)
    host.get_by_role("link", name="Correct entry 8").click()
    both = host.get_by_role("link", name="Mary won a red trick", exact=True)
    expect(both).to_have_count(2)
    chosen, left_out = both.all()
    expect(left_out).to_have_accessible_description("Something was forgotten before it")
    expect(chosen).to_have_accessible_description("It was something else")
    chosen.click()
    fallen = host.locator("#fallen [data-entry]")
    expect(fallen).to_have_count(1)  # what Chris turned in, Mary has not turned in
    expect(fallen).to_have_attribute("data-entry", "9")
    expect(host.locator("[data-who='Mary'][data-what='black'] td")).to_have_text(["0", "1"])
    sound(host)
    picture(host, out / "what-would-follow.png", whole=True)
    host.get_by_label("Why").fill("Everybody saw it")
    host.get_by_label("Which rule is it about?").select_option("winning-color")
    button(host, "Do it").click()

    for page in (host, mary, cory):
        at_version(page, before + 2)
        expect(page.locator("[data-hold]")).to_have_count(0)
        assert holds(page, "Mary") == {"purple": 1, "black": 1}
        assert holds(page, "Chris") == {"red": 1, "green": 1}
    expect(mary.locator("#said")).to_contain_text("Everybody saw it")
    mary.get_by_role("link", name="Ledger").click()
    expect(mary.locator("[data-version='9']")).to_contain_text("removed by #11")
    expect(mary.locator("[data-version='8']")).to_contain_text("changed by #11")
    sound(mary)


def test_a_second_seat_confirms_an_amend_on_its_own_phone(phone: Phone) -> None:
    host, mary = phone(size=SMALL), phone(size=SMALL)
    address = at_play(host)
    join(mary, address, "Mary")
    before = version(mary)
    host.get_by_role("link", name="Referee").click()
    button(host, "Ask for a second player").click()
    host.get_by_role("link", name="Correct an entry").click()
    host.get_by_role("link", name="Correct entry 9").click()
    host.get_by_role("link", name="Remove entry 9").click()
    host.get_by_label("Why").fill("He kept it")
    button(host, "Ask a second player").click()
    live(host)
    host.get_by_role("link", name="Look").click()
    expect(button(host, "Agree: make the correction")).to_have_count(0)

    at_version(mary, before + 2)
    assert holds(mary, "Chris") == {"green": 1}  # nothing has been done yet
    sound(mary)
    mary.get_by_role("link", name="Look").click()
    sound(mary)
    button(mary, "Agree: make the correction").click()
    live(mary)
    at_version(mary, before + 3)
    assert holds(mary, "Chris") == {"red": 1, "green": 1}
    expect(mary.locator("#table")).to_have_attribute("data-phase", "turn-in")


def test_an_earlier_ruling_is_shown_where_the_same_rule_comes_up_again(phone: Phone) -> None:
    page = phone(size=SMALL)
    new_table(page)
    enter(page, "Take red")
    for _ in range(2):
        button(page, "Take the Sluffer").click()
        alert = page.get_by_role("alert")
        expect(alert).to_have_attribute("data-rule", "sluffer-instead-of-tokens")
        if alert.get_by_text("This table ruled before").count():
            break
        alert.get_by_role("link", name="Put on hold").click()
        page.get_by_label("What is wrong?").fill("He had not looked at his cards")
        button(page, "Put on hold").click()
        page.get_by_role("link", name="Decide it").click()
        page.get_by_label("Why").fill("A token taken is taken")
        button(page, "Entry stands: continue").click()
        live(page)
    expect(page.get_by_role("alert")).to_contain_text("A token taken is taken")
    expect(page.get_by_role("alert").get_by_role("link", name="Read the rule")).to_be_in_viewport(ratio=1)
