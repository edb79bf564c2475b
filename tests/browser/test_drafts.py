"""What is half told outlives the taps of others and goes with its act; and a finger hits what its owner saw."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Phone
from tests.browser.hands import (
    FOUR,
    arrive,
    at_version,
    button,
    choose,
    enter,
    holds,
    invitation,
    join,
    lay,
    new_table,
    predict_nothing,
    send_moves,
    spot,
    tell,
    to_choose,
    version,
)
from tests.browser.slow_answers import DIES, ENTERS, STREAMS, held_back, intercept, slow

QUICK = (
    "Object.defineProperty(Event.prototype, 'timeStamp', { get: () => window.tapped ?? performance.now() + 10_000 })"
)
"""A hand whose taps count as made at `window.tapped`, or long after everything else."""


def seated(phone: Phone, *names: str, **of_each: object) -> tuple[Page, ...]:
    """The phones of the host and of these seats, before the first trick."""
    host = phone()
    new_table(host)
    address = invitation(host)
    predict_nothing(host)
    others = [phone(**of_each) for _ in names]
    for page, name in zip(others, names, strict=True):
        join(page, address, name)
    return host, *others


def moved_on(page: Page, words: str) -> None:
    expect(page.locator("#notice")).to_contain_text("The table has moved on")
    expect(page.locator("#notice").get_by_text(words)).to_be_visible()


# What is half told


def test_it_outlives_what_ends_no_act(phone: Phone) -> None:
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


def test_it_goes_when_another_has_told_the_trick(phone: Phone) -> None:
    host, cory = seated(phone, "Cory")
    choose(cory, "Mary took it")
    send_moves(host, {"move": "trick", "winner": "Mary", "led": "purple", "won_with": "purple"})
    at_version(cory, 5)
    moved_on(cory, "Mary won a purple trick")
    expect(cory.get_by_role("alert")).to_have_count(0)
    expect(to_choose(cory, "Mary took it")).not_to_be_checked()


def test_it_goes_also_where_the_phone_has_not_heard_of_that(phone: Phone) -> None:
    host, mary = seated(phone, "Mary", script=STREAMS)
    choose(mary, "Cory took it")
    mary.evaluate(DIES)
    choose(host, "Chris took it")
    enter(host, "Led red")
    button(mary, "Led green").click()
    moved_on(mary, "Somebody else was first.")
    at_version(mary, 5)
    expect(to_choose(mary, "Cory took it")).not_to_be_checked()
    assert version(host) == 5


def test_cards_that_lie_there_survive_a_cut_and_go_with_their_trick(phone: Phone) -> None:
    host, bob, names = phone(), phone(), ("Ann", "Bob")
    pages = {"host": host, "Bob": bob}
    new_table(host, names, game="ui77")
    join(bob, invitation(host), "Bob")
    send_moves(host, {"move": "face_up", "cards": ["4H", "6S", "7D"]})
    send_moves(host, *({"move": "discard", "seat": name, "count": 0} for name in names))
    arrive(pages)
    choose(bob, "Cards")
    lay(bob, "5S")
    send_moves(host, {"move": "cut", "seat": "Ann"})
    arrive(pages)
    cards = bob.get_by_role("list", name="Cards of this trick").get_by_role("listitem")
    expect(cards).to_have_count(1)
    send_moves(host, {"move": "trick", "winner": "Ann"})
    arrive(pages)
    expect(cards).to_have_count(0)
    moved_on(bob, "Ann won a trick")


def test_what_the_disk_did_not_take_stays_told(phone: Phone) -> None:
    page = phone()
    new_table(page)
    choose(page, "Done")
    intercept(page, ENTERS, lambda route: route.fulfill(status=503, body=""))
    with page.expect_response(ENTERS):
        button(page, "Done").click()
    page.unroute(ENTERS)
    expect(to_choose(page, "Done")).to_be_checked()


# A finger


def test_a_finger_on_a_control_that_is_drawn_anew_taps_it(phone: Phone) -> None:
    host, mary = phone(), phone()
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
    host, mary = phone(), phone()
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


def test_the_second_of_two_taps_is_not_for_what_has_just_come_under_the_finger(phone: Phone) -> None:
    page = phone(script=QUICK)
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


def middle(control: Locator) -> float:
    box = control.bounding_box()
    assert box is not None
    return box["y"] + box["height"] / 2


def test_a_tap_meant_for_a_number_is_never_a_call(phone: Phone) -> None:
    """In Popcorn the next seat's numbers come where the numbers were."""
    host, cat = phone(), phone()
    new_table(host, ("Ann", "Ben", "Cat", "Dan"), game="popcorn")
    join(cat, invitation(host), "Cat")
    enter(host, "Claim 1 ace")
    at_version(cat, 1)
    waiting = middle(button(cat, "Popcorn!"))
    enter(host, "Claim 1 two")
    at_version(cat, 2)
    assert waiting < middle(button(cat, "Claim 1 three"))


