"""The database's file goes while several workers serve: none of them begins with another one, nor with an empty one."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from tests.server.served import Serve, processes_of, take

FILE = "companion.sqlite3"


def replaced(file: Path) -> None:
    copy = file.with_name("copy")
    shutil.copy(file, copy)
    copy.replace(file)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("goes", [Path.unlink, replaced], ids=["deleted", "replaced"])
def test_a_worker_that_was_killed_meanwhile_does_not_serve_from_what_is_there(
    serve: Serve, tmp_path: Path, goes: Callable[[Path], None]
) -> None:
    server = serve("--workers", "2")
    opened = server.open_table()
    moves, key = f"/api/tables/{opened['code']}/moves", opened["keys"]["host"]
    assert server.ask("POST", moves, take("red"), key)[0] == 201
    (file,) = tmp_path.rglob(FILE)
    goes(file)
    killed = min(processes_of(server))
    os.kill(killed, signal.SIGKILL)
    assert server.process.stderr is not None
    refused = (line for line in server.process.stderr if f"{file} was removed or replaced while it was in use" in line)
    assert len([*islice(refused, 2)]) == 2  # two that took the killed one's place
    for path, method, body in ((moves, "POST", take("green")), ("/readyz", "GET", None)):
        assert server.ask(method, path, body, key)[0] == 503  # by the other: no worker has taken the killed one's place
    assert not file.exists() or file.stat().st_size
    status, _ = server.end(signal.SIGTERM)
    assert status == 0
