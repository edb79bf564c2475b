"""Whose turn it is: seen, heard and felt on that seat's phone, and on no other; and what a screen reader is told."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.hands import (
    FOUR,
    at_version,
    button,
    enter,
    invitation,
    join,
    live,
    new_table,
    predict,
    predict_nothing,
    send_moves,
    tell,
    to_choose,
)
from tests.browser.slow_answers import STREAMS

FELT = """
const felt = {buzzes: 0, tones: 0};
const note = (what) => { felt[what] += 1; document.documentElement.dataset[what] = felt[what]; };
navigator.vibrate = () => { note("buzzes"); return true; };
AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
  apply: (made, self, all) => { note("tones"); return Reflect.apply(made, self, all); } });
"""
"""A phone that notes how often it has buzzed and sounded."""


def felt(page: Page, what: str, times: int) -> None:
    """So often that, and no oftener."""
    html = page.locator("html")
    if times:
        expect(html).to_have_attribute(f"data-{what}", str(times))
    else:
        expect(html).not_to_have_attribute(f"data-{what}", re.compile(""))


def sit(phone: Phone, *names: str) -> tuple[Page, ...]:
    """The phones of these seats, at a table that another phone has opened."""
    host = phone()
    new_table(host)
    phones = tuple(phone(script=FELT, motion=True) for _ in names)
    for page, name in zip(phones, names, strict=True):
        join(page, invitation(host), name)
    return host, *phones


def test_your_turn_is_seen_on_your_phone_alone(phone: Phone) -> None:
    host, chris, mary, katie = sit(phone, "Chris", "Mary", "Katie")
    expect(chris).to_have_title("Your turn, Chris · Sluff Off!")
    expect(chris.locator("#table h1:visible")).to_have_text("Your turn, Chris")
    expect(mary).to_have_title("You’re next · Sluff Off!")
    expect(mary.locator(".next-up:visible")).to_have_text("You’re next")
    for quiet in (katie, host):
        expect(quiet.locator(".yours, .next-up:visible")).to_have_count(0)


def test_a_buzz_comes_once_with_the_turn_and_a_tone_if_it_was_asked_for(phone: Phone) -> None:
    _, chris, mary, katie = sit(phone, "Chris", "Mary", "Katie")
    mary.goto(f"{mary.url}/seats")
    switch = button(mary, "A sound when it is your turn")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    felt(mary, "tones", 1)
    mary.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    mary.get_by_role("link", name="To the table").click()
    live(mary)
    for page in (mary, katie):
        page.locator("#table h1:visible").click()  # browsers let a page buzz and sound after a tap only
    enter(chris, "Take red")
    enter(chris, "Done")
    for what in ("tones", "buzzes"):
        felt(mary, what, 1)
    enter(mary, "Take blue")
    enter(mary, "Done")
    expect(katie.locator("#table h1:visible")).to_have_text("Your turn, Katie")
    felt(katie, "buzzes", 1)
    felt(katie, "tones", 0)
    for what in ("tones", "buzzes"):
        felt(mary, what, 1)
        felt(chris, what, 0)


def test_nothing_buzzes_if_motion_is_to_be_reduced(phone: Phone) -> None:
    _, chris, mary = sit(phone, "Chris", "Mary")
    mary.emulate_media(reduced_motion="reduce")
    mary.locator("#table h1:visible").click()
    enter(chris, "Take the Sluffer")
    expect(mary.locator("#table h1:visible")).to_have_text("Your turn, Mary")
    felt(mary, "buzzes", 0)


def test_a_phone_that_is_away_is_marked_until_it_is_back(phone: Phone) -> None:
    """The server tells of it once two heartbeats are missing; here it is told at once."""
    host, mary = phone(), phone(script=STREAMS)
    new_table(host)
    join(mary, invitation(host), "Mary")
    away = """names => window.streams.at(-1).dispatchEvent(
        new MessageEvent("presence", { data: JSON.stringify(names) }))"""
    mark = mary.locator("[data-place=Chris] .chip.away")
    mary.evaluate(away, ["Chris"])
    expect(mark).to_have_text("away")
    expect(mary.get_by_text("Chris’s phone is away.")).to_be_visible()
    enter(host, "Take red")
    at_version(mary, 1)
    expect(mark).to_have_count(1)  # also on the table as it is now
    mary.evaluate(away, [])
    expect(mark).to_have_count(0)
    expect(mary.get_by_text("Chris’s phone is away.")).to_be_hidden()


def test_your_turn_is_said_once_and_then_what_was_entered(phone: Phone) -> None:
    host, mary = sit(phone, "Mary")
    said = mary.locator("#said")
    enter(host, "Take red")
    expect(said).to_contain_text("Chris")
    expect(said).not_to_contain_text("Your turn")
    enter(host, "Done")
    expect(said).to_have_text(re.compile("^Your turn, Mary. Chris"))
    enter(mary, "Take blue")
    expect(said).to_have_text(re.compile("^Mary"))


def test_the_end_of_a_round_and_of_the_game_is_said_on_each_phone(phone: Phone) -> None:
    host, mary, seats = phone(), phone(), FOUR[:3]
    new_table(host, seats, typed={"rounds": "2"})
    join(mary, invitation(host), "Mary")
    trick = {"move": "trick", "winner": "Chris", "led": "red", "won_with": "red"}
    then = ("Mary", "Katie", "Chris")
    for order, ends in (seats, "Your turn, Mary. Round 1 is over. A tie at the top"), (then, "A shared win"):
        predict(host, **dict.fromkeys(order, ""))
        send_moves(host, *[trick] * 15)
        expect(mary.locator("#said")).to_have_text(re.compile(f"^{ends}. Chris won a red trick"))


def test_the_keyboard_goes_on_where_the_control_that_was_pressed_has_gone(phone: Phone) -> None:
    page = phone(size=(1280, 800))
    new_table(page)
    enter(page, "Take red")
    button(page, "Take the Sluffer").focus()
    page.keyboard.press("Enter")  # a refusal takes the keyboard with it, and gives it back
    expect(page.get_by_role("group", name="Chris has taken a token in this prediction.")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="What will Chris take?")).to_be_focused()
    enter(page, "Undo")
    page.locator("#notice").get_by_role("button", name="Put it back").focus()
    page.keyboard.press("Enter")
    at_version(page, 3)
    expect(page.locator("#ask")).to_be_focused()
    send_moves(page, {"move": "done", "seat": "Chris"})
    expect(page.get_by_role("region", name="What will Mary take?")).to_be_focused()


def test_a_tile_says_how_many_are_left_and_only_a_toggle_whether_it_is_pressed(phone: Phone) -> None:
    page = phone()
    new_table(page)
    expect(button(page, "Take red")).to_have_accessible_description("3 left")
    enter(page, "Take red")
    expect(button(page, "Take the Sluffer")).to_have_accessible_description("Not allowed now. Tap to see why.")
    enter(page, "Undo")
    predict_nothing(page)
    expect(to_choose(page, "Mary took it")).not_to_be_checked()
    tell(page, "Cards")
    tell(page, "Card: red")
    expect(button(page, "red 3")).not_to_have_attribute("aria-pressed", re.compile(""))
    expect(button(page, "Card: red")).to_have_attribute("aria-pressed", "true")
