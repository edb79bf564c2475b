"""The example of an added game on phones: from the scanned code to the podium, in reach, nothing for axe to find."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import SMALL, clean_in_both, reachable
from tests.browser.conftest import Phone, Server, picture
from tests.browser.hands import (
    LONG,
    arrive,
    button,
    choose,
    enter,
    holds,
    join_by_hand,
    new_table,
    open_by_hand,
    scan,
)

NAMES = ("Ann", "Bob", "Cat")
SEVEN = (*LONG, "Fay", "Gus")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that offers the game."""
    instance = tmp_path_factory.mktemp("oh-hell") / "instance"
    running = Server(instance, COMPANION_EXTRA_GAMES="oh-hell", COMPANION_OPEN_LIMIT="1000/minute")
    running.start()
    yield running
    running.kill()


def turn_up(page: Page, suit: str, card: str) -> None:
    choose(page, suit)
    enter(page, f"Turn up {card}\ufe0e")


@pytest.mark.sampled(2, alike="from the code to the podium")
def test_from_the_code_to_the_podium(phone: Phone, server: Server, out: Path) -> None:
    host = phone()
    open_by_hand(host, NAMES, game="oh-hell", typed={"most": "2"}, choices={"screw_the_dealer": "true"})
    address = scan(host)
    pages = {name: phone(size=SMALL) for name in NAMES}
    for name, page in pages.items():
        join_by_hand(page, address, name)
    host.goto("about:blank")  # put away: a phone that looks on costs as much as one that plays
    ann, bob, cat = pages.values()

    def bids(**said: int) -> None:
        for name, tricks in said.items():
            expect(pages[name].get_by_role("heading", name="How many will you take?")).to_be_visible()
            enter(pages[name], f"Bid {tricks}")
            arrive(pages)

    turn_up(bob, "hearts", "Q\u2665")
    arrive(pages)
    expect(cat.get_by_role("heading", name="Ann bids").first).to_be_visible()
    bids(Ann=0, Bob=0)
    button(cat, "Bid 1").click()
    expect(cat.get_by_role("alert")).to_have_attribute("data-rule", "screw-the-dealer")
    enter(cat, "Bid 0 instead")
    arrive(pages)
    enter(ann, "Bob took it")
    arrive(pages)
    expect(ann.locator("[data-place=Ann] .score")).to_contain_text("10")

    turn_up(ann, "spades", "10\u2660")
    arrive(pages)
    bids(Bob=1, Cat=1, Ann=1)
    enter(bob, "Cat took it")
    arrive(pages)
    assert holds(ann, "Cat") == {"bid": 1, "tricks": 1}
    enter(bob, "Ann took it")
    arrive(pages)

    turn_up(cat, "clubs", "2\u2663")
    arrive(pages)
    bids(Cat=1, Ann=0, Bob=1)
    enter(ann, "Cat took it")
    arrive(pages)
    for page in pages.values():
        expect(page.get_by_role("heading", name="Cat wins")).to_be_visible()
        expect(page.get_by_role("list", name="Podium")).to_contain_text("32")
    picture(ann, out / "oh-hell-over.png")


def phases(page: Page, names: tuple[str, ...]) -> Iterator[str]:
    """Lead a table through its phases; a name for each moment worth looking at."""
    yield "turn-up"
    choose(page, "diamonds")
    yield "turn-up-rank"
    enter(page, "Turn up 10\u2666\ufe0e")
    yield "bid"
    for name in names:
        enter(page, f"Bid {int(name == names[0])}")
    yield "trick"
    enter(page, f"{names[0]} took it")
    yield "next-hand"


@pytest.mark.sampled(6, alike="every phase of a game on a small phone")
def test_the_act_is_always_in_reach_and_axe_finds_nothing(phone: Phone, server: Server, out: Path) -> None:
    page = phone(size=SMALL)
    code = new_table(page, SEVEN, game="oh-hell", typed={"most": "1"})
    for moment in phases(page, SEVEN):
        reachable(page, f"oh-hell-{moment}", out, seats=moment == "trick")
        clean_in_both(page, moment, out / f"{{}}-oh-hell-{moment}.png")
    for path in ("board", "scores", "ledger", "rules", "ruling", "tokens", "may-i"):
        page.goto(f"/t/{code}/{path}")
        clean_in_both(page, path, out / f"{{}}-oh-hell-{path}.png")
