"""What comes out of a circle's games: a table may be wider than a phone, the page is not; and names lead on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from companion.service.service import build_service
from companion.storage.database import connect
from tests.browser.accessibility import resize
from tests.browser.conftest import Phone, Server
from tests.browser.hands import LONG
from tests.service.circle import Evenings

SMALL, WIDE = (320, 640), (1280, 800)


@contextmanager
def played(server: Server) -> Iterator[Evenings]:
    """A circle of five long names on that server: two games to their end, and one that goes on."""
    tables = build_service(connect(f"sqlite:///{(server.instance / 'companion.sqlite3').as_posix()}"))
    try:
        home = Evenings(tables)
        home.played(*LONG)
        home.played(*LONG[::-1])
        home.plays(*LONG[:4])
        yield home
    finally:
        tables.close()


def joined(page: Page, home: Evenings) -> str:
    """The circle's address, on a phone that has joined."""
    address = f"/c/{home.circle.code}"
    page.goto(address)
    page.locator("main form button.main").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tuesdays")
    return address


def fits(page: Page, what: str) -> None:
    """Nothing sticks out to the side, on a small phone and on a wide screen."""
    for size in (WIDE, SMALL):
        resize(page, size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (what, size)


def test_a_table_that_is_wider_than_the_phone_scrolls_by_itself(phone: Phone, server: Server) -> None:
    """Also where a heading in it is for ears alone, and so stands in no column."""
    page = phone(size=SMALL)
    with played(server) as home:
        home.played("Abigail", "Bo", "Cy", "Di", "Ed")
        page.goto(f"{joined(page, home)}/statistics")
        assert page.locator(".versus").evaluate("table => table.scrollWidth > innerWidth")
        fits(page, "who beats whom")


def test_a_name_leads_to_its_person_and_an_evening_to_its_games(phone: Phone, server: Server) -> None:
    page = phone(size=SMALL)
    with played(server) as home:
        page.goto(f"{joined(page, home)}/statistics")
        page.get_by_role("link", name="3 games").click()
        expect(page.get_by_role("img", name="points over the evening")).to_be_visible()
        expect(page.locator(".game-row")).to_have_count(3)
        page.get_by_role("link", name=LONG[1]).first.click()
        expect(page.get_by_role("heading", name="Against the others")).to_be_visible()
        page.get_by_role("link", name="Sluff Off!").last.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Scores")
