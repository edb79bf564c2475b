"""Real server processes on free ports of this machine, on a core of their own, each with an empty store of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bench.machine import pinned

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PEER = HERE / "peer"
START_SECONDS = 60.0
INSTALL = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs."""

    url: str
    pid: int

    def memory(self) -> int:
        """Bytes that it holds in memory now (resident)."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s*(\d+) kB", status)
        assert found is not None
        return 1024 * int(found[1])

    def cpu(self) -> float:
        """Seconds of processor time that it has used so far, its threads included."""
        counts = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(count.read_text(encoding="ascii").split()[0]) for count in counts) / 1e9


@contextmanager
def companion(
    instance: Path | None = None, core: int | None = 0, module: str = "companion", **more: str
) -> Iterator[Server]:
    """Start the real app with an empty database, or one that lies in `instance` already.

    `core` None: on any core. `module` is what is run in its place; `more` are further settings of its environment.
    """
    with tempfile.TemporaryDirectory() as empty:
        settings = {"COMPANION_INSTANCE": str(instance or empty), "COMPANION_OPEN_LIMIT": "1000000/minute", **more}
        command = [sys.executable, "-m", module, "serve", "--host", "127.0.0.1", "--port", "0"]
        with running(command, ROOT, settings, core) as server:
            yield server


@contextmanager
def peer(*, durable: bool = False, rounds: int = 20) -> Iterator[Server]:
    """Start boardgame.io with the token game, in memory or with its FlatFile store."""
    if not (PEER / "node_modules" / "boardgame.io").exists():
        subprocess.run(INSTALL, cwd=PEER, check=True)
    with tempfile.TemporaryDirectory() as folder:
        command = ["node", "server.js", folder if durable else ""]
        with running(command, PEER, {"NODE_ENV": "production", "ROUNDS": str(rounds)}) as server:
            yield server


@contextmanager
def running(
    command: Sequence[str], folder: Path, settings: Mapping[str, str], core: int | None = 0
) -> Iterator[Server]:
    """A server process for as long as the block runs. It says its address first of all."""
    environment = {**os.environ, **settings, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(folder)}
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
        process = subprocess.Popen(
            [*pinned(core), *command], cwd=folder, env=environment, stdout=said, stderr=subprocess.STDOUT
        )
        try:
            yield Server(_address(process, said.fileno()), process.pid)
        finally:
            process.terminate()
            process.wait(30)


def _address(process: subprocess.Popen[bytes], said: int) -> str:
    until = time.perf_counter() + START_SECONDS
    while time.perf_counter() < until and process.poll() is None:
        if found := _ADDRESS.search(os.pread(said, 1 << 16, 0).decode()):
            return found.group()
        time.sleep(0.002)
    raise RuntimeError(f"The server has not started:\n{os.pread(said, 1 << 16, 0).decode()}")
