"""Whether the length of a game or the number of tables makes anything dearer, as a section."""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from tests.bench import filling
from tests.bench.cost import ENTRIES, LOOKS, PAGES, Cost, long_table, many_tables, temporary
from tests.bench.report import Section, Verdict, table
from tests.bench.served import companion
from tests.bench.setting import Setting

HEAD = ("", "server's CPU a move, ms", "tap to the last phone, p50 ms")
STARTS = 5
PAGE_BLOCKS = 6  # a page's tap costs much more than a move
LEDGER_MS = 200.0


def section(given: Setting) -> Section:
    """A long table and a full database, each in turn with a fresh one."""
    with temporary() as one, temporary() as two, temporary() as other:
        by_api = long_table(given.root, Path(one))
        by_pages = long_table(given.root, Path(two), PAGES, PAGE_BLOCKS)
        first = _first_look(given.root, Path(one), by_api.code)
        start = time.perf_counter()
        rows = filling.fill(given.root, Path(other))
        filled = time.perf_counter() - start
        few, many = many_tables(given.root, Path(other))
        few_pages, many_pages = many_tables(given.root, Path(other), PAGES, PAGE_BLOCKS)
        starts = _starts(given.root, Path(one), Path(other))
    text = (
        f"In turn, so that both meet the same moments of the machine. The long table has {ENTRIES:,} entries and shows "
        f"the same as the fresh one; after a start-up its first answer takes {first:.0f} ms. The full database has "
        f"{filling.MANY:,} tables in {rows:,} rows (made in {filled:.0f} s). From the command to the first connection: "
        f"{starts[0]:.2f} s with a small database, {starts[1]:.2f} s with the full one (median of {STARTS}). "
        f"The long table's ledger, a page of 200 entries: {_told(by_api.look)} after a move (median of {LOOKS}), "
        f"{_told(by_api.first_look)} for the first look at it."
    )
    costs = {
        "a fresh table": by_api.fresh,
        f"a table with {ENTRIES:,} entries": by_api.long,
        "fresh tables in a fresh database": few,
        f"fresh tables beside {filling.MANY:,} others": many,
        "by its pages: a fresh table": by_pages.fresh,
        f"by its pages: a table with {ENTRIES:,} entries": by_pages.long,
        "by its pages: fresh tables in a fresh database": few_pages,
        f"by its pages: fresh tables beside {filling.MANY:,} others": many_pages,
    }
    rows_told = [(name, f"{cost.cpu:.3f}", f"{cost.wall:.2f}") for name, cost in costs.items()]
    verdicts = (
        *_verdicts("a move with 10,000 entries", by_api.fresh, by_api.long),
        *_verdicts("a move with 100,000 tables", few, many),
        *_verdicts("a page tap with 10,000 entries", by_pages.fresh, by_pages.long),
        *_verdicts("a page tap with 100,000 tables", few_pages, many_pages),
        Verdict("ledger page with 10,000 entries, after a move", by_api.look.wall, "at most", LEDGER_MS, " ms"),
        Verdict("the same, the first look at it", by_api.first_look.wall, "at most", LEDGER_MS, " ms"),
    )
    return Section("What a move costs", f"{text}\n\n{table(HEAD, rows_told)}", verdicts)


def _verdicts(what: str, fresh: Cost, other: Cost) -> tuple[Verdict, ...]:
    return (
        Verdict(f"{what} / fresh, CPU", other.cpu / fresh.cpu, "at most", 1.2, " times"),
        Verdict(f"{what} / fresh, tap to last phone", other.wall / fresh.wall, "at most", 1.2, " times"),
    )


def _told(look: Cost) -> str:
    return f"{look.wall:.0f} ms ({look.cpu:.0f} of the server's core)"


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
