"""A real server process and real phones.

All tests play at one server, each at tables of its own; one that kills or restores its server asks for `server`, which
is its alone.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.services import chromium

HERE = Path(__file__).parent
OUT = HERE / "out"
CHECKOUT = HERE.parents[1]
CHROMIUM = chromium()

HOME = "play.home.test"
"""A name that leads here. Over plain http browsers trust it as little as an address on a home network."""

Phone = Callable[..., Page]
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
    return {"executable_path": CHROMIUM, "args": ["--no-sandbox", f"--host-resolver-rules=MAP {HOME} 127.0.0.1"]}


class Server:
    """`companion serve` as people start it, with an instance folder of its own."""

    def __init__(self, instance: Path, *options: str, **environ: str) -> None:
        self.instance, self.options, self.port, self.url = instance, options, 0, ""
        self._environ = {**os.environ, "COMPANION_INSTANCE": str(instance), **environ}
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, the second time on the same port, and wait until it says where it is."""
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        command += self.options
        env = {**self._environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, cwd=CHECKOUT)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"(http://127\.0\.0\.1:(\d+))", line):
                self.url, self.port = found[1], int(found[2])
                return
        raise AssertionError("the server ended before it said where it is")

    def command(self, *arguments: str) -> None:
        """Run another command of the program on the same instance."""
        subprocess.run([sys.executable, "-m", "companion", *arguments], env=self._environ, cwd=CHECKOUT, check=True)

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
    running = Server(instance, COMPANION_OPEN_LIMIT="100000/minute", COMPANION_TRUSTED_HOSTS=HOME)
    running.start()
    yield running
    running.kill()


@pytest.fixture
def phone(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Phone]:
    """A phone: a browser of its own, with its own cookies. `phone(dark=True)`; a `hasty` hand may tap twice.

    A phone that is `at_home` comes over plain http by a name; one with a `worker` has a service worker where it may.
    """
    server: Server = request.getfixturevalue("server" if "server" in request.fixturenames else "shared_server")
    contexts: list[BrowserContext] = []
    failed: list[str] = []

    def new(
        *,
        size: tuple[int, int] = (390, 844),
        dark: bool = False,
        hasty: bool = False,
        at_home: bool = False,
        worker: bool = False,
        **more: Any,
    ) -> Page:
        context = browser.new_context(
            base_url=server.url.replace("127.0.0.1", HOME) if at_home else server.url,
            service_workers="allow" if worker else "block",
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=2,
            color_scheme="dark" if dark else "light",
            **{"reduced_motion": "reduce", **more},
        )
        context.set_default_timeout(PATIENCE_MS)
        if not hasty:
            context.add_init_script(CALM)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.on("console", lambda said: failed.append(said.text) if "Content Security Policy" in said.text else None)
        return page

    yield new
    for context in contexts:
        context.close()
    assert not failed, f"on a page: {failed}"


@pytest.fixture
def out() -> Path:
    """Where pictures go."""
    OUT.mkdir(exist_ok=True)
    return OUT
