"""Pages beside the table keep up with it: on a connection that has died, under a thumb's focus, with open rows."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from companion.games import GAMES
from tests.browser.conftest import Phone
from tests.browser.gallery import worked
from tests.browser.hands import button, enter, invitation, join, new_table, open_table, opened, send
from tests.browser.slow_answers import DIES, OPEN, PATIENT, STREAM, STREAMS, WAKES, held_back, intercept

BACK = "() => { dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })) }"
"""What a browser says of a page that the way back has brought as it was left: headless Chromium keeps none."""
LATER = "() => { const now = Date.now; Date.now = () => now() + 41_000; }"


def watches(page: Page, address: str) -> None:
    """Look at a page that keeps up with its table."""
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-live", "on")


def entries(page: Page, many: int) -> None:
    """Wait until the ledger has so many."""
    expect(page.locator(".ledger li")).to_have_count(many)


def test_a_stream_that_has_died_without_a_word_is_missed(phone: Phone) -> None:
    host, other = phone(), phone(script=STREAMS)
    watches(other, f"/t/{new_table(host)}/ledger")
    other.evaluate(DIES)
    enter(host, "Take red")
    other.evaluate(LATER)
    entries(other, 1)
    expect(other.get_by_text("1 entry, none ever erased")).to_be_visible()
    enter(host, "Take green")
    entries(other, 2)
    expect(other.locator("html")).to_have_attribute("data-live", "on")
    assert other.evaluate(OPEN) == 1


def test_a_page_that_is_looked_at_again_listens_anew(phone: Phone) -> None:
    """What it asks for first goes out on a connection that has died as well, and is asked for once more."""
    host, other = phone(), phone(script=STREAMS)
    watches(other, f"/t/{new_table(host)}/ledger")
    other.evaluate(DIES)
    dead: list[Route] = []
    intercept(other, "**/ledger", lambda route: route.continue_() if dead else dead.append(route))
    enter(host, "Take red")
    other.evaluate(WAKES)
    held_back(other, dead)
    entries(other, 1)
    enter(host, "Take green")
    entries(other, 2)
    assert other.evaluate(OPEN) == 1


def test_the_way_back_shows_what_is_now(phone: Phone) -> None:
    host, joining, other = phone(), phone(), phone(script=STREAMS)
    at_home, at_referee = phone(script=PATIENT), phone(script=PATIENT)
    code = new_table(host)
    watches(other, f"/t/{code}/ledger")
    other.evaluate(DIES)
    at_home.goto("/")
    joining.goto(f"/j/{code}")
    at_referee.goto(f"/t/{code}/referee")
    send(at_home, f"/j/{code}", [("name", "Chris")])
    enter(host, "Take red")
    send(host, f"/t/{code}/hold", [("version", 1), ("reason", "It was blue")])
    for page in (at_home, joining, at_referee, other):
        page.evaluate(BACK)
    expect(at_home.get_by_role("heading", name="Your tables")).to_be_visible()
    expect(joining.locator(".pick.taken")).to_have_text("ChrisJoined")
    expect(at_referee.get_by_text("It was blue")).to_be_visible()
    entries(other, 2)


def test_the_way_back_takes_nothing_that_was_begun_meanwhile(phone: Phone) -> None:
    page, asked = phone(script=PATIENT), list[Route]()
    page.goto("/")
    intercept(page, "**/healthz", lambda route: asked.append(route))
    with page.expect_request("**/healthz"):
        page.evaluate(BACK)
    page.get_by_label("Join a table").fill("K7QF")
    [route] = held_back(page, asked)
    with page.expect_response("**/healthz"):
        route.continue_()
    page.evaluate("() => new Promise((then) => setTimeout(then, 100))")
    expect(page.get_by_label("Join a table")).to_have_value("K7QF")


def test_who_picks_a_name_needs_no_stream_and_is_led_nowhere_else(phone: Phone) -> None:
    host, page = phone(), phone()
    code = new_table(host)
    page.route(STREAM, lambda route: route.abort())
    send(host, f"/j/{code}", [("name", "Mary")])
    page.goto(f"/j/{code}")
    expect(page.locator(".pick.taken")).to_have_count(1)
    button(page, "Chris").click()
    page.wait_for_url(f"**/t/{code}")
    page.goto(f"/j/{code}?again=1")  # another name, please
    with page.expect_response(re.compile(r"/j/\w+\?again=1$")):
        page.evaluate(BACK)
    expect(page.locator(".pick.taken")).to_have_count(2)
    assert page.url.endswith(f"/j/{code}?again=1")


SHOWS_THE_LATEST = """async () => {
  const page = await (await fetch(location.href)).text();
  return page.includes(`data-stamp="${document.querySelector("[data-stamp]").dataset.stamp}"`);
}"""


def test_a_thumb_on_its_way_to_a_name_takes_no_other(phone: Phone) -> None:
    host, page = phone(), phone(hasty=True)
    code = new_table(host)
    watches(page, f"/j/{code}")
    page.evaluate("() => { performance.now = () => 1e9 }")  # a change was just now, however busy the machine is
    send(host, f"/j/{code}", [("name", "Chris")])
    expect(page.locator(".pick.taken")).to_have_text("ChrisJoined")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    button(page, "Mary").click()
    page.evaluate("() => { performance.now = () => 0 }")
    send(host, f"/j/{code}?again", [("name", "Katie")])
    expect(page.locator(".pick.taken")).to_have_text("KatieJoined")
    assert "POST" not in sent
    page.wait_for_function(SHOWS_THE_LATEST)  # a name that is put anew while it is pressed hears no tap
    button(page, "Mary").click()
    page.wait_for_url(f"**/t/{code}")


def test_the_way_back_to_a_circle_looks_again(phone: Phone) -> None:
    page = phone(script="window.setInterval = () => 0")  # it does not look by itself
    page.goto(send(page, "/circle/new", [("name", "Tuesdays")]))
    with page.expect_request("**/c/*?shown=*"):
        page.evaluate(BACK)


def test_the_focus_that_a_thumb_left_behind_holds_nothing_up(phone: Phone) -> None:
    host = phone()
    open_table(host)
    address = invitation(host)
    row = host.locator("[data-seat=Mary] summary")
    for _ in range(2):  # opened, and closed again
        row.click()
    expect(row).to_be_focused()
    join(phone(), address, "Mary")
    expect(host.locator("[data-seat=Mary]")).to_have_attribute("data-joined", "true")


def test_a_tap_on_the_rounds_holds_nothing_up(phone: Phone) -> None:
    page = phone()
    header, *moves = worked(GAMES["sluff-off"])
    table = opened(page, header, moves)
    watches(page, f"/t/{table.code}/scores")
    page.locator("#scores .scroll td").first.click()
    expect(page.locator("#scores .scroll")).to_be_focused()
    shown = page.locator("#state")
    stamp = shown.get_attribute("data-stamp") or ""
    takes = {"move": "take", "seat": "Mary", "color": "red"}
    entered = page.request.post(
        f"/api/tables/{table.code}/moves", data=takes, headers={"Authorization": f"Bearer {table.host}"}
    )
    assert entered.status == 201, entered.text()
    expect(shown).not_to_have_attribute("data-stamp", stamp)
    expect(page.locator("#scores .scroll")).to_be_focused()


def test_a_row_that_is_open_stays_open_while_the_page_keeps_up(phone: Phone) -> None:
    host = phone()
    open_table(host)
    address = invitation(host)
    host.locator("[data-seat=Katie] summary").click()
    join(phone(), address, "Mary")
    expect(host.locator("[data-seat=Mary]")).to_have_attribute("data-joined", "true")
    expect(host.locator("#who details[open]")).to_have_count(1)
    expect(host.locator("[data-seat=Katie] details[open]")).to_have_count(1)


def test_who_goes_by_keys_hears_who_sits_down_and_stays_where_the_keyboard_was(phone: Phone) -> None:
    host = phone()
    open_table(host)
    address = invitation(host)
    row, said = host.locator("[data-seat=Mary] summary"), host.locator("#said")
    row.focus()
    host.keyboard.press("Enter")
    join(phone(), address, "Mary")
    expect(host.locator("[data-seat=Mary]")).to_have_attribute("data-joined", "true")
    expect(said).to_have_text("Mary, Joined")
    expect(row).to_be_focused()
    host.keyboard.press("Tab")
    join(phone(), address, "Chris")
    expect(said).to_have_text("Chris, Joined")


def test_who_goes_by_keys_stays_in_the_row_whose_control_is_gone(phone: Phone) -> None:
    host = phone()
    open_table(host)
    address = invitation(host)
    row, own = host.locator("[data-seat=Mary] summary"), button(host, "This is my seat: Mary")
    row.focus()
    host.keyboard.press("Enter")
    host.keyboard.press("Tab")
    expect(own).to_be_focused()
    join(phone(), address, "Chris")
    expect(host.locator("[data-seat=Chris]")).to_have_attribute("data-joined", "true")
    expect(own).to_be_focused()
    join(phone(), address, "Mary")
    expect(row).to_be_focused()


def test_what_was_typed_stays_typed_while_the_page_keeps_up(phone: Phone) -> None:
    host, other = phone(), phone()
    watches(other, f"/t/{new_table(host)}/may-i?ask=join")
    other.get_by_text("Say more").click()
    points = other.get_by_role("spinbutton")
    points.fill("38")
    points.blur()
    part = other.locator("#may-i")
    stamp = part.get_attribute("data-stamp") or ""
    enter(host, "Take red")
    expect(part).not_to_have_attribute("data-stamp", stamp)
    expect(points).to_have_value("38")
