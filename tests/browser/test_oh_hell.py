"""The example of an added game on phones, from the scanned code to the podium."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone
from tests.browser.hands import arrive, button, choose, enter, holds, join_by_hand, open_by_hand, scan

NAMES = ("Ann", "Bob", "Cat")


def test_from_the_code_to_the_podium(phone: Phone) -> None:
    host = phone()
    open_by_hand(host, NAMES, game="oh-hell", typed={"most": "2"}, choices={"screw_the_dealer": "true"})
    address = scan(host)
    pages = {name: phone() for name in NAMES}
    for name, page in pages.items():
        join_by_hand(page, address, name)
    host.goto("about:blank")
    ann, bob, cat = pages.values()

    def turn_up(page: Page, suit: str, card: str) -> None:
        choose(page, suit)
        enter(page, f"Turn up {card}\ufe0e")
        arrive(pages)

    def bids(**said: int) -> None:
        for name, tricks in said.items():
            enter(pages[name], f"Bid {tricks}")
            arrive(pages)

    def took(page: Page, *winners: str) -> None:
        for name in winners:
            enter(page, f"{name} took it")
            arrive(pages)

    turn_up(bob, "hearts", "Q\u2665")
    bids(Ann=0, Bob=0)
    button(cat, "Bid 1").click()
    expect(cat.get_by_role("alert")).to_have_attribute("data-rule", "screw-the-dealer")
    enter(cat, "Bid 0 instead")
    arrive(pages)
    took(ann, "Bob")
    turn_up(ann, "spades", "10\u2660")
    bids(Bob=1, Cat=1, Ann=1)
    took(bob, "Cat")
    assert holds(ann, "Cat") == {"bid": 1, "tricks": 1}
    took(bob, "Ann")
    turn_up(cat, "clubs", "2\u2663")
    bids(Cat=1, Ann=0, Bob=1)
    took(ann, "Cat")
    for page in pages.values():
        expect(page.get_by_role("heading", name="Cat wins")).to_be_visible()
        expect(page.get_by_role("list", name="Podium")).to_contain_text("32")
