"""One process and two on PostgreSQL, as a section."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench.report import Section, Verdict, table
from tests.bench.scaling import TABLES, Scale, Services, scale, services
from tests.bench.setting import Setting

HEAD = (
    "",
    "moves a second",
    "p50 ms",
    "p95 ms",
    "CPU a move, ms: servers",
    "PostgreSQL",
    "load",
    "most moves a second if the servers alone had the two cores",
)
WAYS = {
    "one process": (1, False, False),
    "two, a table's phones on one of them": (2, False, False),
    "two, a table's phones on both": (2, True, False),
    "by its pages, one process": (1, False, True),
    "by its pages, two, a table's phones on one of them": (2, False, True),
    "by its pages, two, a table's phones on both": (2, True, True),
}
"""How many processes, whether a table's phones are on all of them, and whether they hold pages."""


def section(given: Setting) -> Section:
    """Moves a second, and what they cost."""
    with services() as shared, tempfile.TemporaryDirectory() as instance:
        found = _measured(given, Path(instance), shared)
    rows = [(name, *_cells(run, WAYS[name][0])) for name, run in found.items()]
    verdicts = tuple(
        verdict
        for names, wanted in ((list(WAYS)[:3], (1.7, 1.7)), (list(WAYS)[3:], (1.5, 1.0)))
        for name, least in zip(names[1:], wanted, strict=True)
        for verdict in _verdicts(name, found[names[0]], found[name], least)
    )
    return Section("Two processes on PostgreSQL", f"{_text(given, shared.version)}\n\n{table(HEAD, rows)}", verdicts)


def _verdicts(name: str, one: Scale, two: Scale, least: float) -> tuple[Verdict, ...]:
    by_time = 2 * one.servers / two.servers
    return (
        Verdict(f"moves a second, {name} / one process", two.per_second / one.per_second, "at least", least, " times"),
        Verdict(f"the same, by the servers' processor time, {name}", by_time, "at least", least, " times"),
    )


def _text(given: Setting, database: str) -> str:
    return (
        f"A closed loop at {TABLES} tables for {given.seconds} seconds, one run each; {database} "
        "with its default settings (every commit waits for the disk) and Redis. Nothing is kept on a core of its own: "
        "servers, PostgreSQL and load share the machine's two, so two processes can add what the others leave them. "
        "The last column says what the processor time of a move allows where PostgreSQL and load run elsewhere: "
        "a core for each process."
    )


def _measured(given: Setting, instance: Path, shared: Services) -> dict[str, Scale]:
    found = dict[str, Scale]()
    for name, (processes, spread, pages) in WAYS.items():
        found[name] = scale(given.root, instance, shared, processes, spread=spread, pages=pages, seconds=given.seconds)
        print(f"  {name}: {found[name]}", flush=True)
    return found


def _cells(run: Scale, processes: int) -> tuple[str, ...]:
    times = (f"{time:,.1f}" for time in (run.p50, run.p95))
    costs = (f"{cost:.2f}" for cost in (run.servers, run.database, run.load))
    return f"{run.per_second:,.0f}", *times, *costs, f"{1000 * processes / run.servers:,.0f}"
