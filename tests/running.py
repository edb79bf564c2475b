"""How the tests are run, as a pytest plugin: their order, what is measured for coverage, what missing programs cost.

- Order: tests that wait for several processes (`tests/many`) first, browsers last.
- Coverage: example tests of the packages under the gate are measured (`[tool.coverage.run] source` in pyproject.toml
  names the packages, once; `tests/` mirrors them). Properties, and tests of anything else, run at full speed.
- Programs: a test whose program is not installed is skipped. How many that are is said before the run and after it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest
from coverage import Coverage

from tests.services import chromium, nginx_program, postgres_programs, postgres_server_answers, redis_program

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

TESTS = Path(__file__).parent
FIRST = "many"
MISSING = " is missing"
COUNTS = pytest.StashKey[Path]()


# Order


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark properties and skips, and put the tests in order.

    Browsers come last: while one is there, its loop runs in this thread, and no test could run its own.
    """
    for item in items:
        if hypothesis.is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker(pytest.mark.property)
        if lacking := next((name for name in _needs(item) if not PROGRAMS[name].found()), None):
            item.add_marker(pytest.mark.skip(reason=f"{lacking}{MISSING}"))
    items.sort(key=lambda item: (item.get_closest_marker("browser") is not None, _folder(item) != FIRST))


def pytest_configure() -> None:
    """Examples are made up for as long as it takes; where nothing may be skipped, the same in every run.

    Then a red run is a change's own.
    """
    busy = [hypothesis.HealthCheck.too_slow]
    strict = bool(os.environ.get("COMPANION_NO_SKIPS"))
    hypothesis.settings.register_profile("tests", deadline=None, derandomize=strict, suppress_health_check=busy)
    hypothesis.settings.load_profile("tests")


def _folder(item: pytest.Item) -> str:
    """The folder of tests/ that it is in, or its file."""
    return item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""


# Coverage


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Stop measuring while a test runs that the gate on coverage does not count.

    A worker of pytest-xdist has two measures, one of which waits for the other to stop: both are stopped.
    """
    stopped = list[Coverage]()
    while (measuring := Coverage.current()) is not None and not _measured(item, measuring):
        measuring.stop()
        stopped.append(measuring)
    try:
        return (yield)
    finally:
        for measuring in reversed(stopped):
            measuring.start()


def _measured(item: pytest.Item, measuring: Coverage) -> bool:
    gated = {Path(package).name for package in measuring.get_option("run:source") or ()}  # type: ignore[union-attr]
    return _folder(item) in gated and item.get_closest_marker("property") is None


# Programs


@dataclass(frozen=True, slots=True)
class Program:
    """Something that tests need: Debian's package, and whether it is there."""

    package: str
    found: Callable[[], bool]


PROGRAMS: Mapping[str, Program] = {
    "Chromium": Program("chromium", cache(lambda: chromium() is not None)),
    "nginx": Program("nginx-light", cache(lambda: nginx_program() is not None)),
    "openssl": Program("openssl", cache(lambda: shutil.which("openssl") is not None)),
    "PostgreSQL": Program("postgresql", cache(lambda: postgres_server_answers() or postgres_programs() is not None)),
    "PostgreSQL's programs": Program("postgresql", cache(lambda: postgres_programs() is not None)),
    "Redis": Program("redis-server", cache(lambda: redis_program() is not None)),
    "systemd": Program("systemd", cache(lambda: shutil.which("systemd-analyze") is not None)),
}
BY_FIXTURE = {
    "browser": "Chromium",
    "postgres_server": "PostgreSQL",
    "redis_server": "Redis",
    "stoppable_postgres": "PostgreSQL's programs",
}


def _needs(item: pytest.Item) -> list[str]:
    """The programs that a test cannot do without: told by the mark `needs`, its fixtures, or its parameters."""
    told = [str(name) for mark in item.iter_markers("needs") for name in mark.args]
    fixtures = [BY_FIXTURE[name] for name in getattr(item, "fixturenames", ()) if name in BY_FIXTURE]
    given = getattr(getattr(item, "callspec", None), "params", {})
    chosen = [name for name in ("PostgreSQL", "Redis") if name.lower() in (given.get("kind"), given.get("pair"))]
    return [*told, *fixtures, *chosen]


def cost(lacking: Mapping[str, int], total: int) -> str:
    """What missing programs cost, and the one command that installs them. `lacking` counts tests by program."""
    each = ", ".join(f"{name} {count}" for name, count in sorted(lacking.items()))
    packages = " ".join(sorted({PROGRAMS[name].package for name in lacking}))
    return f"{sum(lacking.values())} of {total} tests are skipped for want of {each}: sudo apt install {packages}"


def _lacking(items: list[pytest.Item]) -> Counter[str]:
    reasons = (str(mark.kwargs.get("reason")) for item in items for mark in item.iter_markers("skip"))
    return Counter(reason.removesuffix(MISSING) for reason in reasons if reason.endswith(MISSING))


def pytest_report_collectionfinish(items: list[pytest.Item]) -> list[str]:
    """Before the run, where this process runs the tests itself."""
    lacking = _lacking(items)
    return [cost(lacking, len(items))] if lacking else []


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: TerminalReporter) -> Generator[None, object, object]:
    """After the run, and after all else that is said of it."""
    said = yield
    skipped = [report.longrepr for report in terminalreporter.stats.get("skipped", ())]
    reasons = [str(told[2]).removeprefix("Skipped: ") for told in skipped if isinstance(told, tuple)]
    lacking = Counter(reason.removesuffix(MISSING) for reason in reasons if reason.endswith(MISSING))
    if lacking:
        total = sum(len(reports) for kind, reports in terminalreporter.stats.items() if kind in OUTCOMES)
        terminalreporter.write_line(cost(lacking, total), yellow=True, bold=True)
    return said


OUTCOMES = ("passed", "failed", "error", "skipped", "xfailed", "xpassed")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where nothing may be skipped (COMPANION_NO_SKIPS), a skipped test is a failed run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("COMPANION_NO_SKIPS") and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


# The same before a run by several workers (pytest-xdist): they alone collect, and each leaves a note in a file


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker where to leave its note."""
    node.workerinput["note"] = tempfile.mkstemp(prefix="companion-tests-")[1]


def pytest_collection_finish(session: pytest.Session) -> None:
    """A worker's note is the line of `cost`; empty where nothing is missing."""
    if note := getattr(session.config, "workerinput", {}).get("note"):
        Path(note).write_text("\n".join(pytest_report_collectionfinish(session.items)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any) -> None:
    """Say what the first worker has noted."""
    note = Path(node.workerinput["note"])
    said = note.read_text()
    note.unlink()
    if said and node.gateway.id == "gw0":
        node.config.pluginmanager.get_plugin("terminalreporter").write_line(f"\n{said}")
