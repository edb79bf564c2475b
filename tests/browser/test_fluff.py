"""The dice game in real browsers: from the scanned code to the podium, every phase on a small phone, axe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import SMALL, clean, clean_in_both, reachable_both_ways
from tests.browser.conftest import Phone, picture
from tests.browser.hands import (
    LONG,
    arrive,
    at_version,
    button,
    choose,
    enter,
    join_by_hand,
    live,
    new_table,
    open_by_hand,
    play_for_them,
    scan,
    send_moves,
    to_table,
    version,
)
from tests.games.fluff.sitting import NAMES

TURNED = 310  # milliseconds for which what comes up for the next seat takes no tap: static/js/dice.js


def tap_in(page: Page, dice: str) -> None:
    """Tap in dice, "22w4", and show them."""
    if not page.get_by_role("checkbox", name="Enter the dice").is_checked():
        choose(page, "Enter the dice")
    for face in dice:
        button(page, "Wild" if face == "w" else face).click()
    enter(page, "Show the dice")


def pick(page: Page, *names: str) -> None:
    """Tap one after the other of what is told by one of several."""
    for name in names:
        page.get_by_role("radio", name=name, exact=True).click()


def dice(page: Page) -> list[int]:
    """How many dice every seat has, as the page's hooks say."""
    return [
        int(n)
        for n in page.locator("[data-place][data-color=dice]").evaluate_all("all => all.map(e => e.dataset.count)")
    ]


@pytest.mark.sampled(2, alike="from the code to the podium")
def test_from_the_code_to_the_podium(phone: Phone, out: Path) -> None:
    host = phone(size=SMALL)
    open_by_hand(host, ("Ann", "Tom", "Mia"), game="fluff")
    address = scan(host)
    phones = {name: phone(size=SMALL) for name in ("Ann", "Tom", "Mia")}
    for name, page in phones.items():
        join_by_hand(page, address, name)
    to_table(host)
    everybody = {**phones, "host": host}

    pick(phones["Tom"], "2 wilds", "0 wilds")  # Tom tells it for all
    button(phones["Tom"], "Record the roll").click()
    expect(phones["Tom"].get_by_role("alert")).to_contain_text("Wilds still missing: Mia.")
    phones["Tom"].get_by_role("button", name="Close").click()
    pick(phones["Tom"], "1 wild")
    button(phones["Tom"], "Tom\u2019s wilds").click()  # and again for himself
    pick(phones["Tom"], "1 wild")
    enter(phones["Tom"], "Record the roll")
    arrive(everybody)
    assert button(phones["Ann"], "Bid 3 \u00d7 2").is_visible()
    pick(phones["Ann"], "4 dice", "3s")
    enter(phones["Ann"], "Bid 4 \u00d7 3")
    arrive(everybody)
    expect(button(phones["Ann"], "Fluff!")).to_have_count(0)
    expect(phones["Mia"].get_by_text("out of turn: costs 2 dice if wrong")).to_be_visible()
    pick(phones["Tom"], "2s")
    expect(button(phones["Tom"], "Bid 5 \u00d7 2")).not_to_have_class(re.compile("dim"))  # as many as it needs
    pick(phones["Tom"], "4 dice")
    expect(button(phones["Tom"], "Bid 4 \u00d7 2")).to_have_class(re.compile("dim"))
    button(phones["Tom"], "Bid 4 \u00d7 2").click()
    expect(phones["Tom"].get_by_role("alert")).to_contain_text("The bid to raise: 4 \u00d7 3.")
    phones["Tom"].get_by_role("button", name="Close").click()
    enter(phones["Mia"], "Fluff!")
    arrive(everybody)
    tap_in(phones["Ann"], "33w22")
    at_version(phones["Mia"], version(phones["Ann"]))
    choose(phones["Mia"], "Enter the dice")  # what is half told outlives the push of another phone's
    button(phones["Mia"], "2").click()
    at_version(phones["Tom"], version(phones["Ann"]))
    enter(phones["Tom"], "0 count")
    at_version(phones["Mia"], version(phones["Tom"]))
    expect(phones["Mia"].get_by_text("1 of 5 tapped in")).to_be_visible()
    tap_in(phones["Mia"], "w222")
    arrive(everybody)
    assert [dice(page) for page in everybody.values()] == [[5, 5, 3]] * 4  # four threes are there
    expect(phones["Mia"].locator("#by-dice")).to_be_checked()  # for the next show, too
    picture(phones["Ann"], out / "fluff-what-was-there.png")

    # The table takes dice, so that the end is near.
    for seat, taken in (("Tom", 4), ("Mia", 2)):
        send_moves(host, {"move": "ruling", "seat": seat, "dice": -taken, "reason": "it is late"})
    arrive(everybody)
    assert dice(host) == [5, 1, 1]
    bid_till_the_end(host)
    arrive(everybody)
    for page in phones.values():
        expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
        page.get_by_role("link", name="Scores", exact=True).click()
        expect(page.get_by_role("list", name="Podium").get_by_role("listitem").first).to_contain_text("Ann")
    button(host, "Rematch").click()
    host.wait_for_url("**/t/*")
    expect(host.locator("#table")).to_have_attribute("data-phase", "first-roll")


