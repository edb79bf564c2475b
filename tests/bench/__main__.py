"""`make bench`: measure, print, and write RESULTS.md."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tests.bench import reconciling, replaying, tapping
from tests.bench.served import ROOT, server

RESULTS = Path(__file__).parent / "RESULTS.md"

TEXT = """# How fast it is

Measured by `make bench` on {date}: {machine}, Python {python}, gevent {gevent}, SQLite with WAL and
`synchronous=FULL`. One server process; the load and the browser share the machine with it.

| what | figure |
| --- | --- |
| replay of {replay[moves]} moves on one core | {replay[seconds]:.2f} s |
| one change that explains the tokens, {reconcile[entries]:.0f} entries, five seats (p50 / most) | {reconcile[p50_1]:.2f} / {reconcile[most_1]:.2f} s |
| two changes together, the same (p50 / most) | {reconcile[p50_2]:.2f} / {reconcile[most_2]:.2f} s |
{posts}
| tap to the changed page on the phone that tapped (p50 / p95) | {tap[own_p50_ms]:.0f} / {tap[own_p95_ms]:.0f} ms |
| tap to the changed page on the last of {tap[phones]:.0f} phones (p50 / p95) | {tap[all_p50_ms]:.0f} / {tap[all_p95_ms]:.0f} ms |

- **Replay**: the best of five, parsing included.
- **Changes that explain**: rounds of five after fourteen tricks with one slip, or two, in the book; the whole search on
  one core, which lets other phones' requests in after {reconcile[gap]:.0f} ms at the latest.
- **Moves through HTTP**: a closed loop through the JSON API, a real game a table with legal moves picked by chance from a
  fixed seed; each move is on disk before it is answered.
- **Tap**: {tap[taps]:.0f} taps (Take red, Undo) in Chromium at 360 x 640, from the click event to the changed `data-version` in
  the page, other phones told by server-sent events.

Figures of a shared machine vary by some ten percent between runs.
"""

POST = "| moves a second through HTTP, tables at once: {tables} | {per_second:.0f} (p50 {p50_ms:.1f}, p95 {p95_ms:.1f}, p99 {p99_ms:.1f} ms) |"


def _post(url: str, tables: int) -> str:
    command = [sys.executable, "-m", "tests.bench.posting", url, str(tables), "8"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return POST.format_map(json.loads(done.stdout))


def main() -> None:
    """Measure everything, one thing at a time."""
    replay, reconcile = replaying.measure(), reconciling.measure()
    with server() as url:
        posts = "\n".join(_post(url, tables) for tables in (1, 20, 100))
    with server() as url:
        tap = tapping.measure(url)
    text = TEXT.format(
        date=datetime.now(UTC).date(),
        machine=f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}",
        python=platform.python_version(),
        gevent=version("gevent"),
        replay=replay,
        reconcile=reconcile,
        posts=posts,
        tap=tap,
    )
    print(text)
    RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
