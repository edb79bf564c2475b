"""What a tap promises: none is lost unsaid, none enters twice, and what is half told goes with its act alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import clean
from tests.browser.conftest import Phone, picture
from tests.browser.hands import (
    at_version,
    button,
    choose,
    enter,
    holds,
    invitation,
    join,
    live,
    new_table,
    open_unseen,
    predict_nothing,
    send_moves,
    spot,
    to_choose,
    version,
)
from tests.browser.offline import SIZES, copy_of, says, settled
from tests.browser.slow_answers import DIES, ENTERS, STREAMS, held_back, intercept, slow

LOW = (360, 640)
AGAIN = "Send it again: Take red"
UNSENT = "#notice .unsent"
LEAVES = """() => addEventListener("pagehide", () => {
  sessionStorage.sent = document.querySelector("[data-sent]")?.textContent })"""
QUICK = (
    "Object.defineProperty(Event.prototype, 'timeStamp', { get: () => window.tapped ?? performance.now() + 10_000 })"
)
"""A hand whose taps count as made at `window.tapped`, or long after all else."""


def seated(phone: Phone, *names: str, **of_each: object) -> tuple[Page, ...]:
    """The phones of the host and of these seats, before the first trick."""
    host = phone(size=LOW)
    new_table(host)
    address = invitation(host)
    predict_nothing(host)
    others = [phone(size=LOW, **of_each) for _ in names]
    for page, name in zip(others, names, strict=True):
        join(page, address, name)
    return host, *others


def moved_on(page: Page, words: str) -> None:
    expect(page.locator("#notice")).to_contain_text("The table has moved on")
    expect(page.locator("#notice").get_by_text(words)).to_be_visible()


# A tap, or its answer, is lost.


@pytest.mark.sampled(2)
@SIZES
def test_a_tap_that_was_lost_is_offered_again(phone: Phone, size: tuple[int, int], out: Path) -> None:
    host = phone(size=size)
    new_table(host)
    host.context.set_offline(True)
    button(host, "Take red").click()
    expect(host.locator(UNSENT)).to_be_visible()
    host.context.set_offline(False)
    expect(button(host, AGAIN)).to_be_visible()
    picture(host, out / f"unsent-{size[0]}.png")
    clean(host, "a tap offered again")
    button(host, AGAIN).click()
    at_version(host, 1)
    expect(host.get_by_role("alert")).to_have_count(0)


def test_a_tap_whose_answer_was_lost_counts_once(phone: Phone) -> None:
    host = phone()
    new_table(host)
    lost: list[Route] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route)
            route.fetch()
            route.fulfill(status=502)

    intercept(host, ENTERS, lose)
    with host.expect_response(ENTERS):
        button(host, "Take red").click()
    at_version(host, 1)
    expect(host.locator(UNSENT)).to_have_count(0)  # neither that nothing was entered, nor to tap again
    enter(host, "Take green")
    at_version(host, 2)


def test_a_lost_tap_that_the_table_has_overtaken_is_not_offered(phone: Phone) -> None:
    host, mary = phone(), phone()
    new_table(host)
    join(mary, invitation(host), "Mary")
    enter(host, "Take the Sluffer")
    at_version(mary, 1)
    mary.context.set_offline(True)
    button(mary, "Take red").click()
    expect(mary.locator(UNSENT)).to_be_visible()
    enter(host, "Undo")
    mary.context.set_offline(False)
    expect(mary.get_by_role("alert")).to_contain_text("Your last tap is not sent again")
    at_version(mary, 2)
    expect(mary.locator("[data-again]")).to_have_count(0)


def test_a_tap_on_a_copy_of_the_table_is_offered_once_it_is_back(phone: Phone) -> None:
    page = phone(worker=True)
    code = new_table(page)
    settled(page)
    copy_of(page, f"/t/{code}", 'data-version="0"')
    page.context.set_offline(True)
    page.reload()
    says(page, "Not connected")
    button(page, "Take red").click()
    expect(page.get_by_role("alert")).to_contain_text("No answer")
    page.context.set_offline(False)
    button(page, AGAIN).click()
    at_version(page, 1)


# The stream is lost, or slower than the hand.


def test_a_tap_is_shown_although_the_stream_has_died_without_a_word(phone: Phone) -> None:
    page = phone(script=STREAMS)
    new_table(page)
    page.evaluate(DIES)
    enter(page, "Take red")
    assert holds(page, "Chris") == {"red": 1}


def test_who_tells_a_trick_that_another_has_told_already_is_shown_that_and_loses_what_was_half_told(
    phone: Phone,
) -> None:
    """Mary's phone has not heard of it: its stream has died, or another process of the server was first."""
    host, mary = seated(phone, "Mary", script=STREAMS)
    choose(mary, "Cory took it")
    mary.evaluate(DIES)
    choose(host, "Chris took it")
    enter(host, "Led red")
    with mary.expect_response(ENTERS) as answer:
        button(mary, "Led green").click()
    assert answer.value.status == 409
    moved_on(mary, "Somebody else was first.")
    at_version(mary, 5)
    expect(to_choose(mary, "Cory took it")).not_to_be_checked()
    assert version(host) == 5


