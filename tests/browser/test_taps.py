"""How many taps a trick takes, by the table in docs/hands.md; and its sheet: in reach, and nothing cut off."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import clean
from tests.browser.conftest import CHECKOUT, Phone
from tests.browser.gallery import opened
from tests.browser.hands import LONG, at_version, button, enter, label_of, live, send, tell, to_choose, version

DOCS = (CHECKOUT / "docs" / "hands.md").read_text()
ROW = re.compile(r"^\| ([^|]+) \| (host|Ann|Cat) \| ([^|]+) \| (\d+) \|$", re.MULTILINE)
GAMES = {"Sluff Off!": "sluff-off", "Fluff": "fluff", "Ui77": "ui77", "Popcorn": "popcorn"}
ROWS = {
    GAMES[title]: ROW.findall(told)
    for title, told in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", DOCS, re.MULTILINE | re.DOTALL)
}
LOW, ON_ITS_SIDE = (360, 640), (844, 390)

CUT = """() => [...document.querySelectorAll("#ask h2, #ask .hint, #ask .whole")].filter(e =>
    e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline" ||
    e.scrollHeight > e.clientHeight + 3)
    .map(e => e.textContent)"""
OUT_OF_SIGHT = """() => [...document.querySelectorAll("#ask button")].filter(e => {
    const box = e.getBoundingClientRect();
    return box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth }).length"""


def sit(
    page: Page,
    names: tuple[str, ...],
    *moves: dict[str, Any],
    who: str = "host",
    game: str = "sluff-off",
    **options: Any,
) -> None:
    """A table after these moves, on the phone of its host or of a seat."""
    header = {"transcript": 1, "game": game, "seats": list(names), "options": options}
    table = opened(page, header, list(moves))
    page.goto(send(page, f"/k/{table.host if who == 'host' else table.seats[who]}"))
    live(page)
    assert version(page) == len(moves)


def takes(seat: str, *colors: str) -> list[dict[str, Any]]:
    return [*({"move": "take", "seat": seat, "color": color} for color in colors), {"move": "done", "seat": seat}]


def tap_as_told(page: Page, act: str, controls: str, taps: str) -> None:
    """Tap these controls, all of them in sight, as often as the table says: the act stands, nothing is refused."""
    before, names = version(page), re.findall("`([^`]+)`", controls)
    assert len(names) == int(taps), act
    for name in names:
        one_of_several = page.get_by_role("radio", name=name, exact=True)
        control = label_of(page, name) if to_choose(page, name).count() else button(page, name).or_(one_of_several)
        expect(control).to_be_in_viewport(ratio=1)
        control.click()
        expect(page.locator(".htmx-request, [data-sent]")).to_have_count(0)  # what follows is seen before the next tap
    expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [LOW, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_each_trick_takes_as_many_taps_as_the_table_says(phone: Phone, size: tuple[int, int]) -> None:
    page = phone(size=size)
    stolen = {"move": "steal", "seat": "Cat", "color": "green", "from": "Ann"}
    sluffer = {"move": "sluffer", "seat": "Ben"}
    moves = (*takes("Ann", "red", "blue", "green"), sluffer, stolen, {"move": "done", "seat": "Cat"})
    for act, who, controls, taps in ROWS["sluff-off"]:
        page.context.clear_cookies()
        sit(page, ("Ann", "Ben", "Cat"), *moves, who=who, supply={"green": 1})
        tap_as_told(page, act, controls, taps)
        expect(page.locator("#table")).to_have_attribute("data-phase", "turn-in" if who == "Cat" else "trick")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [LOW, ON_ITS_SIDE], ids=["upright", "on its side"])
def test_the_other_games_take_as_many_taps_as_their_tables_say(phone: Phone, size: tuple[int, int]) -> None:
    page = phone(size=size)
    for game in ("fluff", "ui77", "popcorn"):
        page.context.clear_cookies()
        sit(page, ("Ann", "Ben", "Cat"), game=game)
        for act, _, controls, taps in ROWS[game]:
            tap_as_told(page, act, controls, taps)


def test_the_tables_of_taps_have_every_case() -> None:
    assert {game: len(rows) for game, rows in ROWS.items()} == {"sluff-off": 16, "fluff": 5, "ui77": 5, "popcorn": 4}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", [LOW, ON_ITS_SIDE, (768, 1024)], ids=["upright", "on its side", "tablet"])
def test_the_sheet_is_in_reach_and_cuts_nothing(phone: Phone, size: tuple[int, int]) -> None:
    page, names = phone(size=size), LONG
    colors = (("red", "orange", "green"), ("purple", "blue"), (), ("red", "blue", "orange", "purple", "green"))
    first = [move for seat, held in zip(names[1:], colors[1:], strict=False) for move in takes(seat, *held)]
    moves = (*takes(names[0], *colors[0]), *first, {"move": "sluffer", "seat": names[4]})
    sit(page, names, *moves)

    def seen() -> None:
        assert page.evaluate(CUT) == []
        assert page.evaluate(OUT_OF_SIGHT) == 0

    seen()
    tell(page, f"{names[3]} took it")
    seen()
    tell(page, "Turn in blue")
    seen()
    tell(page, "Turn in blue")
    tell(page, "Not yet")
    seen()
    enter(page, "Led red")
    seen()
    at_version(page, len(moves) + 1)
    enter(page, "Forgot to turn in")
    expect(page.locator(".found summary")).to_contain_text("To be decided")
    seen()
    page.locator(".found summary").click()
    clean(page, "what the table has yet to decide")
    page.get_by_role("link", name="Decide it").click()
    clean(page, "deciding it")
    page.get_by_role("button", name="Leave it as it is").click()
    live(page)
    expect(page.locator(".found")).to_have_count(0)
