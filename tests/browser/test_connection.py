"""Phones that sleep, lose the network, or outlive the server: their streams die and come back."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Phone, Server
from tests.browser.hands import (
    at_version,
    button,
    enter,
    invitation,
    join,
    live,
    new_table,
    version,
)
from tests.browser.slow_answers import DIES, OPEN, STREAM, STREAMS, TABLE, WAKES, held_back, intercept


def test_a_phone_goes_offline_and_comes_back_up_to_date(phone: Phone) -> None:
    host = phone()
    new_table(host)
    address = invitation(host)
    mary = phone()
    join(mary, address, "Mary")
    mary.context.set_offline(True)
    expect(mary.locator("html")).to_have_attribute("data-live", "lost")
    for act in ("Take red", "Take green", "Done"):
        enter(host, act)
    mary.context.set_offline(False)
    at_version(mary, 3)
    live(mary)
    enter(mary, "Take red")
    at_version(host, 4)


def test_what_was_still_on_its_way_makes_no_phone_live(phone: Phone) -> None:
    page = phone(script=STREAMS)
    new_table(page)
    dead = never_answered(page, 3)
    page.evaluate("() => { window.dispatchEvent(new Event('offline')) }")
    held_back(page, dead)
    page.evaluate("() => window.streams.at(-1).dispatchEvent(new MessageEvent('beat', { data: '' }))")
    assert page.locator("html").get_attribute("data-live") == "lost"
    live(page)


def test_a_page_that_nobody_looks_at_follows_again_when_the_network_is_back(phone: Phone) -> None:
    host, mary = phone(), phone()
    new_table(host)
    join(mary, invitation(host), "Mary")
    mary.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    mary.evaluate(WAKES)
    mary.context.set_offline(True)
    expect(mary.locator("html")).to_have_attribute("data-live", "lost")
    mary.context.set_offline(False)
    enter(host, "Take red")
    at_version(mary, 1)


def test_a_laptop_without_a_network_is_live_at_the_table_that_it_serves(phone: Phone) -> None:
    host, other = phone(), phone(script=STREAMS)
    new_table(host)
    join(other, invitation(host), "Mary")
    with other.expect_response(STREAM):
        other.evaluate("() => { window.dispatchEvent(new Event('offline')) }")
    live(other)
    assert other.evaluate(OPEN) == 1
    enter(host, "Take red")
    at_version(other, 1)


def test_a_proxys_answer_is_no_table(phone: Phone) -> None:
    host = phone()
    new_table(host)
    gone: dict[str, Any] = {"status": 502, "content_type": "text/html", "body": "<html><h1>502 Bad Gateway</h1></html>"}
    intercept(host, "**/moves", lambda route: route.fulfill(**gone))
    intercept(host, TABLE, lambda route: route.fulfill(**gone))
    button(host, "Take red").click()
    expect(host.get_by_role("alert")).to_contain_text("No answer")
    expect(button(host, "Take red")).to_be_visible()
    assert "Bad Gateway" not in host.content()
    host.unroute_all(behavior="wait")  # one that was sent again may be on its way
    live(host)
    enter(host, "Take red")
    at_version(host, 1)


def refusing_streams(page: Page) -> list[str]:
    """From now on the server refuses each stream of the page; their addresses, as they come."""
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=503, body="not now")

    intercept(page, STREAM, refuse)
    return refused


def test_a_phone_that_is_looked_at_while_nobody_plays_has_one_stream(phone: Phone) -> None:
    """A browser takes six connections to a server: with a stream more for each look, the tap would wait for ever."""
    page = phone(script=STREAMS)
    new_table(page)
    for _ in range(7):
        with page.expect_response(STREAM):
            page.evaluate(WAKES)
        assert page.evaluate(OPEN) == 1
    live(page)
    enter(page, "Take red")


def never_answered(page: Page, many: int) -> list[Route]:
    """The next so many times that the page asks for its table, it does so on a connection that has died."""
    dead: list[Route] = []
    intercept(page, TABLE, lambda route: dead.append(route) if len(dead) < many else route.continue_())
    return dead


def test_a_table_that_is_not_answered_for_is_lost_and_asked_for_again(phone: Phone) -> None:
    host = phone(script=STREAMS)
    new_table(host)
    host.evaluate(DIES)
    dead = never_answered(host, 3)  # were each waited for as long as a tap is, it took a minute
    host.evaluate(WAKES)
    held_back(host, dead)
    expect(host.locator("html")).to_have_attribute("data-live", "lost")
    live(host)
    assert len(dead) == 3


WAITS = """const wait = window.setTimeout;
  window.setTimeout = (act, after, ...given) => wait(act, after > 3_000 ? 1e9 : after, ...given);
  Object.defineProperty(XMLHttpRequest.prototype, "timeout", { set() {} });"""
"""A phone that loses no patience."""


def test_a_phone_that_wakes_waits_for_nothing_that_it_asked_before(phone: Phone) -> None:
    page = phone(script=WAITS)
    new_table(page)
    dead = never_answered(page, 3)
    for many in (1, 2, 3):
        page.evaluate(WAKES)
        held_back(page, dead, many)
    with page.expect_response(TABLE):
        page.evaluate(WAKES)
    live(page)


def test_a_stream_that_was_refused_comes_back_as_one(phone: Phone) -> None:
    page = phone(script=STREAMS)
    new_table(page)
    refused = refusing_streams(page)
    page.evaluate(WAKES)
    while len(refused) < 6:
        page.wait_for_timeout(100)
    page.unroute(STREAM)
    live(page)
    page.wait_for_timeout(3_000)  # what was to be tried again has been
    assert page.evaluate(OPEN) == 1


def test_a_page_whose_stream_is_refused_keeps_up_once_it_is_not(phone: Phone) -> None:
    host, other = phone(), phone()
    code = new_table(host)
    other.goto("/")
    intercept(other, STREAM, lambda route: route.fulfill(status=503, body="not now"))
    with other.expect_response(STREAM):
        other.goto(f"/t/{code}/ledger")
    enter(host, "Take red")
    other.unroute(STREAM)
    expect(other.locator(".ledger li")).to_have_count(1)


def test_after_a_power_cut_every_phone_goes_on_where_it_was(phone: Phone, server: Server) -> None:
    host = phone()
    new_table(host)
    address = invitation(host)
    mary = phone()
    join(mary, address, "Mary")
    enter(host, "Take red")
    at_version(mary, 1)
    server.kill()
    expect(mary.locator("html")).to_have_attribute("data-live", "lost")
    server.start()
    live(mary)
    live(host)
    enter(host, "Done")
    at_version(mary, 2)
    enter(mary, "Take green")
    at_version(host, version(mary))
