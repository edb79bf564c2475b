"""Whether the length of a game or the number of tables makes anything dearer, as a section."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from tests.bench import filling
from tests.bench.cost import ENTRIES, Cost, long_table, many_tables, temporary
from tests.bench.report import Section, Verdict, table
from tests.bench.served import companion
from tests.bench.setting import Setting

HEAD = ("", "server's CPU a move, ms", "tap to the last phone, p50 ms")
STARTS = 5


def section(given: Setting) -> Section:
    """A long table and a full database, each in turn with a fresh one."""
    with temporary() as one, temporary() as other:
        short, long, code = long_table(given.root, Path(one))
        first = _first_look(given.root, Path(one), code)
        start = time.perf_counter()
        rows = filling.fill(given.root, Path(other))
        filled = time.perf_counter() - start
        few, many = many_tables(given.root, Path(other))
        starts = _starts(given.root, Path(one), Path(other))
    text = (
        f"In turn, so that both meet the same moments of the machine. The long table has {ENTRIES:,} entries and shows "
        f"the same as the fresh one; after a start-up its first answer takes {first:.0f} ms. The full database has "
        f"{filling.MANY:,} tables in {rows:,} rows (made in {filled:.0f} s). From the command to the first connection: "
        f"{starts[0]:.2f} s with a small database, {starts[1]:.2f} s with the full one (median of {STARTS})."
    )
    costs = {
        "a fresh table": short,
        f"a table with {ENTRIES:,} entries": long,
        "fresh tables in a fresh database": few,
        f"fresh tables beside {filling.MANY:,} others": many,
    }
    rows_told = [(name, f"{cost.cpu:.3f}", f"{cost.wall:.2f}") for name, cost in costs.items()]
    verdicts = (*_verdicts("10,000 entries", short, long), *_verdicts("100,000 tables", few, many))
    return Section("What a move costs", f"{text}\n\n{table(HEAD, rows_told)}", verdicts)


def _verdicts(what: str, fresh: Cost, other: Cost) -> tuple[Verdict, ...]:
    return (
        Verdict(f"a move with {what} / fresh, CPU", other.cpu / fresh.cpu, "at most", 1.2, " times"),
        Verdict(f"a move with {what} / fresh, tap to last phone", other.wall / fresh.wall, "at most", 1.2, " times"),
    )


def _first_look(root: Path, folder: Path, code: str) -> float:
    """Milliseconds for a table's first answer from a server that has just started."""
    with companion(root, folder) as server:
        urlopen(f"{server.url}/api/openapi.json").read()  # what any first request needs is loaded
        start = time.perf_counter()
        urlopen(f"{server.url}/api/tables/{code}").read()
        return 1000 * (time.perf_counter() - start)


def _starts(root: Path, *folders: Path) -> list[float]:
    found: list[list[float]] = [[] for _ in folders]
    for _ in range(STARTS):
        for times, folder in zip(found, folders, strict=True):
            with companion(root, folder) as server:
                times.append(server.started)
    return [median(times) for times in found]
