"""Each dispute of docs/disputes.md is settled by the taps that it names, within half a minute."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import CHECKOUT, Phone
from tests.browser.hands import choose, opened, sit, to_choose, version
from tests.browser.test_taps import takes

ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)
ROWS = ROW.findall((CHECKOUT / "docs" / "disputes.md").read_text(encoding="utf-8"))
LONGEST = 30
A_TAP, A_SCREEN = 2, 3
SLUGS = {"Sluff Off!": "sluff-off", "Ui77": "ui77", "Popcorn": "popcorn", "Fluff": "fluff"}
ABC = ("Ann", "Ben", "Cat")


def trick(winner: str, led: str) -> dict[str, Any]:
    return {"move": "trick", "winner": winner, "led": led, "won_with": led}


def took(winner: str) -> dict[str, Any]:
    return {"move": "trick", "winner": winner}


STEAL = {"move": "steal", "seat": "Cat", "color": "red", "from": "Ann"}
PREDICTED = [*takes("Ann", "red", "red", "red"), {"move": "sluffer", "seat": "Ben"}, STEAL, *takes("Cat")]
PLAYED = [*PREDICTED, trick("Ann", "red"), {"move": "turn_in", "seat": "Ann", "color": "red"}, trick("Ben", "green")]
DEALT: list[dict[str, Any]] = [
    {"move": "face_up", "cards": ["4H", "6S", "7D"]},
    *({"move": "discard", "seat": name, "count": 2} for name in ABC),
]
CALLED: list[dict[str, Any]] = [
    {"move": "claim", "seat": "Ann", "rank": "A", "count": 2},
    {"move": "call", "seat": "Ben"},
]
ROLLED: list[dict[str, Any]] = [
    {"move": "first_roll", "wilds": {"Ann": 1, "Ben": 0, "Cat": 0}},
    {"move": "bid", "seat": "Ann", "quantity": 3, "value": 4},
]
SHOWN: list[dict[str, Any]] = [
    {"move": "show", "seat": name, "matching": n} for name, n in (("Cat", 1), ("Ben", 1), ("Ann", 0))
]
SETUPS: dict[str, list[dict[str, Any]]] = {
    "the wrong token was turned in": PLAYED,
    "somebody else won the trick": PLAYED,
    "a colour was not followed, and nothing proves it": PLAYED,
    "a colour was not followed, and it costs points": PLAYED,
    "the tokens don\u2019t match: a black one was never taken": [*PREDICTED, trick("Cat", "green")],
    "led on without turning in": [*PREDICTED, trick("Ann", "red")],
    "somebody else won the trick, at Ui77": [*DEALT, took("Ben"), took("Ann")],
    "trump was led too early": [*DEALT, took("Ben")],
    "too many cards were thrown": DEALT,
    "the cards left were counted wrong": [*DEALT, *[took("Ann")] * 7, {"move": "count", "seat": "Ann", "slough": 1}],
    "two called at once": CALLED,
    "another number of cards was said": CALLED[:1],
    "the cards were turned over wrong": [*CALLED, {"move": "reveal", "honest": True}],
    "dice fell out of a cup": ROLLED,
    "the dice were counted wrong": [*ROLLED, {"move": "call", "seat": "Ben"}, *SHOWN],
    "the bid was heard wrong": ROLLED,
}


def control(page: Page, name: str) -> Locator:
    """The control of that name that can be seen."""
    found = page.get_by_role("button", name=name, exact=True)
    for role in ("link", "radio"):
        found = found.or_(page.get_by_role(role, name=name, exact=True))
    found = found.or_(page.locator("summary").filter(has_text=re.compile(f"^\\s*{re.escape(name)}")))
    return found.locator("visible=true").first


def use(page: Page, name: str) -> int:
    """Tap a control, or choose or type what stands after the "="; how many taps that is."""
    if " = " not in name:
        control(page, name).or_(to_choose(page, name)).first.wait_for(state="attached")
        choose(page, name) if to_choose(page, name).count() else control(page, name).click()
        return 1
    label, value = name.split(" = ")
    field = page.get_by_label(re.compile(f"^{label}")).locator("visible=true").first
    field.fill(value) if value.lstrip("-").isdecimal() else field.select_option(label=value)
    return 2


@pytest.mark.parametrize(
    ("dispute", "game", "controls", "taps", "screens", "seconds"), ROWS, ids=[row[0] for row in ROWS]
)
def test_a_dispute_is_settled_within_half_a_minute(
    phone: Phone, dispute: str, game: str, controls: str, taps: str, screens: str, seconds: str
) -> None:
    page, read = phone(), list[str]()
    options = {"sloppy": True} if game == "Fluff" else {}
    header = {"transcript": 1, "game": SLUGS[game], "seats": ABC, "options": options}
    sit(page, opened(page, header, SETUPS[dispute]).host)
    before = version(page)
    page.on("load", lambda at: read.append(at.url))
    used = 0
    for name in re.findall("`([^`]+)`", controls):
        used += use(page, name)
        expect(page.locator(".htmx-request")).to_have_count(0)
        page.wait_for_load_state("load")  # one that is left before that is not counted
    if controls.endswith("trick 1`"):
        expect(page.locator("[data-answer]")).to_have_attribute("data-answer", "no")  # the question is answered anew
    elif controls.endswith("`Compare`"):
        expect(page.locator("[data-slip=undone]")).to_contain_text("fix it on the table")  # the book is right
    else:
        expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))
        expect(page.locator("[role=alert], [data-hold]")).to_have_count(0)
    page.wait_for_load_state("load")
    assert (used, len(read)) == (int(taps), int(screens))
    assert A_TAP * used + A_SCREEN * len(read) == int(seconds) <= LONGEST


def test_there_are_fifteen_disputes_and_three_of_each_game() -> None:
    assert len(ROWS) >= 15
    assert all(sum(row[1] == game for row in ROWS) >= 3 for game in SLUGS)
    assert {row[0] for row in ROWS} == set(SETUPS)
