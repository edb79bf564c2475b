"""Every page in light and dark: nothing for axe to find, no act out of reach, no target too small."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import SMALL, clean, clean_in_both, reachable_both_ways
from tests.browser.conftest import Phone, picture
from tests.browser.hands import FOUR, LONG, button, enter, new_table, predict_example_at_once, tell


def phases(page: Page, names: tuple[str, ...]) -> Iterator[str]:
    """Lead a table through its phases; a name for each moment worth looking at."""
    yield "prediction"
    for act in ("Take red", "Take red", "Take blue", "Done", "Take orange", "Take green", "Done"):
        enter(page, act)
    yield "prediction-later"
    button(page, f"Steal red from {names[0]}").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "refusal"
    page.get_by_role("button", name="Close").click()
    enter(page, "Take the Sluffer")
    for _ in names[3:]:
        enter(page, "Done")
    yield "trick"
    tell(page, f"{names[0]} took it")
    yield "trick-returns"
    tell(page, "Not yet")
    yield "trick-led"
    enter(page, "Led red")
    yield "turn-in"
    enter(page, "Turn in red")
    tell(page, "Cards")
    tell(page, "Card: red")
    yield "cards"


@pytest.mark.sampled(6, alike="every phase of a game on a small phone")
@pytest.mark.parametrize("names", [FOUR[:3], FOUR, LONG], ids=["three", "four", "five"])
def test_the_act_is_always_in_reach_and_axe_finds_nothing(phone: Phone, out: Path, names: tuple[str, ...]) -> None:
    page = phone(size=SMALL)
    new_table(page, names)
    for moment in phases(page, names):
        if moment != "refusal":
            reachable_both_ways(page, f"{len(names)}-{moment}", out, seats=not moment.startswith("prediction"))
        if names is LONG:
            clean_in_both(page, moment)


def test_a_wrong_form_keeps_what_was_typed(phone: Phone) -> None:
    page = phone()
    page.goto("/open/sluff-off")
    typed = ("Chris", "Mary", "Mary", "\u2603" * 41)
    for field, name in zip(page.locator("input[name=name]").all(), typed, strict=True):
        field.fill(name)
    button(page, "Open the table").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.locator("input[name=name]").nth(3).input_value() == "\u2603" * 41
    clean(page, "a form with something wrong")


def test_the_board_shows_a_move_at_once(phone: Phone, out: Path) -> None:
    host = phone()
    code = new_table(host, FOUR, blue=3)
    board = phone(size=(1280, 800))
    board.goto(f"/t/{code}/board")
    predict_example_at_once(host)
    expect(board.locator("#table")).to_have_attribute("data-phase", "trick")
    assert board.get_by_role("button").count() == 0
    picture(board, out / "board.png")
