"""A real server process and real phones.

All tests of a worker play at one server, each at tables of its own. One that kills its server asks for `server`, which
is its alone.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect

from tests import program
from tests.installed_programs import chromium

HERE = Path(__file__).parent
OUT = HERE / "out"
CHECKOUT = HERE.parents[1]
CHROMIUM = chromium()

HOME = "play.home.test"
"""A name that leads here. Over plain http browsers trust it as little as an address on a home network."""

WITHOUT = (
    "RenderDocument",  # a new frame for each page: a quarter of what a page load costs
    # And what Playwright itself leaves out, for the last list is the one that counts.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "PaintHolding"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"),
)
"""What Chromium goes without."""
LEAN = ("--in-process-gpu", "--js-flags=--no-opt --no-maglev")
"""Pages live too short for optimised code to pay, and draw too little for a process: up to 9 % of its time."""

SMALL = (360, 640)
Phone = Callable[..., Page]
Kind = tuple[bool, str | None]
"""Whether a phone's hand is hasty; the script that runs on each of its pages before their own, if there is one."""
UNANSWERED = ("Failed to load resource", "htmx:", "Response Status Error Code", "EventSource's response has a")
"""How what a page says begins where it is told of a refusal, or that no answer came."""
PATIENCE_MS = 30_000  # for what comes in a moment on an idle machine, and must not fail on a busy one
expect.set_options(timeout=PATIENCE_MS)
CALM = "Object.defineProperty(Event.prototype, 'timeStamp', { get: () => performance.now() + 10_000 })"
"""A hand that takes its time: each of its taps counts as made ten seconds later, so that none is the second of two."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    without = f"--disable-features={','.join(WITHOUT)}"
    args = ["--no-sandbox", f"--host-resolver-rules=MAP {HOME} 127.0.0.1", without, *LEAN]
    return {"executable_path": CHROMIUM, "args": args}


class Server:
    """`companion serve` as people start it, with an instance folder of its own."""

    def __init__(self, instance: Path, program: str = "companion", **environ: str) -> None:
        self.instance, self.program, self.port, self.url = instance, program, 0, ""
        self._environ = {**os.environ, "COMPANION_INSTANCE": str(instance), **environ}
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, the second time on the same port, and wait until it says where it is."""
        command = ["serve", "--host", "127.0.0.1", "--port", str(self.port)]
        env = {**self._environ, "PYTHONUNBUFFERED": "1"}
        whole = [sys.executable, "-m", self.program, *command]
        self.process = program.started(*whole, env=env, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"(http://127\.0\.0\.1:(\d+))", line):
                self.url, self.port = found[1], int(found[2])
                return
        raise AssertionError("the server ended before it said where it is")

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server for this test alone."""
    running = Server(tmp_path / "instance")
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server for all tests that ask for none of their own. As many tables may be opened as there are tests."""
    instance = tmp_path_factory.mktemp("shared") / "instance"
    running = Server(
        instance,
        program="tests.browser.with_pseudo",
        COMPANION_OPEN_LIMIT="100000/minute",
        COMPANION_TRUSTED_HOSTS=HOME,
        COMPANION_EXTRA_GAMES="oh-hell",
    )
    running.start()
    yield running
    running.kill()


class Drawer:
    """Phones that are ready: a new one costs as much processor time as some ten taps on it.

    One that comes back is emptied: cookies, storage, routes. Its pages' scripts stay compiled, as on anybody's phone.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser, self._url = browser, url
        self._ready = defaultdict[Kind, list[Page]](list)

    def take(self, kind: Kind) -> Page:
        """A phone as good as new."""
        hasty, script = kind
        ready = self._ready[kind]
        return ready.pop() if ready else new_page(self._browser, self._url, hasty=hasty, script=script)

    def put_back(self, page: Page, kind: Kind) -> None:
        """Empty a phone for the next test."""
        context = page.context
        for other in context.pages[1:]:
            other.close()
        for changed in (page, context):
            changed.unroute_all(behavior="ignoreErrors")
        context.set_offline(False)
        page.goto(f"{self._url}/healthz")  # a page without a script
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear() }")
        context.clear_cookies()
        self._ready[kind].append(page)


def new_page(browser: Browser, url: str, *, hasty: bool = False, script: str | None = None, **more: Any) -> Page:
    """A phone: a browser of its own, with its own cookies."""
    context = browser.new_context(base_url=url, **{"service_workers": "block", "reduced_motion": "reduce", **more})
    context.set_default_timeout(PATIENCE_MS)
    if not hasty:
        context.add_init_script(CALM)
    if script:
        context.add_init_script(script)
    return context.new_page()


@pytest.fixture(scope="session")
def drawer(browser: Browser, shared_server: Server) -> Drawer:
    """Where the phones lie that all tests share."""
    return Drawer(browser, shared_server.url)


def fault(said: ConsoleMessage) -> str:
    """What a page says on the console that it must not: an error other than a refusal, or that no answer came."""
    bad = said.type == "error" and not said.text.startswith(UNANSWERED)
    return said.text if bad or "Content Security Policy" in said.text else ""


@pytest.fixture
def phone(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Phone]:
    """A phone: a browser of its own, with its own cookies. No page may raise an error, or break the rules for scripts.

    A `hasty` hand may tap twice. A phone that is `at_home` comes over plain http by a name; one with a `worker` has a
    service worker. A `script` runs on every page before the page's own. All else is told to the browser's context.
    """
    elsewhere = "server" in request.fixturenames
    server: Server = request.getfixturevalue("server" if elsewhere else "shared_server")
    drawer: Drawer = request.getfixturevalue("drawer")
    taken: list[tuple[Page, Kind]] = []
    contexts: list[BrowserContext] = []
    failed: list[str] = []

    def failing(error: Error) -> None:
        failed.append(str(error))

    def saying(said: ConsoleMessage) -> None:
        failed.extend([found] if (found := fault(said)) else [])

    def new(
        *,
        size: tuple[int, int] = SMALL,
        hasty: bool = False,
        at_home: bool = False,
        worker: bool = False,
        script: str | None = None,
        motion: bool = False,
        **more: Any,
    ) -> Page:
        if elsewhere or at_home or worker or more:
            more |= {"service_workers": "allow" if worker else "block"}
            url = server.url.replace("127.0.0.1", HOME) if at_home else server.url
            page = new_page(browser, url, hasty=hasty, script=script, **more)
            contexts.append(page.context)
        else:
            page = drawer.take((hasty, script))
            taken.append((page, (hasty, script)))
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(reduced_motion="no-preference" if motion else "reduce")
        page.on("pageerror", failing)
        page.on("console", saying)
        return page

    yield new
    for context in contexts:
        context.close()
    for page, kind in taken:
        page.remove_listener("pageerror", failing)
        page.remove_listener("console", saying)
        drawer.put_back(page, kind)
    assert not failed, f"on a page: {failed}"