# Taps in haste


def test_taps_in_haste_are_all_entered_in_their_order(phone: Phone) -> None:
    page = phone()
    new_table(page)
    colors = ("red", "blue", "green", "orange")
    spots = [spot(page, f"Take {color}") for color in colors]
    with slow(page, ENTERS):
        for x, y in spots:
            page.mouse.click(x, y)
    at_version(page, 4)
    assert [holds(page, "Chris")[color] for color in colors] == [1, 1, 1, 1]


def test_after_a_tap_that_was_refused_nothing_else_is_sent(phone: Phone) -> None:
    page = phone()
    new_table(page)
    enter(page, "Take red")
    spots = [spot(page, name) for name in ("Take the Sluffer", "Take blue")]
    with slow(page, ENTERS):
        for x, y in spots:
            page.mouse.click(x, y)
    expect(page.get_by_role("alert")).to_be_visible()
    assert version(page) == 1


def test_after_a_tap_that_was_lost_nothing_else_is_sent(phone: Phone) -> None:
    page, held = phone(), list[Route]()
    new_table(page)
    spots = [spot(page, f"Take {color}") for color in ("green", "blue")]
    intercept(page, ENTERS, held.append)
    for x, y in spots:
        page.mouse.click(x, y)
    held_back(page, held)
    held[0].abort()
    expect(page.locator("#notice .unsent")).to_be_visible()
    page.unroute(ENTERS)
    page.locator("#notice [data-again]").click()
    at_version(page, 1)
    assert holds(page, "Chris") == {"green": 1}
    assert len(held) == 1


# A refusal


def test_a_refusal_says_which_rule_and_what_would_do_instead(phone: Phone) -> None:
    page = phone()
    new_table(page)
    for act in ("Take blue", "Done"):
        enter(page, act)
    button(page, "Steal blue from Chris").click()
    alert = page.get_by_role("alert")
    expect(alert).to_have_attribute("data-rule", "steal-only-when-centre-empty")
    expect(button(page, "Done")).to_be_hidden()  # the refusal takes the act's place
    alert.get_by_role("button", name="Take blue instead").click()
    at_version(page, 3)
    expect(alert).to_have_count(0)


def test_a_refusal_goes_when_the_table_moves_on(phone: Phone) -> None:
    host, chris = phone(), phone()
    new_table(host)
    join(chris, invitation(host), "Chris")
    enter(chris, "Take red")
    button(chris, "Take the Sluffer").click()
    expect(chris.get_by_role("alert")).to_be_visible()
    at_version(host, 1)
    enter(host, "Done")
    at_version(chris, 2)
    expect(chris.get_by_role("alert")).to_have_count(0)


LEAVES = """() => addEventListener("pagehide", () => {
  sessionStorage.sent = document.querySelector("[data-sent]")?.textContent })"""


def test_a_form_of_a_page_is_seen_to_be_sent(phone: Phone) -> None:
    page = phone()
    new_table(page, FOUR)
    page.goto(f"{page.url}/hold")
    page.locator("input[name=because]").first.check()
    page.evaluate(LEAVES)
    button(page, "Put on hold").click()
    expect(page.locator("[data-hold]")).to_contain_text("On hold")
    assert page.evaluate("sessionStorage.sent") == "Put on hold"


@pytest.mark.parametrize("script", ["", "addEventListener('mousedown', (tap) => tap.preventDefault(), true)"])
def test_who_tells_a_trick_card_by_card_hears_whose_is_next(phone: Phone, script: str) -> None:
    """Safari gives what is tapped no focus."""
    page = phone(script=script or None)
    new_table(page)
    predict_nothing(page)
    said = page.locator("#cards [aria-live]")
    tell(page, "Cards")
    expect(said).to_have_text("Chris’s card")
    for card in ("Card: red", "red 3"):
        tell(page, card)
    expect(said).to_have_text("Mary’s card")
    if not script:
        expect(button(page, "red 3")).to_be_focused()
    for card in ("red 4", "red 5", "red 6"):
        tell(page, card)
    if not script:
        expect(button(page, "Record trick")).to_be_focused()
    enter(page, "Record trick")
