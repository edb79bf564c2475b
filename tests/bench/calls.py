"""How many functions are called for a tap, in all threads of the real server.

`python -m tests.bench.calls serve` counts. Unlike a time a count is the same on a busy machine.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
import time
from itertools import count
from pathlib import Path
from types import FrameType

from tests.bench.load import load
from tests.bench.served import Server, companion

BEFORE = 33_000
"""Counted likewise when each phone's page was drawn for itself, cut apart and compared."""
MOVES = 60
TABLES = 4


def measure() -> float:
    """Return the calls a tap, by the pages of one table of each game, once they are warm."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "calls")
        with companion(module="tests.bench.calls", BENCH_CALLS=str(file)) as server, load("pages", server.url) as made:
            made.ask("open", tables=TABLES)
            made.ask("whole", only=list(range(TABLES)), moves=10)
            before = _counted(server, file)
            taps: int = made.ask("whole", only=list(range(TABLES)), moves=MOVES)["moves"]
            return (_counted(server, file) - before) / taps


def _counted(server: Server, file: Path) -> int:
    file.unlink(missing_ok=True)
    os.kill(server.pid, signal.SIGUSR1)
    while not file.exists():
        time.sleep(0.01)
    return int(file.read_text())


def serve() -> None:
    """Serve as the program does, counting, and write the count down at each SIGUSR1."""
    counted, seen = count(), {"call", "c_call"}

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        if event in seen:
            next(counted)

    def tell(_signal: int, _frame: FrameType | None) -> None:
        file = Path(os.environ["BENCH_CALLS"])
        part = file.with_suffix(".part")
        part.write_text(str(next(counted)))
        part.rename(file)

    signal.signal(signal.SIGUSR1, tell)
    threading.setprofile(note)
    sys.setprofile(note)
    from companion.commands import main

    main()


if __name__ == "__main__":
    serve()
