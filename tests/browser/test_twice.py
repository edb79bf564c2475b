"""Nothing is told twice: two phones with the same trick, two taps on one spot, Done before a token was taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from tests.browser.conftest import Phone, picture
from tests.browser.gallery import opened, sit
from tests.browser.hands import (
    at_version,
    button,
    enter,
    invitation,
    join,
    live,
    new_table,
    open_table,
    predict_nothing,
    spot,
    tell,
    version,
)
from tests.browser.slow_answers import PATIENT, held_back, intercept

LOW = (360, 640)
TOO_SOON_MS = 800
REACTED_MS = 450  # a hand has followed the eye by then, and a second tap is still taken for one
CLOCK = """let time = 0
performance.now = () => ++time
Object.defineProperty(Event.prototype, "timeStamp", { get: () => ++time })
window.wait = (ms) => { time += ms }"""


@pytest.fixture(autouse=True)
def _hand_that_means_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tap that the page takes for the second of two is made again; `two_taps` have no such patience."""
    click = Locator.click

    def steady(control: Locator, **how: Any) -> None:
        click(control, **how)
        if control.page.locator("#notice .too-soon").count():
            control.page.wait_for_timeout(TOO_SOON_MS)
            click(control, **how)

    monkeypatch.setattr(Locator, "click", steady)


WATCH = """() => {
  window.moved = undefined
  for (const kind of ["htmx:afterSwap", "htmx:sseMessage", "companion:change"]) {
    document.addEventListener(kind, () => { window.moved ??= performance.now() }, true)
  }
}"""
AT_ONCE = """() => {
  window.clock = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp")
  Object.defineProperty(Event.prototype, "timeStamp", { configurable: true, get: () => window.moved + 100 })
}"""
IN_TIME = "() => Object.defineProperty(Event.prototype, 'timeStamp', window.clock)"


def tap_at_once(page: Page, x: float, y: float) -> None:
    """Tap a tenth of a second after the table has moved on since `WATCH`, however long this machine takes to do it."""
    page.evaluate(AT_ONCE)
    page.mouse.click(x, y)
    page.evaluate(IN_TIME)


def two_taps(page: Page, name: str) -> None:
    """Two taps on the spot where this control is now: the second right after the table has moved on to another act."""
    turn = page.locator("#table").get_attribute("data-turn") or ""
    x, y = spot(page, name)
    page.wait_for_timeout(TOO_SOON_MS)  # the first is no second of what came before
    page.evaluate(WATCH)
    page.mouse.click(x, y)
    expect(page.locator("#table")).not_to_have_attribute("data-turn", turn)
    tap_at_once(page, x, y)


def after_predictions(phone: Phone, **of_cory: str) -> tuple[Page, Page, Page]:
    """The phones of host, Cory and Mary before the first trick."""
    host, cory, mary = phone(hasty=True, size=LOW), phone(hasty=True, size=LOW, **of_cory), phone(hasty=True, size=LOW)
    new_table(host)
    address = invitation(host)
    predict_nothing(host)
    join(cory, address, "Cory")
    join(mary, address, "Mary")
    return host, cory, mary


def test_a_trick_that_two_phones_tell_is_recorded_once(phone: Phone, out: Path) -> None:
    host, cory, mary = after_predictions(phone)
    for page in (cory, mary):
        tell(page, "Mary took it")
    enter(mary, "Led purple")
    at_version(cory, 5)
    said = cory.locator("#notice").get_by_role("status")
    expect(said).to_contain_text("Mary\u2019s phone recorded: ")
    expect(cory.get_by_role("alert")).to_have_count(0)
    picture(cory, out / "draft-gone.png")
    expect(button(cory, "Mary took it")).to_have_attribute("aria-pressed", "false")
    at_version(host, 5)
    assert version(cory) == 5
    tell(cory, "Mary took it")
    enter(cory, "Led purple")


THUMB = (
    "Object.defineProperty(Event.prototype, 'timeStamp', { get: () => window.tapped ?? performance.now() + 10_000 })"
)


def test_a_tap_that_another_phone_has_just_overtaken_counts_for_nothing(phone: Phone, out: Path) -> None:
    host, cory, _ = after_predictions(phone, script=THUMB)
    for number, size in enumerate((LOW, (844, 390)), 5):
        cory.set_viewport_size({"width": size[0], "height": size[1]})
        cory.evaluate("window.tapped = performance.now()")  # the thumb comes down now
        tell(host, "Mary took it")
        enter(host, "Led purple")
        at_version(cory, number)
        button(cory, "Chris took it").click()
        said = cory.locator("#notice").get_by_role("status")
        expect(said).to_contain_text("was not entered")
        expect(button(cory, "Chris took it")).to_have_attribute("aria-pressed", "false")
        picture(cory, out / f"overtaken-{size[0]}.png")
        cory.evaluate("window.tapped = undefined")
    tell(cory, "Chris took it")
    enter(cory, "Led green")
    at_version(host, 7)


