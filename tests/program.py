"""The program as people start it: `companion ARGUMENTS` as a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).parents[1]
COMPANION = (sys.executable, "-m", "companion")


def started(*command: str, env: Mapping[str, str], **pipes: Any) -> subprocess.Popen[str]:
    """Start a command in the checkout; `pipes` are as in `subprocess.Popen`, and standard input is empty."""
    return subprocess.Popen(command, cwd=CHECKOUT, env=env, text=True, **{"stdin": subprocess.DEVNULL, **pipes})


def run(*arguments: str, env: Mapping[str, str], timeout: float | None = None) -> subprocess.CompletedProcess[str]:
    """Run `companion ARGUMENTS` to its end."""
    whole = [*COMPANION, *arguments]
    return subprocess.run(whole, cwd=CHECKOUT, env=env, capture_output=True, text=True, timeout=timeout)
