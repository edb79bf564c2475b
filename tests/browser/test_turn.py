"""Four phones, one turn: the phone whose turn it is cannot miss it, the next one knows, the others are left alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import clean_in_both
from tests.browser.conftest import Phone
from tests.browser.hands import (
    FOUR,
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

ROUND_TWO = ("Mary", "Katie", "Chris")
BAND = "e => getComputedStyle(e).backgroundImage"

FELT = """
const felt = {buzzes: 0, tones: 0};
const note = (what) => { felt[what] += 1; document.documentElement.dataset[what] = felt[what]; };
navigator.vibrate = () => { note("buzzes"); return true; };
AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
  apply: (made, self, all) => { note("tones"); return Reflect.apply(made, self, all); } });
"""


def felt(page: Page, what: str, times: int) -> None:
    """So often that, and no oftener."""
    html = page.locator("html")
    if times:
        expect(html).to_have_attribute(f"data-{what}", str(times))
    else:
        expect(html).not_to_have_attribute(f"data-{what}", re.compile(""))


def sit(phone: Phone, names: tuple[str, ...] = FOUR, game: str = "sluff-off", **of: object) -> dict[str, Page]:
    """A table that a book keeper has opened, and by name a phone for every seat."""
    keeper = phone()
    new_table(keeper, names, game=game)
    address = invitation(keeper)
    phones = {name: phone(script=FELT, **of) for name in names}
    for name, page in phones.items():
        page.emulate_media(reduced_motion="no-preference")
        join(page, address, name)
    return {"": keeper, **phones}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(360, 640), (844, 390)], ids=["upright", "lying"])
def test_your_turn_is_seen_on_your_phone_alone(phone: Phone, out: Path, size: tuple[int, int]) -> None:
    phones = sit(phone, size=size)
    expect(phones["Chris"]).to_have_title("Your turn, Chris · Sluff Off!")
    expect(phones["Chris"].locator("#table h1:visible")).to_have_text("Your turn, Chris")
    expect(phones["Mary"]).to_have_title("You’re next · Sluff Off!")
    expect(phones["Mary"].locator(".next-up:visible")).to_have_text("You’re next")
    for quiet in ("Katie", "Cory", ""):
        expect(phones[quiet].locator(".yours, .next-up:visible")).to_have_count(0)
    for shade in ("dark", "light"):
        for name in ("Chris", "Mary"):
            phones[name].emulate_media(color_scheme=shade)
        assert len({phones[name].locator(".top").evaluate(BAND) for name in ("Chris", "Mary")}) == 2, shade
    for name in ("Chris", "Mary", "Katie"):
        phones[name].emulate_media(reduced_motion="reduce")  # else the colours are still on their way
        clean_in_both(phones[name], name, out / f"turn-{size[0]}-{{}}-{name}.png")


def test_a_buzz_comes_once_with_the_turn_and_a_tone_where_it_was_asked_for(phone: Phone) -> None:
    phones = sit(phone)
    chris, mary, katie = phones["Chris"], phones["Mary"], phones["Katie"]
    for page in (mary, katie):
        page.goto(page.url.split("?")[0] + "/seats")
        switch = button(page, "A sound when it is your turn")
        expect(switch).to_have_attribute("aria-pressed", "false")
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "true")
        felt(page, "tones", 1)
        if page is katie:
            switch.click()
            expect(switch).to_have_attribute("aria-pressed", "false")
        page.reload()
        expect(switch).to_have_attribute("aria-pressed", "true" if page is mary else "false")
        page.get_by_role("link", name="To the table").click()
        live(page)
        page.locator("#table h1:visible").click()  # browsers let a page buzz and sound after a tap only
    enter(chris, "Take red")
    enter(chris, "Done")
    expect(mary.locator("#table h1:visible")).to_have_text("Your turn, Mary")
    felt(mary, "tones", 1)
    felt(mary, "buzzes", 1)
    enter(mary, "Take blue")
    expect(mary.locator("#table h1:visible")).to_have_text("Your turn, Mary")
    enter(mary, "Done")
    expect(katie.locator("#table h1:visible")).to_have_text("Your turn, Katie")
    felt(katie, "buzzes", 1)
    felt(katie, "tones", 0)
    felt(mary, "tones", 1)
    felt(mary, "buzzes", 1)
    felt(chris, "tones", 0)
    felt(chris, "buzzes", 0)


def test_nothing_buzzes_where_motion_is_to_be_reduced(phone: Phone) -> None:
    phones = sit(phone, FOUR[:3])
    phones["Mary"].emulate_media(reduced_motion="reduce")
    phones["Mary"].locator("#table h1:visible").click()
    enter(phones["Chris"], "Take the Sluffer")
    expect(phones["Mary"].locator("#table h1:visible")).to_have_text("Your turn, Mary")
    felt(phones["Mary"], "buzzes", 0)


def test_your_turn_is_said_once_and_then_what_was_entered(phone: Phone) -> None:
    """A screen reader is told what all others see."""
    host, mary = phone(), phone()
    new_table(host, FOUR[:3])
    join(mary, invitation(host), "Mary")
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
    for order, ends in (seats, "Your turn, Mary. Round 1 is over. A tie at the top"), (ROUND_TWO, "A shared win"):
        predict(host, **dict.fromkeys(order, ""))
        send_moves(host, *[trick] * 15)
        expect(mary.locator("#said")).to_have_text(re.compile(f"^{ends}. Chris won a red trick"))


SAFARI = "addEventListener('mousedown', (tap) => { if (tap.target.closest('button')) tap.preventDefault() }, true)"


@pytest.mark.parametrize("script", ["", SAFARI], ids=["focus", "none"])
def test_who_tells_a_trick_card_by_card_hears_whose_is_next(phone: Phone, script: str) -> None:
    """A browser may give what is tapped no focus."""
    page = phone(script=script)
    new_table(page)
    predict_nothing(page)
    said = page.locator("#cards [aria-live]")
    tell(page, "Cards")
    expect(said).to_have_text("Chris’s card")
    tell(page, "Card: red")
    tell(page, "red 3")
    expect(said).to_have_text("Mary’s card")
    if not script:
        expect(button(page, "red 3")).to_be_focused()
    for card in ("red 4", "red 5", "red 6"):
        tell(page, card)
    if not script:
        expect(button(page, "Record trick")).to_be_focused()
    enter(page, "Record trick")


def test_what_an_undo_takes_back_is_said_once(phone: Phone) -> None:
    page = phone()
    new_table(page)
    enter(page, "Take red")
    enter(page, "Undo")
    expect(page.locator("#said")).to_contain_text("Undone: Chris took red from the centre")
    expect(page.locator("#notice > *")).to_have_attribute("aria-live", "off")


def test_a_tile_says_how_many_are_left_and_only_a_toggle_whether_it_is_pressed(phone: Phone) -> None:
    page = phone()
    new_table(page)
    expect(button(page, "Take red")).to_have_accessible_description("3 left")
    predict_nothing(page)
    expect(to_choose(page, "Mary took it")).not_to_be_checked()
    tell(page, "Cards")
    tell(page, "Card: red")
    expect(button(page, "red 3")).not_to_have_attribute("aria-pressed", re.compile(""))
    expect(button(page, "Card: red")).to_have_attribute("aria-pressed", "true")
