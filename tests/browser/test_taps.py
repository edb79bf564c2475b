"""What is done at a table takes as many taps as docs/hands.md says, by the controls that it names."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import CHECKOUT, Phone
from tests.browser.hands import at_version, opened, sit, tell, version

DOCS = (CHECKOUT / "docs" / "hands.md").read_text()
ROW = re.compile(r"^\| ([^|]+) \| (host|Ann|Cat) \| ([^|]+) \| (\d+) \|$", re.MULTILINE)
GAMES = {"Sluff Off!": "sluff-off", "Fluff": "fluff", "Ui77": "ui77", "Popcorn": "popcorn"}
ROWS = {
    GAMES[title]: ROW.findall(told)
    for title, told in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", DOCS, re.MULTILINE | re.DOTALL)
}
SEATS = ["Ann", "Ben", "Cat"]


def sit_down(page: Page, *moves: dict[str, Any], who: str = "host", game: str = "sluff-off", **options: Any) -> None:
    """A table after these moves, on the phone of its host or of a seat."""
    page.context.clear_cookies()
    table = opened(page, {"transcript": 1, "game": game, "seats": SEATS, "options": options}, list(moves))
    sit(page, table.host if who == "host" else table.seats[who])
    at_version(page, len(moves))


def takes(seat: str, *colors: str) -> list[dict[str, Any]]:
    return [*({"move": "take", "seat": seat, "color": color} for color in colors), {"move": "done", "seat": seat}]


def tap_as_told(page: Page, act: str, controls: str, taps: str) -> None:
    """Tap these controls, as many as the table says: the act stands, and nothing is refused."""
    before, names = version(page), re.findall("`([^`]+)`", controls)
    assert len(names) == int(taps), act
    for name in names:
        tell(page, name)
        expect(page.locator(".htmx-request, [data-sent]")).to_have_count(0)  # what follows is seen before the next tap
    expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_trick_of_sluff_off(phone: Phone) -> None:
    page = phone()
    stolen = {"move": "steal", "seat": "Cat", "color": "green", "from": "Ann"}
    sluffer = {"move": "sluffer", "seat": "Ben"}
    moves = (*takes("Ann", "red", "blue", "green"), sluffer, stolen, {"move": "done", "seat": "Cat"})
    for act, who, controls, taps in ROWS["sluff-off"]:
        sit_down(page, *moves, who=who, supply={"green": 1})
        tap_as_told(page, act, controls, taps)
        expect(page.locator("#table")).to_have_attribute("data-phase", "turn-in" if who == "Cat" else "trick")


def test_an_act_of_each_other_game(phone: Phone) -> None:
    page = phone()
    for game in ("fluff", "ui77", "popcorn"):
        sit_down(page, game=game)
        for act, _, controls, taps in ROWS[game]:
            tap_as_told(page, act, controls, taps)


def test_the_tables_of_taps_have_every_case() -> None:
    assert {game: len(rows) for game, rows in ROWS.items()} == {"sluff-off": 16, "fluff": 5, "ui77": 5, "popcorn": 4}
