"""The first page that a phone ever opens here, in Chromium behind a slow network."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from statistics import median
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.bench import games
from tests.bench.results import NONE, Row, Wanted
from tests.bench.served import PEER, companion
from tests.installed_programs import chromium

TIMES = 5
DOWN = 9_000_000 / 8
"""Bytes a second."""
FAR_MS = 170
MOVES = 12
CLIENT = PEER / "node_modules" / "boardgame.io" / "dist" / "boardgameio.min.js"
READY = """() => new Promise((ok) => {
  const told = () => {
    const [{domContentLoadedEventEnd: ready}] = performance.getEntriesByType('navigation');
    if (ready) ok(ready);
    else setTimeout(told, 5);
  };
  told();
})"""


@dataclass(frozen=True, slots=True)
class Seen:
    """Milliseconds until a page's scripts had run; bytes of all that came for it, with headers."""

    ready: float
    size: float


def measure(url: str) -> Seen:
    """Open the page of a seat that has its cookie, and nothing else kept."""
    opened = _post(f"{url}/api/tables", games.header())
    code, keys = opened["code"], opened["keys"]
    for move, _ in zip(games.moves(seed=1), range(MOVES), strict=False):
        _post(f"{url}/api/tables/{code}/moves", move, keys["host"])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        with browser.new_context() as context:
            page = context.new_page()
            page.goto(f"{url}/k/{keys['seats']['Chris']}")
            page.get_by_role("button").first.click()
            page.wait_for_url("**/t/*")
            cookies: Any = context.cookies()
        seen = [_first(browser, f"{url}/t/{code}", cookies) for _ in range(TIMES)]
        browser.close()
    return Seen(median(one.ready for one in seen), median(one.size for one in seen))


def _first(browser: Browser, url: str, cookies: Any) -> Seen:
    """Without a service worker, whose network Chromium does not slow."""
    viewport: Any = {"width": 360, "height": 640}
    with browser.new_context(viewport=viewport, service_workers="block") as context:
        context.add_cookies(cookies)
        page, sizes = context.new_page(), list[float]()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        slow = {"offline": False, "latency": FAR_MS, "downloadThroughput": DOWN, "uploadThroughput": DOWN}
        session.send("Network.emulateNetworkConditions", slow)
        session.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
        page.goto(url, wait_until="commit")
        ready = page.evaluate(READY)
        page.wait_for_timeout(300)
        return Seen(ready, sum(sizes))


def _post(url: str, body: object, key: str = "") -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    return json.load(urlopen(Request(url, json.dumps(body).encode(), headers)))


def rows(_seconds: int) -> list[Row]:
    if chromium() is None:
        pytest.skip("Chromium is missing")
    with companion() as server:
        seen = measure(server.url)
    client = f"{len(gzip.compress(CLIENT.read_bytes())) / 1000:.0f} KB, its client alone" if CLIENT.exists() else NONE
    wanted = Wanted(seen.ready, "at most", 1000, "ms"), Wanted(seen.size / 1000, "at most", 90, "KB")
    what = f"first page on a phone, 9 Mbit/s and {FAR_MS} ms away: ready, in all"
    return [Row(what, (f"{seen.ready:.0f} ms, {seen.size / 1000:.0f} KB", client), wanted)]
