"""A real server process on a free port of this machine, with a database of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def server() -> Iterator[str]:
    """Its address, for as long as the block runs."""
    with tempfile.TemporaryDirectory() as instance:
        environment = {
            **os.environ,
            "COMPANION_INSTANCE": instance,
            "COMPANION_OPEN_LIMIT": "1000000/minute",
            "PYTHONUNBUFFERED": "1",
        }
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            found = None
            while found is None:
                line = process.stdout.readline()
                assert line, "the server has stopped"
                found = re.search(r"http://127\.0\.0\.1:\d+", line)
            yield found.group()
        finally:
            process.terminate()
            process.wait(10)
