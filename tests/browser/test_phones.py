"""Phones and keys in the browser: a recovery code typed into another phone, a table deleted while others look at it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phone, picture
from tests.browser.hands import button, open_table, to_table

LOW = (360, 640)


def keys_page(page: Page) -> None:
    """To the page that is for keys, from the seats."""
    page.get_by_role("link", name="Phones and keys").click()
    expect(page.get_by_role("heading", name="Phones and keys")).to_be_visible()


def wide(page: Page) -> bool:
    """Whether something sticks out at the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_the_recovery_code_on_another_phone(phone: Phone, out: Path, scripts: bool) -> None:
    host = phone(size=LOW, dark=not scripts)
    new = phone(size=LOW, dark=scripts, java_script_enabled=scripts)
    code = open_table(host)
    expect(host.get_by_role("link", name="To the table")).to_be_in_viewport()
    host.get_by_text("If this phone is lost").click()
    recovery = host.locator(".recovery").inner_text()
    assert re.fullmatch(r"([A-Z2-9]{4}-){5}[A-Z2-9]{4}", recovery)
    picture(host, out / f"recovery-{scripts}.png", whole=True)
    assert not wide(host)
    to_table(host)
    new.goto(f"/t/{code}/phones")
    new.get_by_label("Recovery code").fill("K7QF")
    button(new, "Make this phone the host’s").click()
    expect(new.get_by_role("alert")).to_contain_text("no recovery code")
    picture(new, out / f"recover-wrong-{scripts}.png", whole=True)
    new.get_by_label("Recovery code").fill(recovery.lower().replace("-", " "))
    button(new, "Make this phone the host’s").click()
    expect(new.get_by_role("status").filter(has_text="host’s now")).to_be_visible()
    assert new.locator(".recovery").inner_text() != recovery
    picture(new, out / f"recovered-{scripts}.png", whole=True)
    assert not wide(new)
    expect(host.get_by_text("key has ended")).to_be_visible()  # the former host is told, without a tap
    picture(host, out / f"former-host-{scripts}.png")
    new.goto(f"/t/{code}/phones")
    picture(new, out / f"phones-{scripts}.png", whole=True)
    button(new, "End all keys and make new links").click()
    expect(new.get_by_role("heading", name="New links")).to_be_visible()


def test_a_deleted_table_leaves_every_phone(phone: Phone, out: Path) -> None:
    host, viewer, seats = phone(size=LOW), phone(size=LOW), phone(size=LOW)
    code = open_table(host)
    host.goto("/")
    expect(host.locator(f'a[href="/t/{code}"]')).to_have_count(1)
    viewer.goto(f"/t/{code}")
    expect(viewer.locator("html[data-live=on]")).to_have_count(1)
    seats.goto(f"/t/{code}/seats")
    expect(seats.locator("html[data-live=on]")).to_have_count(1)
    host.goto(f"/t/{code}/seats")
    keys_page(host)
    host.get_by_role("link", name="Delete this table").click()
    picture(host, out / "delete.png", whole=True)
    host.get_by_label("Yes, delete this table for good").check()
    button(host, "Delete it").click()
    expect(host.get_by_role("heading", name="Join a table")).to_be_visible()
    expect(host.locator(f'a[href="/t/{code}"]')).to_have_count(0)
    for one in (viewer, seats):
        expect(one.get_by_role("heading", name="No table has this code")).to_be_visible()
        kept = "caches.open('kept').then(c => c.keys()).then(all => all.map(one => one.url).join())"
        one.wait_for_function(f"code => {kept}.then(all => !all.includes(code))", arg=code)
    picture(viewer, out / "gone.png")
