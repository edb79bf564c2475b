"""Keys on phones: one that is lost is replaced, and a table that is deleted leaves every phone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Phone
from tests.browser.hands import button, live, open_table, to_table

KEPT = "async code => !(await (await caches.open('kept')).keys()).some(one => one.url.includes(code))"


def test_the_recovery_code_on_another_phone(phone: Phone) -> None:
    host, new = phone(), phone()
    code = open_table(host)
    host.get_by_text("If this phone is lost").click()
    recovery = host.locator(".recovery").inner_text()
    assert re.fullmatch(r"([A-Z2-9]{4}-){5}[A-Z2-9]{4}", recovery)
    to_table(host)
    new.goto(f"/t/{code}/phones")
    new.get_by_label("Recovery code").fill("K7QF")
    button(new, "Make this phone the host’s").click()
    expect(new.get_by_role("alert")).to_contain_text("no recovery code")
    new.get_by_label("Recovery code").fill(recovery.lower().replace("-", " "))
    button(new, "Make this phone the host’s").click()
    expect(new.get_by_role("status").filter(has_text="host’s now")).to_be_visible()
    assert new.locator(".recovery").inner_text() != recovery
    expect(host.get_by_text("key has ended")).to_be_visible()  # the former host is told, without a tap


def test_a_deleted_table_leaves_every_phone(phone: Phone) -> None:
    host, viewer = phone(), phone()
    code = open_table(host)
    viewer.goto(f"/t/{code}")
    live(viewer)
    host.get_by_role("link", name="Phones and keys").click()
    host.get_by_role("link", name="Delete this table").click()
    host.get_by_label("Yes, delete this table for good").check()
    button(host, "Delete it").click()
    expect(host.get_by_role("heading", name="Join a table")).to_be_visible()
    expect(host.locator(f'a[href="/t/{code}"]')).to_have_count(0)
    expect(viewer.get_by_role("heading", name="No table has this code")).to_be_visible()
    viewer.wait_for_function(KEPT, arg=code)
