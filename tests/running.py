"""How the tests are run, as a pytest plugin: their order, and what missing programs cost.

- Order: tests that wait for several processes (`tests/many`) first, browsers last; within these, long files first.
- Files: what tests write lies in memory where the machine has a folder there (Linux: /dev/shm): no disk is waited for.
- Programs: a test whose program is not installed is skipped. How many that are is said before the run and after it.
"""

from __future__ import annotations

import gc
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

from tests.installed_programs import chromium, nginx_program, postgres_programs, redis_program
from tests.postgresql_and_redis import postgres_server_answers

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

TESTS = Path(__file__).parent
FIRST = "many"
LONG = {
    "test_asking", "test_what_if", "test_invariants", "test_evenings", "test_failures", "test_slips", "test_secrets",
    "test_openapi", "test_corpus", "test_screens", "test_promises", "test_games", "test_referee", "test_connection",
}  # fmt: skip
IN_MEMORY, ROOM = Path("/dev/shm"), 2 << 30
SELDOM = (10_000, 20, 20)
"""How many new objects, and how many such rounds, before the interpreter looks for what could go: 6 % of all time."""
MISSING = " is missing"
COUNTS = pytest.StashKey[Path]()


# Files


def _may_lie_in(folder: Path) -> bool:
    """Whether tests may write there, and run programs that they put there (a container often forbids it in memory)."""
    if not os.access(folder, os.W_OK):
        return False
    there = os.statvfs(folder)
    return not there.f_flag & os.ST_NOEXEC and there.f_bavail * there.f_frsize > ROOM


# Order


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark properties, before anything is chosen by its mark."""
    if hypothesis.is_hypothesis_test(getattr(item, "obj", None)):
        item.add_marker(pytest.mark.property)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Mark skips, and put the tests in order.

    Browsers come last: while one is there, its loop runs in this thread, and no test could run its own.
    """
    for item in items:
        if lacking := next((name for name in _needs(item) if not PROGRAMS[name].found()), None):
            item.add_marker(pytest.mark.skip(reason=f"{lacking}{MISSING}"))
    items.sort(key=_turn)


def pytest_configure() -> None:
    """Examples are made up for as long as it takes; where nothing may be skipped, the same in every run.

    Then a red run is a change's own.
    """
    if "TMPDIR" not in os.environ and _may_lie_in(IN_MEMORY):
        os.environ["TMPDIR"] = str(IN_MEMORY)  # workers and servers have it from here
        tempfile.tempdir = None
    busy = [hypothesis.HealthCheck.too_slow]
    examples = 1_000 if os.environ.get("COMPANION_NO_SKIPS") else 100
    hypothesis.settings.register_profile(
        "tests", deadline=None, derandomize=True, suppress_health_check=busy, max_examples=examples
    )
    hypothesis.settings.load_profile("tests")


def _turn(item: pytest.Item) -> tuple[bool, bool, bool]:
    """Where it stands in the order. What comes last must not be long: one worker would do it, and the others wait."""
    browser = item.get_closest_marker("browser") is not None
    return browser, _folder(item) != FIRST, item.path.stem not in LONG


def _folder(item: pytest.Item) -> str:
    """The folder of tests/ that it is in, or its file."""
    return item.path.relative_to(TESTS).parts[0] if item.path.is_relative_to(TESTS) else ""


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


def pytest_report_collectionfinish(config: pytest.Config, items: list[pytest.Item]) -> list[str]:
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


# Several workers (pytest-xdist): how many, and what is said before their run. They alone collect; each leaves a note


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: half of the time a test waits, for a stream, a process, or a thumb's 700 ms."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker where to leave its note."""
    node.workerinput["note"] = tempfile.mkstemp(prefix="companion-tests-")[1]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """A worker's note is the line of `cost`; empty where nothing is missing.

    The note is written before pytest-xdist tells that the worker has collected, which is when it is read. What has been
    collected stays to the end: the interpreter need not go through it again and again for what could go.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    if note := getattr(session.config, "workerinput", {}).get("note"):
        Path(note).write_text("\n".join(pytest_report_collectionfinish(session.config, session.items)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: Any) -> None:
    """Say what the first worker has noted."""
    note = Path(node.workerinput["note"])
    said = note.read_text()
    note.unlink()
    if said and node.gateway.id == "gw0":
        node.config.pluginmanager.get_plugin("terminalreporter").write_line(f"\n{said}")
