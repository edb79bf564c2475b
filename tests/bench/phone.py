"""A phone far away: the first page that it ever opens here, and a further one, in Chromium with a slow network."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from tests.bench import games
from tests.bench.pages import Phone
from tests.bench.report import Section, Verdict, table
from tests.bench.served import companion
from tests.bench.setting import Setting

CHROMIUM = "/usr/bin/chromium"
TIMES = 5
DOWN = 9_000_000 / 8
"""Bytes a second."""
FAR_MS, NEAR_MS = 170, 100
MOVES = 12
FIRST = {"a guest\u2019s table": "/t/{code}", "a seat\u2019s link": "/k/{key}", "a seat\u2019s table": "/t/{code}"}
SEATED = "a seat\u2019s table"
FURTHER = {"the ledger": "/t/{code}/ledger", "the scores": "/t/{code}/scores", "the table": "/t/{code}"}
READY = """() => new Promise((ok) => {
  const told = () => {
    const [{domContentLoadedEventEnd: ready}] = performance.getEntriesByType('navigation');
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    if (ready && paint) ok([ready, paint.startTime]);
    else setTimeout(told, 5);
  };
  told();
})"""


@dataclass(frozen=True, slots=True)
class Seen:
    """A page that was opened: milliseconds until its scripts had run, until something was painted; bytes that came."""

    ready: float
    painted: float
    size: float


def slowed(page: Page, latency: int) -> CDPSession:
    """The page behind a network with 9 Mbit/s and that latency."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    conditions = {"offline": False, "latency": latency, "downloadThroughput": DOWN, "uploadThroughput": DOWN}
    session.send("Network.emulateNetworkConditions", conditions)
    return session


def opened(page: Page, session: CDPSession, url: str) -> Seen:
    """Go there. Bytes are those on the wire, with headers, of all that was loaded until the page was quiet."""
    sizes = list[float]()

    def came(told: dict[str, Any]) -> None:
        sizes.append(told["encodedDataLength"])

    session.on("Network.loadingFinished", came)
    page.goto(url, wait_until="commit")
    ready, painted = page.evaluate(READY)
    page.wait_for_timeout(300)
    session.remove_listener("Network.loadingFinished", came)
    return Seen(ready, painted, sum(sizes))


def measure(url: str) -> tuple[dict[str, Seen], dict[str, Seen]]:
    """The first page, with nothing kept yet, by how one comes there; then further pages of a phone that has a seat."""
    host = Phone(url)
    table_ = host.post("/api/tables", games.header(), "")
    code, keys = table_["code"], table_["keys"]
    for move, _ in zip(games.moves(seed=1), range(MOVES), strict=False):
        host.post(f"/api/tables/{code}/moves", move, keys["host"])
    seat = Phone(url)
    seat.sit_down(keys["seats"]["Chris"])
    named = {"code": code, "key": keys["seats"]["Mary"]}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        first = {
            name: _median(
                _first(browser, url, path.format(**named), seat if name == SEATED else None) for _ in range(TIMES)
            )
            for name, path in FIRST.items()
        }
        further = _further(browser, url, {name: path.format(**named) for name, path in FURTHER.items()}, seat)
        browser.close()
    return first, further


def _phone(browser: Browser, url: str, seat: Phone | None) -> BrowserContext:
    """A phone that has kept nothing, but for its seat's cookie where it has one."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, service_workers="block")
    if seat is not None:
        name, _, value = seat.cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": url}])
    return context


def _first(browser: Browser, url: str, path: str, seat: Phone | None) -> Seen:
    with _phone(browser, url, seat) as context:
        page = context.new_page()
        return opened(page, slowed(page, FAR_MS), url + path)


def _further(browser: Browser, url: str, paths: dict[str, str], seat: Phone) -> dict[str, Seen]:
    """Further pages in turn, after the table's page has been loaded."""
    found: dict[str, list[Seen]] = {name: [] for name in paths}
    with _phone(browser, url, seat) as context:
        page = context.new_page()
        session = slowed(page, NEAR_MS)
        opened(page, session, url + FURTHER["the table"].format(code=paths["the table"].rpartition("/")[2]))
        for _ in range(TIMES):
            for name, path in paths.items():
                found[name].append(opened(page, session, url + path))
    return {name: _median(seen) for name, seen in found.items()}


def _median(seen: Any) -> Seen:
    every = list(seen)
    return Seen(*(median(getattr(one, name) for one in every) for name in ("ready", "painted", "size")))


def section(given: Setting) -> Section:
    """How soon a page can be used, and how much comes for it."""
    with companion(given.root) as server:
        first, further = measure(server.url)
    rows = [
        (f"{name}, {how}", f"{one.ready:.0f} ms", f"{one.painted:.0f} ms", f"{one.size / 1000:.1f} KB")
        for found, how in ((first, f"first page, {FAR_MS} ms"), (further, f"further page, {NEAR_MS} ms"))
        for name, one in found.items()
    ]
    text = (
        f"Chromium at 360 x 640 with its own emulation of a network: 9 Mbit/s, {FAR_MS} or {NEAR_MS} ms from each "
        f"request to its answer; medians of {TIMES}. Ready is when the page\u2019s scripts have run and a tap is "
        "answered; bytes are all that came, headers too. The first page finds nothing kept, not even its styles. "
        "Without a service worker, whose network Chromium does not slow. Browser and server share the machine."
    )
    slowest, largest = max(one.ready for one in first.values()), max(one.size for one in first.values())
    verdicts = (
        Verdict("first page on a phone, 170 ms away: ready", slowest, "at most", 1500, " ms"),
        Verdict("first page on a phone: bytes in all", largest / 1000, "at most", 90, " KB"),
        Verdict("further page, 100 ms away", max(one.ready for one in further.values()), "at most", 300, " ms"),
    )
    head = ("", "ready", "painted", "bytes")
    return Section("Pages on a phone far away", f"{text}\n\n{table(head, rows)}", verdicts)