# Two phones at once.


def test_a_trick_that_two_phones_tell_is_recorded_once(phone: Phone, out: Path) -> None:
    _, cory, mary = seated(phone, "Cory", "Mary")
    for page in (cory, mary):
        choose(page, "Mary took it")
    send_moves(mary, {"move": "trick", "winner": "Mary", "led": "purple", "won_with": "purple"})
    at_version(cory, 5)
    moved_on(cory, "Mary won a purple trick")
    expect(cory.get_by_role("alert")).to_have_count(0)
    picture(cory, out / "draft-gone.png")
    expect(to_choose(cory, "Mary took it")).not_to_be_checked()
    choose(cory, "Mary took it")
    enter(cory, "Led green")


def test_what_is_half_told_outlives_what_ends_no_act(phone: Phone) -> None:
    host, mary = seated(phone, "Mary")
    choose(mary, "Cory took it")
    stamp = mary.locator("#table").get_attribute("data-stamp") or ""
    join(phone(), invitation(host), "Katie")
    expect(mary.locator("#table")).not_to_have_attribute("data-stamp", stamp)
    send_moves(host, {"move": "ruling", "seat": "Chris", "points": 1, "reason": "late"})
    at_version(mary, 5)
    expect(to_choose(mary, "Cory took it")).to_be_checked()
    expect(mary.locator("#notice")).to_be_empty()
    enter(mary, "Led red")


def test_a_finger_on_a_control_that_is_drawn_anew_taps_it(phone: Phone) -> None:
    host, mary = phone(size=LOW), phone(size=LOW)
    new_table(host)
    join(mary, invitation(host), "Mary")
    send_moves(host, {"move": "sluffer", "seat": "Chris"})
    at_version(mary, 1)
    mary.mouse.move(*spot(mary, "Take red"))
    mary.mouse.down()
    send_moves(host, {"move": "rename", "seat": "Katie", "name": "Kate"})
    at_version(mary, 2)
    mary.mouse.up()
    at_version(mary, 3)
    assert holds(mary, "Mary") == {"red": 1}


def test_a_finger_on_a_control_that_is_gone_taps_nothing_and_is_told(phone: Phone) -> None:
    host, mary = phone(size=LOW), phone(size=LOW)
    new_table(host)
    join(mary, invitation(host), "Mary")
    send_moves(host, {"move": "sluffer", "seat": "Chris"})
    at_version(mary, 1)
    mary.mouse.move(*spot(mary, "Take red"))
    mary.mouse.down()
    send_moves(host, {"move": "done", "seat": "Mary"})
    at_version(mary, 2)
    mary.mouse.up()
    moved_on(mary, "Mary")
    assert version(host) == 2


# Two taps.


