"""The machine that measures: its cores, its disk, and what is installed on it."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median

SYNCS = 50


def cores() -> tuple[int, ...]:
    """The cores that this process may use; empty where the system does not tell."""
    return tuple(sorted(os.sched_getaffinity(0))) if hasattr(os, "sched_getaffinity") else ()


def pinned(which: int | None) -> list[str]:
    """The start of a command that keeps a program on one core: 0 for the server, 1 for the load.

    Empty, so that nothing is pinned, for None and where `taskset` or a second core is missing.
    """
    if which is None or not shutil.which("taskset") or len(cores()) < 2:
        return []
    return ["taskset", "-c", str(cores()[which])]


def described() -> str:
    """Cores, processor and system in one line."""
    return f"{os.cpu_count()} cores ({_processor()}), {platform.system()} {platform.machine()}"


def sync_ms() -> float:
    """Milliseconds that the disk under the temporary folder takes for a small write to be safe (median)."""
    times = list[float]()
    with tempfile.TemporaryFile() as file:
        for _ in range(SYNCS):
            start = time.perf_counter()
            os.write(file.fileno(), b"x" * 4096)
            os.fsync(file.fileno())
            times.append(time.perf_counter() - start)
    return 1000 * median(times)


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model"))]
    return names[0] if names else platform.processor() or "unknown"
