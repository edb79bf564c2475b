"""The load: one node process on a core of its own, told what to do by lines of JSON."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from tests.bench import games
from tests.bench.machine import pinned
from tests.bench.served import HERE

MOST_LOAD = 0.6
"""The share of its core that the load may take: above it is not the server alone that is measured."""


class Load:
    """A load process at work. `kind` is whose protocol it speaks: "pages", "api" or "peer"."""

    def __init__(self, stdin: IO[str], stdout: IO[str]) -> None:
        self._stdin, self._stdout = stdin, stdout

    def ask(self, what: str, **given: object) -> dict[str, Any]:
        """Have it do something (see `load/main.js`) and wait for what came of it."""
        self._stdin.write(json.dumps({"do": what, **given}) + "\n")
        self._stdin.flush()
        line = self._stdout.readline()
        if not line:
            raise RuntimeError("The load has stopped; what went wrong stands above.")
        found: dict[str, Any] = json.loads(line)
        return found


@contextmanager
def load(kind: str, urls: str, played: Path | None = None, core: int | None = 1) -> Iterator[Load]:
    """A load for the server at that address, for as long as the block runs.

    Several addresses, with commas between them, are of servers that serve the same tables.
    `played` is a file with the games to play, a list of moves each; None: those of `games.written`.
    """
    command = [*pinned(core), "node", str(HERE / "load" / "main.js"), kind, urls, str(played or games.written())]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield Load(process.stdin, process.stdout)
    finally:
        process.kill()
        process.wait()