REDRAWN = """() => {
  const { part, act } = document.getElementById("live").dataset, { draft } = document.getElementById("table").dataset
  return htmx.ajax("GET", draft ? `${act}?${draft}` : part, { target: "#table", swap: "outerHTML" })
}"""
REACTION_MS = 400


def press(page: Page, name: str) -> None:
    """A finger comes down on this control, and stays."""
    page.mouse.move(*spot(page, name))
    page.mouse.down()


@pytest.mark.parametrize("waits", [0, REACTION_MS + 200])
def test_a_tap_that_began_before_the_table_moved_on_is_not_entered(phone: Phone, waits: int) -> None:
    host, cory, _ = after_predictions(phone)
    press(cory, "Chris took it")
    tell(host, "Mary took it")
    enter(host, "Led purple")
    at_version(cory, 5)
    cory.wait_for_timeout(waits)
    cory.mouse.up()
    expect(cory.locator("#notice").get_by_role("status")).to_contain_text("was not entered")
    expect(button(cory, "Chris took it")).to_have_attribute("aria-pressed", "false")
    cory.wait_for_timeout(TOO_SOON_MS)
    tell(cory, "Chris took it")
    enter(cory, "Led green")
    at_version(host, 6)


def test_a_control_that_is_drawn_anew_under_a_finger_is_tapped(phone: Phone) -> None:
    _, cory, mary = after_predictions(phone)
    press(cory, "Mary took it")
    cory.evaluate(REDRAWN)
    cory.mouse.up()
    expect(button(cory, "Mary took it")).to_have_attribute("aria-pressed", "true")
    press(cory, "Led purple")
    cory.evaluate(REDRAWN)
    cory.mouse.up()
    for page in (mary, cory):
        at_version(page, 5)


def test_what_has_just_appeared_under_a_thumb_was_waited_for(phone: Phone) -> None:
    host, mary = phone(), phone(hasty=True, size=LOW, script=THUMB)
    new_table(host)
    address = invitation(host)
    join(mary, address, "Mary")
    mary.evaluate("window.tapped = performance.now()")
    enter(host, "Done")
    at_version(mary, 1)
    enter(mary, "Take red")


def test_a_reloaded_draft_of_a_recorded_trick_is_gone(phone: Phone) -> None:
    _, cory, mary = after_predictions(phone)
    tell(cory, "Mary took it")
    begun = cory.url
    tell(mary, "Mary took it")
    enter(mary, "Led purple")
    at_version(cory, 5)
    expect(cory).not_to_have_url(begun)
    cory.goto(begun)
    at_version(cory, 5)
    expect(cory.locator("#notice").get_by_role("status")).to_contain_text("Mary\u2019s phone recorded: ")
    expect(button(cory, "Mary took it")).to_have_attribute("aria-pressed", "false")
    cory.reload()
    at_version(cory, 5)
    expect(cory.locator("#notice")).to_be_empty()


def test_two_taps_on_done_are_one(phone: Phone, out: Path) -> None:
    page = phone(hasty=True, size=LOW)
    new_table(page)
    enter(page, "Take red")
    two_taps(page, "Done")
    at_version(page, 2)
    expect(page.locator("#notice").get_by_role("status")).to_contain_text("was not entered")
    expect(page.get_by_role("heading", name="Mary predicts")).to_be_visible()
    expect(page.get_by_role("heading", name="No tokens for")).to_have_count(0)
    picture(page, out / "too-soon.png")
    page.wait_for_timeout(800)
    assert version(page) == 2
    two_taps(page, "Done")
    expect(page.get_by_role("heading", name="No tokens for Mary?")).to_be_visible()
    expect(page.locator("#notice").get_by_role("status")).to_contain_text("was not entered")
    picture(page, out / "no-tokens.png")
    button(page, "Done").click()
    at_version(page, 3)
    expect(page.get_by_role("heading", name="Katie predicts")).to_be_visible()


def test_what_is_said_of_a_second_tap_outlives_the_answer_to_the_first(phone: Phone) -> None:
    page = phone(hasty=True, size=LOW, script=PATIENT)
    new_table(page)
    enter(page, "Take red")
    late: list[tuple[Route, APIResponse]] = []
    intercept(page, "**/moves", lambda route: late.append((route, route.fetch())))
    two_taps(page, "Done")  # the stream is quicker than the answer
    said = page.locator("#notice").get_by_role("status")
    expect(said).to_contain_text("was not entered")
    route, answer = held_back(page, late).pop()
    with page.expect_response("**/moves"):
        route.fulfill(response=answer)
    expect(page.locator(".htmx-request")).to_have_count(0)
    expect(said).to_contain_text("was not entered")
    assert version(page) == 2


