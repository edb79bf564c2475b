"""Another process that saves, for tests of what becomes of a database under several."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

from tests import program

SAVES = """
import sys
from companion.storage import database as module
from companion.storage.database import connect
from companion.tables.errors import Unavailable

module.SAVED_SECONDS = 0
database = connect(sys.argv[1])
database.ping()
for line in sys.stdin:
    saved = 0
    if line == "probe\\n":
        try:
            database.probe()
            print(1, flush=True)
        except Unavailable:
            print(0, flush=True)
        continue
    for _ in range(int(line)):
        try:
            with database.writing() as connection:
                connection.exec_driver_sql("INSERT INTO tables (code, header, opened_at, touched) "
                    "VALUES (hex(randomblob(9)), '{}', '2026-11-21 00:00:00', 0)")
        except Unavailable:
            continue
        saved += 1
    print(saved, flush=True)
database.close()
"""


class Saver:
    """Another process at the database: saves as many rows as it is told, and tells how many it has saved."""

    def __init__(self, url: str, environ: Mapping[str, str] | None = None) -> None:
        pipe, env = subprocess.PIPE, {**os.environ, **(environ or {})}
        self._process = program.started(sys.executable, "-c", SAVES, url, env=env, stdin=pipe, stdout=pipe, stderr=pipe)

    def saves(self, rows: int) -> int:
        return self._asked(rows)

    def is_ready(self) -> bool:
        return bool(self._asked("probe"))

    def _asked(self, what: object) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(what, file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())

    def ends(self) -> str:
        """What it has logged."""
        return self._process.communicate()[1]
