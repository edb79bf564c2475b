"""From a tap on one phone to the changed page on all: real browsers, real taps."""

from __future__ import annotations

import http.client
import json
import time
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.figures import p

PHONES = 4
TAPS = 60
SEATS = ("Chris", "Mary", "Katie", "Cory")

# Both clocks are the machine's own, so times of different pages can be compared.
WATCH = """() => {
  window.seen = {};
  const now = () => performance.timeOrigin + performance.now();
  const note = () => {
    const at = document.querySelector('[data-version]');
    if (at && !(at.dataset.version in window.seen)) window.seen[at.dataset.version] = now();
  };
  note();
  new MutationObserver(note).observe(document.body, {subtree: true, childList: true, attributes: true});
  addEventListener('click', () => { window.tapped = now(); }, true);
}"""


def _open(url: str) -> dict[str, Any]:
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    header = {"transcript": 1, "game": "sluff-off", "seats": list(SEATS), "options": {"supply": {"red": 30}}}
    connection.request("POST", "/api/tables", json.dumps(header), {"Content-Type": "application/json"})
    opened: dict[str, Any] = json.loads(connection.getresponse().read())
    return opened


def _sit_down(browser: Browser, url: str, code: str, key: str | None) -> Page:
    page = browser.new_context(viewport={"width": 360, "height": 640}).new_page()
    if key is not None:
        page.goto(f"{url}/k/{key}")
        page.get_by_role("button").first.click()
    page.goto(f"{url}/t/{code}")
    page.wait_for_selector("[data-version]")
    page.wait_for_timeout(500)
    page.evaluate(WATCH)
    return page


def _tap(pages: list[Page], name: str) -> list[float]:
    """Milliseconds from the tap on the first phone to each phone's changed page."""
    first = pages[0]
    version = int(first.locator("[data-version]").first.get_attribute("data-version") or 0) + 1
    first.get_by_role("button", name=name, exact=True).click()
    for page in pages:
        page.wait_for_function("v => v in window.seen", arg=str(version))
    tapped = first.evaluate("window.tapped")
    return [page.evaluate("v => window.seen[v]", str(version)) - tapped for page in pages]


def measure(url: str) -> dict[str, float]:
    """p50 and p95 from the tap to the phone that tapped, and to the last of all phones."""
    opened = _open(url)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        keys = [opened["keys"]["seats"]["Chris"], *[None] * (PHONES - 1)]
        pages = [_sit_down(browser, url, opened["code"], key) for key in keys]
        taps = []
        for _ in range(TAPS // 2):
            taps += [_tap(pages, "Take red"), _tap(pages, "Undo")]
            time.sleep(0.05)
        browser.close()
    own, last = [times[0] for times in taps], [max(times) for times in taps]
    return {
        "phones": PHONES,
        "taps": len(taps),
        "own_p50_ms": p(own, 50),
        "own_p95_ms": p(own, 95),
        "all_p50_ms": p(last, 50),
        "all_p95_ms": p(last, 95),
    }