def test_taps_in_haste_are_all_entered_in_their_order(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    colors = ("red", "blue", "green", "orange")
    spots = [spot(page, f"Take {color}") for color in colors]
    with slow(page, ENTERS):
        for x, y in spots:
            page.mouse.click(x, y)
    at_version(page, 4)
    assert [holds(page, "Chris")[color] for color in colors] == [1, 1, 1, 1]


def test_the_second_of_two_taps_is_not_for_what_has_just_come_under_the_finger(phone: Phone) -> None:
    page = phone(size=LOW, script=QUICK)
    new_table(page)
    enter(page, "Take red")
    x, y = spot(page, "Done")
    page.mouse.click(x, y)
    at_version(page, 2)
    page.evaluate("window.tapped = performance.now() - 60_000")  # however slow this machine is
    page.mouse.click(x, y)
    page.evaluate("window.tapped = undefined")
    expect(page.locator("#ask input:checked")).to_have_count(0)
    assert version(page) == 2
    enter(page, "Done")
    at_version(page, 3)


def test_a_tap_is_seen_until_its_answer_is_here(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    sent = page.locator("[data-sent]")
    with slow(page, ENTERS):
        button(page, "Take red").click()
        expect(sent).to_have_accessible_name("Take red")
    expect(sent).to_have_count(0)
    at_version(page, 1)
    with slow(page, ENTERS):
        button(page, "Take the Sluffer").click()  # dimmed: it is refused
        expect(sent).to_have_accessible_name("Take the Sluffer")
    expect(page.get_by_role("alert")).to_have_attribute("data-rule", "sluffer-instead-of-tokens")
    expect(sent).to_have_count(0)


def test_after_a_tap_that_was_lost_or_refused_nothing_else_is_sent(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    enter(page, "Take red")
    spots = [spot(page, name) for name in ("Take the Sluffer", "Take blue")]
    with slow(page, ENTERS):
        for x, y in spots:
            page.mouse.click(x, y)
    expect(page.get_by_role("alert")).to_be_visible()
    button(page, "Close").click()
    assert version(page) == 1
    spots = [spot(page, f"Take {color}") for color in ("green", "blue")]
    held: list[Route] = []
    intercept(page, ENTERS, lambda route: held.append(route))
    for x, y in spots:
        page.mouse.click(x, y)
    held_back(page, held)
    held[0].abort()
    expect(page.locator(UNSENT)).to_be_visible()
    page.unroute(ENTERS)
    page.locator("#notice [data-again]").click()
    at_version(page, 2)
    assert holds(page, "Chris") == {"red": 1, "green": 1}
    assert len(held) == 1


# A key has ended; the disk is full.


def test_a_tap_after_the_key_has_ended_is_refused_and_the_phone_is_told(phone: Phone) -> None:
    host, mary = phone(), phone()
    code = new_table(host)
    join(mary, invitation(host), "Mary")
    enter(host, "Take the Sluffer")
    at_version(mary, 1)
    held: list[Route] = []
    intercept(mary, ENTERS, lambda route: held.append(route))
    button(mary, "Take red").click()
    [route] = held_back(mary, held)
    host.goto(f"/t/{code}/phones")
    button(host, "End all keys and make new links").click()
    expect(host.get_by_role("heading", name="New links")).to_be_visible()
    route.continue_()
    expect(mary.get_by_role("alert")).to_contain_text("only watching")
    expect(mary.locator(".moved")).to_be_visible()
    expect(button(mary, "Take red")).to_have_count(0)
    assert version(mary) == 1


def test_what_the_disk_did_not_take_is_said_and_can_be_tapped_again(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    choose(page, "Done")
    full = '<section class="ruling" role="alert"><h2>Not saved</h2></section>'
    said = {"HX-Retarget": "#notice", "HX-Reswap": "innerHTML", "Content-Type": "text/html"}
    intercept(page, ENTERS, lambda route: route.fulfill(status=503, headers=said, body=full))
    button(page, "Done").click()
    expect(page.get_by_role("alert")).to_contain_text("Not saved")
    page.unroute(ENTERS)
    page.keyboard.press("Escape")
    expect(to_choose(page, "Done")).to_be_checked()
    button(page, "Done").click()
    at_version(page, 1)


def test_without_scripts_a_trick_is_told_and_a_refusal_read(phone: Phone) -> None:
    page = phone(size=LOW, java_script_enabled=False)
    page.goto(f"/t/{open_unseen(page)}")
    button(page, "Take red").click()
    at_version(page, 1)
    button(page, "Take the Sluffer").click()
    expect(page.get_by_role("alert")).to_have_attribute("data-rule", "sluffer-instead-of-tokens")
    page.get_by_role("link", name="Table", exact=True).click()
    button(page, "Done").click()
    for number in (3, 4, 5):
        choose(page, "Done")
        button(page, "Done").click()
        at_version(page, number)
    choose(page, "Chris took it")
    button(page, "Turn in red").click()
    at_version(page, 7)
    choose(page, "Mary took it")
    button(page, "Led green").click()
    at_version(page, 8)


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
