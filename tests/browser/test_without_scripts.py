"""A browser without scripts: a table is played, asked about and counted by plain forms and links."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests import finished
from tests.browser.conftest import Phone
from tests.browser.hands import at_version, button, choose, holds, open_table, open_unseen, opened


def plain(phone: Phone) -> Page:
    return phone(java_script_enabled=False)


def test_a_trick_is_told_and_a_refusal_read(phone: Phone) -> None:
    page = plain(phone)
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


def test_cards_are_typed(phone: Phone) -> None:
    page = plain(phone)
    page.goto(f"/t/{open_unseen(page, ('Ann', 'Bob'), game='ui77')}")
    questions = ("Which cards are face up?", "And card two?", "And card three?")
    for question, card in zip(questions, ("4H", "6S", "7C"), strict=True):
        page.get_by_label(question).fill(card)
    button(page, "Turn up these cards").click()
    for name in ("Throw 0", "Throw 0", "Bob took it"):
        button(page, name).click()
    assert holds(page, "Bob") == {"cards": 9, "tricks": 1}


def test_a_round_s_end_is_closed_by_a_link(phone: Phone) -> None:
    page = plain(phone)
    page.goto(f"/t/{opened(page, *finished.ui77(over=False)).code}")
    expect(page.get_by_role("region", name="The hand is over")).to_be_visible()
    page.get_by_role("link", name="Next hand").click()
    expect(page.locator(".moment:visible")).to_be_hidden()
    expect(page.locator(".lying")).to_be_visible()


def test_the_referee_is_asked_and_tokens_are_counted(phone: Phone) -> None:
    page = plain(phone)
    code = open_unseen(page)
    page.goto(f"/t/{code}/may-i?ask=take&seat=Chris&color=red")
    button(page, "Do it").click()
    at_version(page, 1)
    page.goto(f"/t/{code}/tokens")
    page.locator("summary").nth(1).click()
    expect(page.get_by_role("button", name="more")).to_have_count(0)
    page.locator("[name=c1-0]").fill("2")
    button(page, "Compare").click()
    expect(page.locator(".differences li")).to_have_count(1)
    page.goto(f"/t/{code}/hold")
    page.get_by_label("It was entered wrong").check()
    button(page, "Put on hold").click()
    expect(page.locator("[data-hold]").first).to_contain_text("It was entered wrong")


def test_what_needs_a_script_is_not_offered(phone: Phone) -> None:
    page = plain(phone)
    open_table(page)
    expect(page.get_by_role("heading", name="Who sits where")).to_be_visible()
    expect(page.get_by_text("Not in this Wi-Fi yet?")).to_be_hidden()
    page.goto(f"/t/{opened(page, *finished.fluff(('Ann', 'Ben'))).code}/result")
    expect(page.get_by_label("As text")).to_have_attribute("readonly", "")
    expect(button(page, "Copy the text")).to_be_hidden()
