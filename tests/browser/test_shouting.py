"""A bluffing game from the code on the host\u2019s screen to the podium, and its screens in every phase."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import SMALL, clean_in_both, reachable_both_ways
from tests.browser.conftest import Phone, picture
from tests.browser.hands import (
    LONG,
    arrive,
    at_version,
    button,
    choose,
    enter,
    invitation,
    join,
    new_table,
    open_by_hand,
    open_unseen,
    version,
)
from tests.browser.slow_answers import intercept

THREE = ("Ann", "Ben", "Cat")
TEN = (*LONG, "Fay", "Gus", "Hal", "Ida", "Jan")
RULING = {"count": "16", "from": "Ann", "to": "Ben", "reason": "supper is ready"}


def cards(page: Page, place: str) -> int:
    """How many cards lie at a place, as the page\u2019s hooks have it."""
    found = page.locator("[data-place]").evaluate_all(
        "(places, name) => places.find(p => p.dataset.place === name).querySelector('[data-color]').dataset.count",
        place,
    )
    return int(found)


def rule(page: Page, code: str, **changed: str) -> None:
    """A table ruling from the host\u2019s phone."""
    page.goto(f"/t/{code}/ruling")
    for name, value in {**RULING, **changed}.items():
        field = page.locator(f"[name={name}]")
        field.select_option(value) if name in ("from", "to") else field.fill(value)
    page.get_by_role("button", name="Move the cards").click()
    page.wait_for_url(f"**/t/{code}")


@pytest.mark.sampled(2, alike="from the code to the podium")
def test_from_the_code_to_the_podium(phone: Phone, out: Path) -> None:
    host = phone()
    code = open_by_hand(host, THREE, game="popcorn", choices={"hidden_count": "true", "direction": "either"})
    address = invitation(host)
    phones = {name: phone(size=SMALL) for name in THREE}
    for name, page in phones.items():
        join(page, address, name)
    host.goto("about:blank")  # put away: a phone that looks on costs as much as one that plays

    tell_unseen(phones["Ann"], "Say 2 aces", "Put down 4")
    arrive(phones)
    assert [cards(phones[name], "Ann") for name in THREE] == [14, 16, 16]
    assert [cards(phones[name], "pile") for name in THREE] == [4, 2, 2]
    expect(phones["Ann"].get_by_text("You put down 4 cards.")).to_be_visible()

    for name in ("Ann", "Ben"):
        reachable_both_ways(phones[name], f"shouting-own-{name}", out, seats=False)
    enter(phones["Cat"], "Popcorn!")
    arrive(phones)
    reachable_both_ways(phones["Cat"], "shouting-own-Cat", out, seats=False)
    expect(phones["Ben"].get_by_text("called first")).to_be_visible()
    tell_rank(phones["Ben"], "A", "A", "7", "K")
    enter(phones["Ben"], "Record")
    arrive(phones)
    for page in phones.values():
        expect(page.get_by_text("4 cards lay there.")).to_be_visible()
        assert cards(page, "Ann") == 18

    tell_unseen(phones["Ben"], "Say 1 king", "Put down 1")
    arrive(phones)
    tell_unseen(phones["Cat"], "Say 1 queen", "Put down 1")
    arrive(phones)
    rule(host, code)
    at_version(phones["Ann"], 6)
    tell_unseen(phones["Ann"], "Say 1 jack", "Put down 2")
    arrive(phones)
    expect(phones["Ben"].get_by_role("heading", name="Ann\u2019s last cards!")).to_be_visible()
    assert phones["Ann"].get_by_role("button", name="Nobody calls").count() == 0
    enter(phones["Ben"], "Nobody calls")
    arrive(phones)
    for page in phones.values():
        expect(page.locator("h1:visible")).to_have_text("Ann wins")
    phones["Cat"].get_by_role("link", name="Scores").click()
    expect(phones["Cat"].get_by_role("list", name="Podium")).to_contain_text("Ann")
    picture(phones["Cat"], out / "shouting-podium.png")
    host.get_by_role("button", name="Rematch").click()
    expect(host.locator("h1:visible")).to_have_text("Ben\u2019s turn")  # Ann deals now


def tell_unseen(page: Page, said: str, put: str) -> None:
    choose(page, said)
    enter(page, put)


def tell_rank(page: Page, *ranks: str) -> None:
    choose(page, "Tap the ranks instead")
    for rank in ranks:
        button(page, f"One {rank}").click()
    expect(page.locator(".laid .on")).to_have_text(list(ranks))


def test_two_shout_at_once_and_all_phones_say_who_was_first(phone: Phone) -> None:
    host = phone()
    code = open_unseen(host, THREE, game="popcorn")
    phones = {name: phone() for name in THREE}
    for name, page in phones.items():
        join(page, f"/j/{code}", name)
    enter(phones["Ann"], "Claim 2 aces")
    arrive(phones)
    # Both thumbs come down before either phone hears of the other.
    held: list[Route] = []
    for name in ("Cat", "Ben"):
        intercept(phones[name], "**/moves", lambda route: held.append(route))
        button(phones[name], "Popcorn!").click()
    while len(held) < 2:
        phones["Ann"].wait_for_timeout(20)
    for tapped in held:
        tapped.continue_()
    for page in phones.values():
        at_version(page, 3)
        first = page.locator(".raced .first .name").inner_text()
        expect(page.locator("[data-late]")).to_have_count(1)
        assert {first, page.locator("[data-late] .name").inner_text()} == {"Ben", "Cat"}
        expect(page.locator("[data-late]")).to_contain_text("s later")


def phases(page: Page, code: str, names: tuple[str, ...]) -> Iterator[str]:
    """Lead a table through its phases from one phone; a name for each moment worth looking at."""
    yield "first"
    enter(page, "Claim 2 aces")
    yield "standing"
    choose(page, "Popcorn!")
    yield "who"
    enter(page, f"{names[1]} called")
    yield "reveal"
    choose(page, "Tap the ranks instead")
    yield "ranks"
    for rank in ("A", "7"):
        button(page, f"One {rank}").click()
    yield "ranks-all"
    enter(page, "Record")
    yield "turned"
    rule(page, code, **{"from": names[1], "to": names[2], "count": page_count(page, names[1])})
    enter(page, "Claim 1 two" if "2" in page.locator(".face").all_inner_texts() else "Claim 1 king")
    yield "last"
    enter(page, "Nobody calls")
    yield "over"


def page_count(page: Page, name: str) -> str:
    return str(cards(page, name) - 1)


# Asked of the page at once: a locator's element may be drawn anew before it is measured.
UNCOVERED = """() => document.querySelector(".middle").getBoundingClientRect().bottom
  <= document.querySelector(".sheet").getBoundingClientRect().top"""


def in_reach(page: Page, what: str, out: Path) -> None:
    """The act is in reach both ways, and does not cover what lies in the middle."""
    reachable_both_ways(page, f"shouting-{what}", out, seats=False)
    if page.locator("#table").get_attribute("data-phase") == "over":
        return  # what lies there is looked through below the podium
    assert page.evaluate(UNCOVERED), what


@pytest.mark.sampled(6, alike="every phase of a game on a small phone")
@pytest.mark.parametrize(
    ("names", "choices"),
    [(THREE, {}), (TEN, {"direction": "either"})],
    ids=["three", "ten, either way"],
)
def test_the_act_is_always_in_reach_and_axe_finds_nothing(
    phone: Phone, out: Path, names: tuple[str, ...], choices: dict[str, str]
) -> None:
    page = phone(size=SMALL)
    code = new_table(page, names, game="popcorn", choices=choices)
    for moment in phases(page, code, names):
        in_reach(page, f"{len(names)}-{moment}", out)
        if names is TEN:
            clean_in_both(page, moment)


TOPS = "() => [...document.querySelectorAll('.counts button')].map(e => Math.round(e.getBoundingClientRect().top))"
# Asked of the page at once: a locator's element may be drawn anew before it is measured.
CALL_ENDS = """() => [...document.querySelectorAll("#act .shout")].find(
  e => e.checkVisibility()).getBoundingClientRect().bottom"""


@pytest.mark.parametrize("size", [SMALL, (740, 360), (1280, 800)])
def test_a_tap_meant_for_a_number_is_never_a_call(phone: Phone, size: tuple[int, int]) -> None:
    host = phone(size=size)
    new_table(host, ("Ann", "Ben", "Cat", "Dan"), game="popcorn")
    before = host.evaluate(TOPS)
    assert len(before) == 4
    enter(host, "Claim 1 ace")
    expect(host.locator("#act .shout:visible")).to_have_count(1)
    assert host.evaluate(TOPS) == before
    assert host.evaluate(CALL_ENDS) <= before[0]


def test_while_one_waits_the_call_is_not_where_the_numbers_come(phone: Phone) -> None:
    host, cat = phone(size=SMALL), phone(size=SMALL)
    code = new_table(host, ("Ann", "Ben", "Cat", "Dan"), game="popcorn")
    join(cat, f"/j/{code}", "Cat")
    enter(host, "Claim 1 ace")
    at_version(cat, version(host))
    expect(button(cat, "Popcorn!")).to_be_visible()
    waiting = cat.evaluate(CALL_ENDS)
    enter(host, "Claim 1 two")
    at_version(cat, version(host))
    assert waiting <= cat.evaluate(TOPS)[0]
