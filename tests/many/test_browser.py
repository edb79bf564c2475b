"""Real phones through nginx: one of two processes is killed, and PostgreSQL is away for a while."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests import nginx
from tests.browser.conftest import CALM
from tests.browser.hands import FOUR, at_version, button, enter, join, live, open_table, scan, tell, to_table
from tests.many.house import House, serving
from tests.postgresql_and_redis import Postgres, Redis

PATIENCE_MS = 60_000

pytestmark = pytest.mark.browser
NewPhone = Callable[[House], Page]


@pytest.fixture
def phone(browser: Browser) -> Iterator[NewPhone]:
    """Phones that go through a house's nginx, each with its own cookies."""
    contexts: list[BrowserContext] = []

    def new(house: House) -> Page:
        context = browser.new_context(
            base_url=house.nginx.url, viewport={"width": 360, "height": 640}, ignore_https_errors=True
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(CALM)
        contexts.append(context)
        return context.new_page()

    yield new
    for context in contexts:
        context.close()


def tap(page: Page, name: str, version: int) -> None:
    """Tap, and again where the phone says that it was not entered, as people do."""
    end = time.monotonic() + PATIENCE_MS / 1000
    entered = page.locator(f'#table[data-version="{version}"]')
    while not entered.count():
        assert time.monotonic() < end
        # A push that brings the entry may take the control away just before it is tapped.
        with suppress(TooLate):
            button(page, name).click(timeout=5_000)
        expect(page.locator(".htmx-request")).to_have_count(0, timeout=PATIENCE_MS)  # it is answered, or lost
        with suppress(TooLate):  # the stream shows it, which may have to find another process first
            entered.wait_for(timeout=5_000)


def test_a_phone_whose_process_is_killed_shows_the_next_move(house: House, phone: NewPhone) -> None:
    host, mary = phone(house), phone(house)
    open_table(host, FOUR)
    address = scan(host)
    assert address.startswith(house.nginx.url)
    to_table(host)
    join(mary, address, "Mary")
    enter(host, "Take red")
    at_version(mary, 1)
    for version, process in enumerate(house.processes, 2):  # each phone is on one of them, or on the other
        process.end(signal.SIGKILL)
        tap(host, "Take green" if version == 2 else "Take purple", version)
        for page in (host, mary):
            expect(page.locator("#table")).to_have_attribute("data-version", str(version), timeout=PATIENCE_MS)
        process.start()
        process.ready()
    live(host)
    live(mary)


def test_what_could_not_be_saved_stays_told_and_is_tapped_again(
    tmp_path: Path, stoppable_postgres: Postgres, redis_server: Redis, phone: NewPhone
) -> None:
    nginx.program()
    database = stoppable_postgres.service
    assert database is not None
    with serving(tmp_path, stoppable_postgres.database(), redis_server.url) as house:
        host, mary = phone(house), phone(house)
        open_table(host, FOUR)
        address = scan(host)
        to_table(host)
        join(mary, address, "Mary")
        enter(host, "Take the Sluffer")
        for _ in FOUR[1:]:
            enter(host, "Done")
        tell(host, "Chris took it")
        at_version(mary, 4)
        database.stop()
        button(host, "Led red").click()
        expect(host.get_by_role("alert")).to_contain_text("try again")
        expect(host.get_by_role("checkbox", name="Chris took it", exact=True)).to_be_checked()
        for page in (host, mary):
            expect(page.locator("#table")).to_have_attribute("data-version", "4")
        database.start()
        tap(host, "Led red", 5)
        expect(mary.locator("#table")).to_have_attribute("data-version", "5", timeout=PATIENCE_MS)
        for page in (host, mary):
            live(page)
