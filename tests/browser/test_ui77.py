"""Ui77 on phones: from the scanned code to the podium and on, every phase on a small phone, nothing for axe to find."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import SMALL, clean_in_both, reachable_both_ways
from tests.browser.conftest import Phone
from tests.browser.hands import (
    LONG,
    arrive,
    button,
    choose,
    enter,
    holds,
    invitation,
    join,
    join_by_hand,
    live,
    new_table,
    open_by_hand,
    open_table,
    scan,
    send_moves,
)

TWO = ("Ann", "Bob")
WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def lay(page: Page, *names: str) -> None:
    """Tap cards one after another: the suit, then the rank."""
    for name in names:
        rank, suit = name[:-1], WORDS[name[-1]]
        button(page, f"Card: {suit}").click()
        button(page, f"{rank} of {suit}").click()


def cut(page: Page) -> None:
    """Unfold the question who was in a cut, or fold it again."""
    page.locator(".tools label[for=cut]").click()


def deal(page: Page, *names: str) -> None:
    """Turn up three cards."""
    lay(page, *names)
    enter(page, "Turn up these cards")


HASTE = "const wait = setTimeout; window.setTimeout = (what, ms) => wait(what, ms === 10_000 ? 500 : ms)"


@pytest.mark.sampled(2, alike="from the code to the podium")
def test_from_the_code_to_the_podium_and_into_the_rematch(phone: Phone, out: Path) -> None:
    host = phone()
    open_by_hand(host, TWO, game="ui77")
    address = scan(host)
    pages = {name: phone() for name in TWO}
    for name, page in pages.items():
        join_by_hand(page, address, name)
    host.goto("about:blank")  # put away: a phone that looks on costs as much as one that plays
    ann, bob = pages["Ann"], pages["Bob"]

    deal(ann, "4H", "6S", "7D")
    arrive(pages)
    expect(bob.locator("[data-sets]")).to_contain_text("Trump hearts, in effect from trick 3")
    expect(bob.get_by_role("heading", name="Ann is discarding")).to_be_visible()
    enter(ann, "Throw 2")
    arrive(pages)
    enter(bob, "Throw 0")
    arrive(pages)
    cut(bob)
    enter(bob, "Bob was in a cut")
    arrive(pages)
    enter(bob, "Bob took it")
    arrive(pages)
    assert holds(ann, "Bob") == {"cards": 9, "tricks": 1}
    choose(ann, "Cards")
    lay(ann, "5S")
    lay(ann, "KS")
    enter(ann, "Record trick")
    arrive(pages)
    assert holds(bob, "Ann") == {"cards": 6, "tricks": 1}
    for _ in range(6):
        enter(bob, "Bob took it")
    arrive(pages)
    expect(bob.locator("#table")).to_have_attribute("data-phase", "count")
    expect(ann.get_by_role("heading", name="The hand is being counted")).to_be_visible()
    reachable_both_ways(bob, "ui77-count", out, seats=False)
    clean_in_both(bob, "counting")
    enter(bob, "1 of the slough suit")
    arrive(pages)

    # The second hand, and Bob deals on: all have dealt.
    deal(bob, "4H", "QS", "7D")
    arrive(pages)
    enter(bob, "Throw 4")
    arrive(pages)
    enter(ann, "Throw 4")
    arrive(pages)
    choose(ann, "Cards")  # who told the last trick by its cards is asked for the next one's
    for _ in range(5):
        enter(ann, "Ann took it")
    arrive(pages)
    enter(ann, "0 of the slough suit")
    arrive(pages)
    expect(ann.locator("#table")).to_have_attribute("data-phase", "limit")
    reachable_both_ways(ann, "ui77-limit", out, seats=False)
    clean_in_both(ann, "the limit")
    enter(bob, "Play to 22")
    arrive(pages)
    host.goto(ann.url)
    live(host)
    while ann.locator("#table").get_attribute("data-phase") != "over":
        play_out(host, pages)
    expect(ann.get_by_role("list", name="Podium")).to_be_visible()
    reachable_both_ways(ann, "ui77-over", out, seats=False)
    board = phone(size=(1280, 720), script=HASTE)
    board.goto(f"{ann.url}/board")
    live(board)
    button(host, "Rematch").click()
    expect(host.locator("#table")).to_have_attribute("data-version", "0")
    expect(board).to_have_url(f"{host.url}/board")  # by itself: it has no hands


def play_out(host: Page, pages: dict[str, Page]) -> None:
    """A hand of no art: nobody throws a card, and Ann takes all. The host enters nearly all of it at once."""
    ann = pages["Ann"]
    send_moves(host, {"move": "face_up", "cards": ["4H", "6S", "7D"]})
    arrive({**pages, "host": host})
    first, second = TWO if button(ann, "Throw 0").count() else TWO[::-1]
    send_moves(host, *({"move": "discard", "seat": seat, "count": 0} for seat in (first, second)))
    send_moves(host, *[{"move": "trick", "winner": "Ann"}] * 8)
    arrive({**pages, "host": host})
    enter(ann, "Ann took it")
    arrive(pages)
    enter(ann, "0 of the slough suit")
    arrive(pages)


def phases(page: Page, names: tuple[str, ...]) -> Iterator[str]:
    """Lead a table through its phases; a name for each moment worth looking at."""
    yield "face-up"
    lay(page, "5H")
    button(page, "Card: hearts").click()
    yield "face-up-second"
    lay(page, "KH", "2H")
    yield "face-up-all"
    enter(page, "Turn up these cards")
    yield "discard"
    page.get_by_role("checkbox", name="Swap a card first").first.locator("+ label").click()
    choose(page, "Take K\u2665\ufe0e")
    yield "swap"
    enter(page, "Give A\u2665\ufe0e")
    yield "swapped"
    for _ in names:
        enter(page, "Throw 0")
    yield "trick"
    cut(page)
    yield "cut"
    cut(page)
    for _ in range(4):
        enter(page, f"{names[0]} took it")
    choose(page, "Cards")
    lay(page, "5S")
    button(page, "Card: spades").click()
    yield "cards"


@pytest.mark.sampled(6, alike="every phase of a game on a small phone")
@pytest.mark.parametrize("names", [TWO, LONG], ids=["two", "five"])
def test_the_act_is_always_in_reach_and_axe_finds_nothing(phone: Phone, out: Path, names: tuple[str, ...]) -> None:
    page = phone(size=SMALL)
    new_table(page, names, game="ui77")
    for moment in phases(page, names):
        reachable_both_ways(page, f"ui77-{len(names)}-{moment}", out, seats=moment == "trick")
        if names is LONG:
            clean_in_both(page, moment)


def test_a_host_chooses_for_whom_of_several_it_counts(phone: Phone) -> None:
    host, others, names = phone(size=SMALL), phone(size=SMALL), ("Ann", "Bob", "Cem")
    new_table(host, names, game="ui77")
    for name in ("Cem", "Bob", "Ann"):
        others.context.clear_cookies()
        join(others, invitation(host), name)
    send_moves(host, {"move": "face_up", "cards": ["9D", "5D", "2D"]})
    send_moves(host, *({"move": "discard", "seat": name, "count": 0} for name in names))
    send_moves(host, *({"move": "trick", "winner": name} for name in ("Cem", "Cem", "Bob", "Bob", *["Cem"] * 5)))
    arrive({"host": host, "Ann": others})  # who looks on may be behind
    choose(host, "Play for somebody")
    choose(host, "Cem")
    enter(host, "0 of the slough suit")
    arrive({"host": host, "Ann": others})
    expect(
        others.get_by_role("heading", name="The hand is being counted").or_(button(others, "0 of the slough suit"))
    ).to_be_visible()


def test_what_is_half_told_survives_a_cut_and_goes_with_its_trick(phone: Phone) -> None:
    host, bob = phone(), phone(size=SMALL)
    new_table(host, ("Ann", "Bob"), game="ui77")
    join(bob, invitation(host), "Bob")
    send_moves(host, {"move": "face_up", "cards": ["4H", "6S", "7D"]})
    send_moves(host, *({"move": "discard", "seat": name, "count": 0} for name in ("Ann", "Bob")))
    arrive({"host": host, "Bob": bob})
    choose(bob, "Cards")
    lay(bob, "5S")
    send_moves(host, {"move": "cut", "seat": "Ann"})
    arrive({"host": host, "Bob": bob})
    laid = bob.get_by_role("list", name="Cards of this trick")
    expect(laid.get_by_role("listitem")).to_have_count(1)
    send_moves(host, {"move": "trick", "winner": "Ann"})
    arrive({"host": host, "Bob": bob})
    expect(laid.get_by_role("listitem")).to_have_count(0)
    expect(bob.get_by_role("status").filter(has_text="The table has moved on")).to_be_visible()
    expect(bob.get_by_role("heading", name="Ann\u2019s card")).to_be_visible()


def test_without_a_script_cards_are_typed(phone: Phone) -> None:
    page = phone(java_script_enabled=False)
    open_table(page, TWO, game="ui77")
    page.get_by_role("link", name="To the table").click()
    for question, card in zip(
        ("Which cards are face up?", "And card two?", "And card three?"), ("4H", "6S", "7C"), strict=True
    ):
        page.get_by_label(question).fill(card)
    button(page, "Turn up these cards").click()
    expect(page.locator("[data-sets]")).to_contain_text("spades cost nothing")
    for name in ("Throw 0", "Throw 0", "Bob took it"):
        button(page, name).click()
    assert holds(page, "Bob") == {"cards": 9, "tricks": 1}
