"""Requests that are held back, so that answers come late, or after those of later ones; streams that fall silent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.offline import until

Held = TypeVar("Held", Route, tuple[Route, APIResponse])
ENTERS = "**/moves"
STREAM = re.compile(r"/live\?")
PROBE = "/healthz?probe"
STREAMS = """
  const Plain = window.EventSource;
  window.streams = [];
  window.EventSource = class extends Plain {
    constructor(...how) { super(...how); window.streams.push(this); }
    addEventListener(told, act) { super.addEventListener(told, (event) => { if (!this.deaf) act(event); }); }
  };
"""
"""A phone whose streams can be counted, and die without a word."""
DIES = "() => { for (const one of window.streams) one.deaf = true; }"
"""From now on nothing comes over the streams that there are, and no end of them either."""
OPEN = "() => window.streams.filter((one) => one.readyState !== EventSource.CLOSED).length"
PATIENT = """const soon = setTimeout, over = [2_000, 3_500, 6_000]
window.setTimeout = (act, ms, ...given) => soon(act, over.includes(ms) ? 60_000 : ms, ...given)"""
"""A phone that gives nothing up before this machine gets to it: its questions (PATIENCE, offline.js; ANSWER,
connection.js), and what it says quietly (READ, notice.js). What else takes one of these times takes a minute, too: a
lost tap that is asked for once more (resend.js)."""
TABLE = re.compile(r"/t/\w+$")
"""A page of a table as it asks for itself anew."""
WAKES = "() => { document.dispatchEvent(new Event('visibilitychange')) }"


def intercept(page: Page, where: str | re.Pattern[str], handler: Callable[[Route], Any]) -> None:
    """Let this handler answer what the page asks for there, from its next request on.

    For a moment after it was told so, Chromium lets requests of the page go past.
    """
    page.route(where, lambda route: handler(route))  # Playwright takes no method of a list
    probe = re.compile(re.escape(PROBE))
    page.route(probe, lambda route: route.fulfill(body="here"))
    until(page, lambda: bool(page.evaluate("path => fetch(path).then((answer) => answer.text())", PROBE) == "here"))
    page.unroute(probe)


@contextmanager
def slow(page: Page, where: str) -> Iterator[None]:
    """The first request there reaches the server only after all taps of this block; those after it are quick again."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    intercept(page, where, hold)
    yield
    held_back(page, held)
    held[0].continue_()
    expect(page.locator(".htmx-request")).to_have_count(0)
    page.unroute(where)


def held_back(page: Page, late: list[Held], many: int = 1) -> list[Held]:
    """So many requests that wait, with the answers that they have not got yet where a test asks for them."""
    until(page, lambda: len(late) >= many)
    return late