def test_a_late_answer_leaves_what_has_been_told_since(phone: Phone) -> None:
    page = phone(size=LOW)
    new_table(page)
    for act in ("Take the Sluffer", "Done", "Done", "Take red"):
        enter(page, act)
    late: list[tuple[Route, APIResponse]] = []
    intercept(page, "**/moves", lambda route: late.append((route, route.fetch())))
    button(page, "Done").click()
    at_version(page, 5)  # the stream is quicker than the answer
    tell(page, "Mary took it")
    route, answer = held_back(page, late).pop()
    with page.expect_response("**/moves"):
        route.fulfill(response=answer)
    page.unroute("**/moves")
    page.wait_for_timeout(500)
    expect(button(page, "Mary took it")).to_have_attribute("aria-pressed", "true")
    enter(page, "Led purple")


def called(phone: Phone, **of_mia: Any) -> tuple[Page, Page]:
    """A call in Fluff: Ann and Mia, each on a phone, show what they have."""
    ann, mia = phone(size=LOW), phone(size=LOW, **of_mia)
    header = {"transcript": 1, "game": "fluff", "seats": ["Ann", "Tom", "Mia"]}
    roll = {"move": "first_roll", "wilds": {"Ann": 2, "Tom": 0, "Mia": 1}}
    bid, call = {"move": "bid", "seat": "Ann", "quantity": 4, "value": 3}, {"move": "call", "seat": "Mia"}
    table = opened(ann, header, [roll, bid, call])
    for name, page in (("Ann", ann), ("Mia", mia)):
        sit(page, table.seats[name])
        live(page)
    return ann, mia


def test_all_who_show_at_once_are_entered(phone: Phone) -> None:
    ann, mia = called(phone, hasty=True)
    before = version(mia)
    x, y = spot(mia, "1 counts")
    mia.evaluate(WATCH)
    enter(ann, "2 count")
    at_version(mia, before + 1)
    tap_at_once(mia, x, y)
    at_version(ann, before + 2)
    expect(mia.locator("#notice .too-soon")).to_have_count(0)


def test_done_without_a_token_can_be_gone_back_from(phone: Phone) -> None:
    page = phone(hasty=True, size=LOW)
    new_table(page)
    button(page, "Done").click()
    expect(page.get_by_role("heading", name="No tokens for Chris?")).to_be_visible()
    expect(page.locator("#ask:focus")).to_have_accessible_name("No tokens for Chris?")  # and is read out
    page.wait_for_timeout(750)
    button(page, "Back").click()
    enter(page, "Take red")
    enter(page, "Done")
    at_version(page, 2)


def test_the_second_of_two_taps_on_a_notice_is_not_for_what_lies_beneath(phone: Phone) -> None:
    page = phone(hasty=True, size=(844, 390))
    new_table(page)
    predict_nothing(page)
    tell(page, "Mary took it")
    for act in ("Led purple", "Undo"):
        page.wait_for_timeout(TOO_SOON_MS)
        enter(page, act)
    page.wait_for_timeout(TOO_SOON_MS)
    before = version(page)
    x, y = spot(page, "Close")
    page.evaluate("() => document.addEventListener('click', () => { window.moved ??= performance.now() })")
    page.mouse.click(x, y)
    expect(page.locator("#notice section")).to_have_count(0)
    beneath = page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button').id", [x, y])
    assert beneath == "undo"
    tap_at_once(page, x, y)
    expect(page.locator("#notice .too-soon")).to_be_visible()
    assert version(page) == before


def test_the_second_of_two_taps_that_end_a_game_stays_at_its_podium(phone: Phone) -> None:
    page = phone(hasty=True, size=LOW)
    header = {"transcript": 1, "game": "popcorn", "seats": ["Ann", "Ben"], "dealer": "Ben"}
    rid = {"move": "ruling", "count": 25, "from": "Ann", "to": "pile", "reason": "the last card"}
    table = opened(page, header, [rid, {"move": "claim", "seat": "Ann", "rank": "A", "count": 1}])
    sit(page, table.host)
    live(page)
    two_taps(page, "Nobody calls")
    expect(page.get_by_role("link", name="Take the result along")).to_be_visible()
    page.wait_for_timeout(TOO_SOON_MS)
    page.get_by_role("link", name="Take the result along").click()
    page.wait_for_url("**/result")


def test_a_key_pressed_on_another_control_is_no_second_tap(phone: Phone) -> None:
    """A key has no spot: what it is pressed on was gone to."""
    host = phone(hasty=True, script=CLOCK)
    new_table(host)
    for number, name in enumerate(("Take the Sluffer", "Take red"), 1):
        button(host, name).focus()
        host.keyboard.press("Enter")
        at_version(host, number)
        host.evaluate("wait", REACTED_MS)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_a_form_says_when_its_page_was_drawn_where_no_script_guards_it(phone: Phone, scripts: bool) -> None:
    page = phone(size=LOW, java_script_enabled=scripts)
    open_table(page)
    page.get_by_role("link", name="To the table").click()
    with page.expect_request(lambda request: request.method == "POST") as sent:
        button(page, "Take red").click()
    assert ("&drawn=" in (sent.value.post_data or "")) is not scripts