def bid_lowest(host: Page) -> None:
    """Make the bid that is proposed, for whoever bids."""
    play_for_them(host, host.get_by_role("button", name="Bid "))
    host.get_by_role("button", name="Bid ").click()


def bid_till_the_end(host: Page) -> None:
    """From the host's phone: whoever bids bids too much and is called by Ann, or by the next if it is Ann."""
    while "over" not in (host.locator("#table").get_attribute("data-phase") or ""):
        bid_lowest(host)
        expect(host.get_by_role("checkbox", name="Somebody else calls")).to_be_visible()
        bidder = host.locator("li", has_text="Bid").get_attribute("data-place")
        if bidder == "Ann":  # raised, so that Ann has not made the bid that falls
            bid_lowest(host)
            expect(host.locator("li[data-place=Ann]")).not_to_contain_text("Bid")
        before = version(host)
        choose(host, "Somebody else calls")
        button(host, "Ann calls \u201cFluff!\u201d").click()
        at_version(host, before + 1)
        while host.locator("#table").get_attribute("data-phase") == "show":
            play_for_them(host, button(host, "0 count"))
            host.wait_for_timeout(TURNED)
            enter(host, "0 count")


@pytest.mark.sampled(6, alike="every phase of a game on a small phone")
@pytest.mark.parametrize("names", [NAMES[:2], NAMES, LONG[:4]], ids=["2", "12", "long"])
def test_every_phase_on_a_small_phone(phone: Phone, out: Path, names: tuple[str, ...]) -> None:
    host = phone(size=SMALL)
    new_table(host, names, game="fluff", choices={"sloppy": "true"})
    for what in phases(host, names):
        if len(names) > 4 and what != "raise":  # all else that is dark are the four, too
            clean(host, what)
        elif len(names) > 2:
            clean_in_both(host, what)
        if "list" not in what:
            reachable_both_ways(host, f"fluff-{len(names)}-{what}", out, seats=False)


def phases(page: Page, names: tuple[str, ...]) -> Iterator[str]:
    """Lead a table through its phases from one phone; a name for each moment worth looking at."""
    yield "roll"
    for _ in names:
        pick(page, "1 wild")
    yield "roll-told"
    enter(page, "Record the roll")
    yield "tie"
    choose(page, "Spilled dice")
    yield "spill-list"
    choose(page, f"{names[1]} spilled")
    yield "spill"
    enter(page, f"{names[1]} spilled 1 die")
    for n in range(len(names)):
        pick(page, "2 wilds" if n == 0 else "0 wilds")
    enter(page, "Record the roll")
    yield "open"
    page.get_by_role("button", name="Bid ").click()
    expect(page.locator("#ask .fluff-call:visible")).to_be_visible()
    yield "raise"
    pick(page, "2s")
    page.locator(".quantities .dim").click()
    yield "raise-picked"
    page.locator("#bid.dim").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "refusal-list"
    page.get_by_role("button", name="Close").click()
    if len(names) > 2:
        choose(page, "Somebody else calls")
        yield "callers-list"
        choose(page, "Somebody else calls")
    page.locator("#ask .fluff-call:visible").click()
    expect(button(page, "0 count")).to_be_visible()
    yield "show"
    choose(page, "Enter the dice")
    yield "show-dice"
    for _ in range(page.locator(".now .told-dice li").count()):
        button(page, "2").click()
    yield "show-told"
    enter(page, "Show the dice")
    choose(page, "Enter the dice")
    for _ in names[1:]:
        page.wait_for_timeout(TURNED)
        enter(page, "1 counts")
    expect(button(page, "1 counts")).to_have_count(0)
    yield "settled"


def test_a_game_on_a_big_screen(phone: Phone, out: Path) -> None:
    host, board = phone(), phone(size=(1280, 720))
    code = new_table(host, NAMES, game="fluff")
    board.goto(f"/t/{code}/board")
    live(board)
    for n in range(12):
        pick(host, "1 wild" if n == 3 else "0 wilds")
    enter(host, "Record the roll")
    at_version(board, version(host))
    clean(board, "board")
    picture(board, out / "fluff-board.png")
    for place in board.locator("[data-place]").all():
        expect(place).to_be_in_viewport(ratio=1)
