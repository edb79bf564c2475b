"""A phone that is gone for two heartbeats is marked on the others; nothing half told is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import clean, resize
from tests.browser.conftest import CHECKOUT, Phone, Server, picture
from tests.browser.hands import FOUR, enter, live
from tests.browser.test_turn import sit

QUICK = """
import companion.live.channel, companion.live.presence
companion.live.presence.AWAY_SECONDS = 2.0
companion.live.channel.BEAT_SECONDS = 0.25
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server whose heart beats quickly."""
    (tmp_path / "sitecustomize.py").write_text(QUICK, encoding="utf-8")
    running = Server(tmp_path / "instance", PYTHONPATH=f"{tmp_path}:{CHECKOUT}")
    running.start()
    yield running
    running.kill()


@pytest.mark.usefixtures("server")
@pytest.mark.sampled(2)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_phone_that_goes_is_marked_and_one_that_comes_back_is_not(phone: Phone, out: Path, dark: bool) -> None:
    phones = sit(phone, FOUR[:3], size=(360, 640), dark=dark)
    chris, mary, katie, keeper = phones["Chris"], phones["Mary"], phones["Katie"], phones[""]
    expect(keeper.get_by_role("checkbox", name="Play for Chris")).to_be_attached()
    address = chris.url
    chris.reload()
    live(chris)
    marks = mary.locator(".chip.away")
    chris.goto("about:blank")
    expect(mary.locator("[data-place=Chris] .chip.away")).to_have_text("away")
    expect(marks).to_have_count(1)
    expect(mary.get_by_text("Chris’s phone is away.")).to_be_visible()
    expect(keeper.get_by_text("Chris’s phone is away.")).to_be_visible()
    clean(mary, "somebody is away")
    for size in ((844, 390), (360, 640)):
        for name, page in (("Mary", mary), ("keeper", keeper)):
            resize(page, size)
            expect(page.locator("[data-place=Chris] .chip.away")).to_be_in_viewport(ratio=1)
            expect(page.get_by_text("Chris’s phone is away.")).to_be_in_viewport(ratio=1)
            picture(page, out / f"away-{'dark' if dark else 'light'}-{size[0]}-{name}.png")
    enter(keeper, "Take red")
    expect(mary.locator("#table")).to_have_attribute("data-version", "1")
    expect(marks).to_have_count(1)  # also on the table as it is now
    mary.evaluate("document.getElementById('table').dataset.stamp = '0.0'")  # as if it had missed an event
    expect(mary.locator("#table")).not_to_have_attribute("data-stamp", "0.0")  # the next heartbeat tells
    chris.goto(address)
    expect(marks).to_have_count(0)
    expect(mary.get_by_text("Chris’s phone is away.")).to_be_hidden()
    katie.goto(katie.url + "/seats")
    mary.goto("about:blank")
    expect(katie.locator("[data-seat=Mary] .chip.away")).to_have_text("away")
