"""Answers that are slow, or come in another order than they were asked for: no tap is entered twice, or lost unsaid."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import Phone
from tests.browser.hands import (
    at_version,
    button,
    enter,
    holds,
    invitation,
    join,
    live,
    new_table,
    predict_nothing,
    send_moves,
    spot,
    tell,
    version,
)
from tests.browser.slow_answers import ENTERS, PATIENT, TELLS, held_back, intercept, slow

LOW = (360, 640)
UNHURRIED_MS = 800
LEAVES = """() => addEventListener("pagehide", () => {
  sessionStorage.sent = document.querySelector("[data-sent]")?.textContent })"""
BEATLESS = """const listen = EventSource.prototype.addEventListener
EventSource.prototype.addEventListener = function (told, act) { if (told !== "beat") listen.call(this, told, act) }"""
"""A phone that no beat tells what it has missed."""
HEARS = """() => document.body.addEventListener("htmx:sseBeforeMessage", ({ detail }) => {
  window.heard = detail.lastEventId })"""
WAKES = "() => { document.dispatchEvent(new Event('visibilitychange')) }"


def refused(page: Page) -> None:
    """The phone says of a tap that it was not entered."""
    expect(page.locator("#notice").get_by_role("status")).to_contain_text("was not entered")


def test_the_second_of_two_taps_waits_for_the_answer_to_the_first(phone: Phone) -> None:
    page = phone(hasty=True, size=LOW)
    new_table(page, ("Ann", "Bob"), game="ui77")
    for suit, rank in (("hearts", "4"), ("spades", "6"), ("diamonds", "7")):
        tell(page, f"Card: {suit}")
        tell(page, f"{rank} of {suit}")
    for act in ("Turn up these cards", "Throw 0", "Throw 0"):
        page.wait_for_timeout(UNHURRIED_MS)
        enter(page, act)
    page.wait_for_timeout(UNHURRIED_MS)
    x, y = spot(page, "Bob took it")
    with slow(page, ENTERS):
        page.mouse.click(x, y)
        page.mouse.click(x, y)
    refused(page)
    assert version(page) == 4


def test_two_taps_on_undo_take_one_entry_back(phone: Phone) -> None:
    page = phone(hasty=True, size=LOW)
    new_table(page)
    for color in ("red", "blue", "green"):
        enter(page, f"Take {color}")
    page.wait_for_timeout(UNHURRIED_MS)
    x, y = spot(page, "Undo")
    with slow(page, ENTERS):
        page.mouse.click(x, y)
        page.mouse.click(x, y)
    refused(page)
    at_version(page, 4)
    assert holds(page, "Chris") == {"red": 1, "blue": 1}


def test_takes_tapped_in_haste_are_all_entered(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    colors = ("red", "blue", "green", "orange")
    spots = [spot(page, f"Take {color}") for color in colors]
    with slow(page, ENTERS):
        for x, y in spots:
            page.mouse.click(x, y)
    at_version(page, 4)
    assert [holds(page, "Chris")[color] for color in colors] == [1, 1, 1, 1]


def test_a_tap_is_seen_until_its_answer_is_here(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    sent = page.locator("[data-sent]")
    with slow(page, ENTERS):
        button(page, "Take red").click()
        expect(sent).to_have_count(1)
        expect(sent).to_have_accessible_name("Take red")
    expect(sent).to_have_count(0)
    assert holds(page, "Chris") == {"red": 1}
    with slow(page, ENTERS):
        button(page, "Take the Sluffer").click()  # dimmed: it is refused
        expect(sent).to_have_accessible_name("Take the Sluffer")
    expect(page.get_by_role("alert")).to_have_attribute("data-rule", "sluffer-instead-of-tokens")
    expect(sent).to_have_count(0)


def test_a_form_of_a_page_is_seen_to_be_sent(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    page.goto(f"{page.url}/hold")
    page.locator("input[name=because]").first.check()
    page.evaluate(LEAVES)
    page.get_by_role("button", name="Put on hold").click()
    expect(page.locator("[data-hold]")).to_contain_text("On hold")
    assert page.evaluate("sessionStorage.sent") == "Put on hold"
    expect(page.locator("[data-sent]")).to_have_count(0)


def test_after_an_entry_that_did_not_arrive_nothing_else_is_sent(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    spots = [spot(page, f"Take {color}") for color in ("red", "blue")]
    held: list[Route] = []
    intercept(page, "**/moves", lambda route: held.append(route))
    for x, y in spots:
        page.mouse.click(x, y)
    expect(page.locator(".htmx-request")).to_have_count(1)
    held_back(page, held)
    held[0].abort()
    expect(page.locator("#notice .unsent")).to_be_visible()
    assert len(held) == 1
    page.unroute("**/moves")
    page.locator("#notice [data-again]").click()
    at_version(page, 1)
    assert holds(page, "Chris") == {"red": 1}


def test_a_card_is_of_the_suit_that_is_shown_when_it_is_tapped(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    predict_nothing(page)
    for told in ("Cards", "Card: red", "red 3"):
        tell(page, told)
    with slow(page, TELLS):
        button(page, "Card: blue").click()
        page.locator("#card-4").click()
    expect(page.locator("#act input[name=card]")).to_have_count(2)
    assert [card.input_value() for card in page.locator("#act input[name=card]").all()] == ["red 3", "blue 4"]


def test_a_suit_that_is_tapped_while_a_card_is_on_its_way_is_the_next_card_s(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page, ("Ann", "Bob"), game="ui77")
    tell(page, "Card: hearts")
    with slow(page, TELLS):
        button(page, "4 of hearts").click()
        button(page, "Card: spades").click()
        page.locator("#card-6").click()
    expect(page.locator("#act input[name=card]")).to_have_count(2)
    assert [card.input_value() for card in page.locator("#act input[name=card]").all()] == ["4H", "6S"]


def test_a_control_that_does_something_else_by_now_is_not_tapped_and_that_is_said(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    spots = [spot(page, "Take red"), spot(page, "Done")]  # asks whether it shall be none, before the answer
    with slow(page, ENTERS):
        for x, y in spots:
            page.mouse.click(x, y)
    refused(page)
    at_version(page, 1)
    expect(button(page, "Done")).to_contain_text("1 token")


def test_after_a_refused_entry_nothing_else_is_sent(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    enter(page, "Take red")
    spots = [spot(page, "Take the Sluffer"), spot(page, "Undo")]
    with slow(page, ENTERS):
        for x, y in spots:
            page.mouse.click(x, y)
    expect(page.get_by_role("alert")).to_have_attribute("data-rule", "sluffer-instead-of-tokens")
    assert version(page) == 1


def test_cards_told_in_haste_while_the_table_is_looked_at_all_count(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    predict_nothing(page)
    for told in ("Cards", "Card: red"):
        tell(page, told)
    held: list[Route] = []
    intercept(page, "**/act?**", lambda route: route.continue_() if len(held) == 2 else held.append(route))
    spots = [spot(page, f"red {rank}") for rank in (3, 4, 5)]
    page.mouse.click(*spots[0])
    expect(page.locator(".htmx-request")).to_have_count(1)
    page.evaluate(WAKES)
    expect(page.locator(".htmx-request")).to_have_count(2)
    for x, y in spots[1:]:
        page.mouse.click(x, y)
    held_back(page, held, 2)[0].continue_()
    cards = page.get_by_role("list", name="Cards of this trick").get_by_role("listitem")
    expect(cards).to_have_text(["Chris: red3", "Mary: red4", "Katie: red5"])
    held[1].continue_()
    expect(page.locator(".htmx-request")).to_have_count(0)
    expect(cards).to_have_count(3)


def test_a_look_at_the_table_takes_nothing_away_that_was_told_meanwhile(phone: Phone) -> None:
    page = phone(size=LOW, script=PATIENT)
    new_table(page)
    predict_nothing(page)
    late: list[tuple[Route, APIResponse]] = []
    intercept(page, "**/part", lambda route: late.append((route, route.fetch())))
    page.evaluate(WAKES)
    tell(page, "Mary took it")
    [(route, answer)] = held_back(page, late)
    with page.expect_response("**/part"):
        route.fulfill(response=answer)
    expect(page.locator(".htmx-request")).to_have_count(0)
    page.unroute("**/part")
    expect(button(page, "Mary took it")).to_have_attribute("aria-pressed", "true")
    enter(page, "Led purple")


def test_a_look_that_overtakes_what_is_being_told_waits_for_it(phone: Phone) -> None:
    page = phone(size=LOW, script=PATIENT)
    new_table(page)
    predict_nothing(page)
    late: list[tuple[Route, APIResponse]] = []
    intercept(page, "**/part", lambda route: late.append((route, route.fetch())))
    whole = re.compile(r"base=\w+")  # a page of another base is answered with the whole table
    intercept(
        page, "**/act?**", lambda route: late.append((route, route.fetch(url=whole.sub("base=0", route.request.url))))
    )
    page.evaluate(WAKES)
    button(page, "Mary took it").click()
    for route, answer in held_back(page, late, 2):
        route.fulfill(response=answer)
    expect(button(page, "Mary took it")).to_have_attribute("aria-pressed", "true")


def test_what_came_before_two_late_answers_is_asked_for_when_they_are_here(phone: Phone) -> None:
    mary, host = phone(size=LOW, script=BEATLESS), phone(size=LOW)
    new_table(host)
    predict_nothing(host)
    join(mary, invitation(host), "Mary")
    tell(mary, "Cards")
    before, trick = version(mary), {"move": "trick", "winner": "Mary", "led": "red", "won_with": "red"}
    late: list[tuple[Route, APIResponse]] = []
    intercept(mary, TELLS, lambda route: route.continue_() if late[1:] else late.append((route, route.fetch())))
    mary.evaluate(HEARS)
    send_moves(host, trick)
    held_back(mary, late)  # the table is asked for with the draft
    button(mary, "Card: red").click()
    held_back(mary, late, 2)
    send_moves(host, trick)
    mary.wait_for_function("heard => window.heard?.startsWith(heard)", arg=f"{before + 2}.")
    for route, answer in late:
        route.fulfill(response=answer)
    at_version(mary, before + 2)


def test_a_finger_on_a_card_enters_that_card_or_none(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    predict_nothing(page)
    for told in ("Cards", "Card: red", "red 3", "Card: blue"):
        tell(page, told)
    late: list[tuple[Route, APIResponse]] = []
    intercept(page, "**/act?**", lambda route: route.continue_() if late else late.append((route, route.fetch())))
    button(page, "blue 2").click()
    page.mouse.move(*spot(page, "blue 4"))
    page.mouse.down()
    [(route, answer)] = held_back(page, late)
    route.fulfill(response=answer)  # the suit that was led is shown again: red 4 lies under the finger
    expect(button(page, "red 4")).to_be_visible()
    page.mouse.up()
    refused(page)
    cards = page.get_by_role("list", name="Cards of this trick").get_by_role("listitem")
    expect(cards).to_have_text(["Chris: red3", "Mary: blue2"])


def test_a_ledger_shows_the_latest_of_two_answers(phone: Phone) -> None:
    page, other = phone(size=LOW), phone(size=LOW)
    code = new_table(page)
    other.goto(f"/t/{code}/ledger")
    expect(other.locator("html")).to_have_attribute("data-live", "on")
    late: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if len(late) < 2:
            late.append((route, route.fetch()))
        else:  # where this takes long, a heartbeat has it look once more
            route.continue_()

    intercept(other, "**/ledger", hold)
    for number, color in enumerate(("red", "blue"), 1):
        enter(page, f"Take {color}")
        held_back(other, late, number)
    (older, before), (newer, now) = late
    newer.fulfill(response=now)
    shown = other.locator("#ledger")
    expect(shown).to_have_attribute("data-stamp", re.compile(r"2\."))
    with other.expect_response("**/ledger"):
        older.fulfill(response=before)
    other.wait_for_timeout(200)
    # Looked at once: the next heartbeat would put right what an older answer has shown.
    assert (shown.get_attribute("data-stamp") or "").startswith("2.")


@pytest.mark.parametrize("where", ["localStorage", "sessionStorage"])
@pytest.mark.parametrize("how", ["return null", "throw new DOMException('refused')"])
def test_a_browser_that_keeps_nothing_shows_the_table(phone: Phone, where: str, how: str) -> None:
    host = phone(size=LOW)
    page = phone(size=LOW, at_home=True, script=f"Object.defineProperty(window, '{where}', {{ get() {{ {how} }} }})")
    code = new_table(host)
    page.goto(f"/t/{code}")
    live(page)
    enter(host, "Take red")
    at_version(page, 1)


def test_the_keyboard_goes_on_where_a_notice_was(phone: Phone) -> None:
    page = phone(size=(1280, 800))
    new_table(page)
    enter(page, "Take red")
    enter(page, "Undo")
    again = page.locator("#notice").get_by_role("button", name="Put it back")
    again.focus()
    page.keyboard.press("Enter")
    at_version(page, 3)
    expect(page.locator("#ask")).to_be_focused()
    send_moves(page, {"move": "done", "seat": "Chris"})
    expect(page.get_by_role("region", name="What will Mary take?")).to_be_focused()
