"""`make bench`: ten figures that decide, each beside boardgame.io's, in one run; written to RESULTS.md.

`make bench ARGS="pages calls"` measures those parts alone, and writes nothing.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from textwrap import dedent

import pytest

from tests.bench import calls, first_page, games, long_table, machine, replaying, two_processes
from tests.bench.contenders import DURABLE, MEMORY, PAGES
from tests.bench.results import Row, table
from tests.bench.tapping import RATE_TABLES, TURNS, at_tables, loads, loop_rows, phone_rows

RESULTS = Path(__file__).with_name("RESULTS.md")
FEW_TABLES = 20
MOST_LOAD = 0.6
"""The share of its core that the load may take: above it is not the server alone that is measured."""


def _tapping(seconds: int) -> list[Row]:
    few, many = at_tables(FEW_TABLES, seconds), at_tables(RATE_TABLES, seconds, (PAGES, MEMORY, DURABLE))
    print(f"The load took {loads(few, many):.0%} of its core at most (up to {MOST_LOAD:.0%} is little).", flush=True)
    return [*loop_rows(few, 2.0), *loop_rows(many, 1.7), *phone_rows(many)]


def _calls(_seconds: int) -> list[Row]:
    found = calls.measure()
    print(f"Calls of functions a tap: {found:,.0f}, where there were {calls.BEFORE:,}.", flush=True)
    return [Row(f"calls of functions a tap ({calls.BEFORE:,} before one event went to all phones)", (f"{found:,.0f}",))]


PARTS: dict[str, Callable[[int], list[Row]]] = {
    "taps": _tapping,
    "first": first_page.rows,
    "long": long_table.rows,
    "replay": replaying.rows,
    "processes": two_processes.rows,
    "calls": _calls,
}


def main() -> None:
    """Measure what is asked for, one thing after the other. Only a whole run is written down."""
    asked, start, rows = _arguments(), time.perf_counter(), list[Row]()
    if not (shutil.which("node") and shutil.which("npm")):
        sys.exit("The load and its peer need node and npm.")
    for name in asked.parts or PARTS:
        print(f"{name} ...", flush=True)
        began = time.perf_counter()
        try:
            rows += PARTS[name](asked.seconds)
        except pytest.skip.Exception as missing:
            rows.append(Row(name, (f"not measured: {missing}",)))
        print(f"  {time.perf_counter() - began:.0f} s", flush=True)
    text = _document(rows, (time.perf_counter() - start) / 60, asked.seconds)
    print(text)
    if not asked.parts:
        RESULTS.write_text(text, encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--seconds", type=int, default=5, help="of each turn of a closed loop or a fixed rate")
    return parser.parse_args()


def _document(rows: list[Row], minutes: float, seconds: int) -> str:
    load, cores = os.getloadavg()[2], os.cpu_count()
    versions = ", ".join(f"{name} {version(name)}" for name in ("uvicorn", "flask", "pydantic", "msgspec", "sqlmodel"))
    head = f"""\
        # How fast it is

        `make bench` on {datetime.now(UTC).date()}, in {minutes:.0f} minutes: {machine.described()}, a write safe on disk in
        {machine.sync_ms():.1f} ms. **Load average over its last quarter of an hour: {load:.1f} on {cores} cores** (the server and the load make
        1 to 2): above that others slowed all times and rates; processor time is the figure to trust. Python {platform.python_version()},
        SQLite {sqlite3.sqlite_version} (WAL, `synchronous=FULL`: every move is on disk before anybody is told); {versions}.
        """
    method = f"""\
        The load is one node process on the second core (`taskset`); the server has the first. It plays whole games ({", ".join(games.KINDS)}), legal
        moves picked by chance from fixed seeds, five phones a table; boardgame.io knows *Sluff Off!* alone (`peer/game.js`) and plays that. By pages each
        phone has its seat's cookie and token, holds its page's stream, puts each part in its place as `static/js/live.js` does, and taps by the
        page's form with the version and the act's mark that it shows. The load stops if an event does not build on the stamp shown, a tag is not
        closed, a part has no place, a tap is not answered by 204 and its stamp, or the peer refuses a move. A move counts once the answer and
        all five phones have come to it. Closed loop: each table's next move then; contenders take {TURNS} turns of {seconds} seconds each, all
        of them up, after a warm-up. A game that is over goes on at a table opened before the clock ran. The replay of the peer is measured over
        {replaying.PEERS:,} moves; its long match has as many rounds as that takes, for it takes nothing back. What a tap calls is counted in the
        server's own process, all threads.
        """
    return "\n".join((dedent(head), table(rows), "", dedent(method)))


if __name__ == "__main__":
    main()
