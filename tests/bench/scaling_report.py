"""One process and two on PostgreSQL, as a section."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench.figures import middle
from tests.bench.report import Section, Verdict, table
from tests.bench.scaling import SECONDS, TABLES, Scale, Services, scale, services
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
    "one process": (1, False),
    "two, a table's phones on one of them": (2, False),
    "two, a table's phones on both": (2, True),
}


def section(given: Setting) -> Section:
    """Moves a second, and what they cost."""
    with services() as shared, tempfile.TemporaryDirectory() as instance:
        found = _measured(given, Path(instance), shared)
    rows = [(name, *_cells(run, WAYS[name][0])) for name, run in found.items()]
    one, *twos = found.values()
    verdicts = tuple(
        verdict for name, two in zip(list(WAYS)[1:], twos, strict=True) for verdict in _verdicts(name, one, two)
    )
    return Section("Two processes on PostgreSQL", f"{_text(given, shared.version)}\n\n{table(HEAD, rows)}", verdicts)


def _verdicts(name: str, one: Scale, two: Scale) -> tuple[Verdict, ...]:
    by_time = 2 * one.servers / two.servers
    return (
        Verdict(f"moves a second, {name} / one process", two.per_second / one.per_second, "at least", 1.7, " times"),
        Verdict(f"the same, by the servers' processor time, {name}", by_time, "at least", 1.7, " times"),
    )


def _text(given: Setting, database: str) -> str:
    return (
        f"A closed loop at {TABLES} tables for {SECONDS} seconds, median of {given.runs} interleaved runs; {database} "
        "with its default settings (every commit waits for the disk) and Redis. Nothing is kept on a core of its own: "
        "servers, PostgreSQL and load share the machine's two, so two processes can add what the others leave them. "
        "The last column says what the processor time of a move allows where PostgreSQL and load run elsewhere: "
        "a core for each process."
    )


def _measured(given: Setting, instance: Path, shared: Services) -> dict[str, Scale]:
    found: dict[str, list[Scale]] = {name: [] for name in WAYS}
    for _ in range(given.runs):
        for name, (processes, spread) in WAYS.items():
            found[name].append(scale(given.root, instance, shared, processes, spread=spread))
            print(f"  {name}: {found[name][-1]}", flush=True)
    return {name: middle(runs) for name, runs in found.items()}


def _cells(run: Scale, processes: int) -> tuple[str, ...]:
    times = (f"{time:,.1f}" for time in (run.p50, run.p95))
    costs = (f"{cost:.2f}" for cost in (run.servers, run.database, run.load))
    return f"{run.per_second:,.0f}", *times, *costs, f"{1000 * processes / run.servers:,.0f}"
