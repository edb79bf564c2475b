"""The head of RESULTS.md: when, where and with what was measured."""

from __future__ import annotations

import json
import platform
import sqlite3
import subprocess
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

from tests.bench import machine
from tests.bench.served import PEER
from tests.bench.setting import Setting

OURS = ("uvicorn", "uvloop", "h11", "flask", "werkzeug", "sqlalchemy", "psycopg", "redis", "pydantic")
THEIRS = {
    "boardgame.io": "boardgame.io",
    "socket.io": "koa-socket-2/node_modules/socket.io",
    "node-persist": "node-persist",
}


def head(given: Setting, minutes: float) -> str:
    """What stands above all tables."""
    lines = (
        "# How fast it is",
        f"Measured by `make bench` on {datetime.now(UTC).date()}, in {minutes:.0f} minutes: {machine.described()}, "
        f"a disk that makes a write safe in {machine.sync_ms():.1f} ms. One core for the server, one for the load "
        f"(`taskset`). The closed loops and the fixed rate are medians of {given.runs} runs, the contenders taking "
        "turns, but for the peer with FlatFile, which was run once; all else once, or as its section says.",
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version} with WAL and `synchronous=FULL`; "
        f"{_ours()}. Node {_node()}; {_theirs()}.",
        *machine.missing(),
    )
    return "\n\n".join(lines)


def _ours() -> str:
    found = list[str]()
    for name in OURS:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def _node() -> str:
    try:
        return subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    except OSError:
        return "is missing"


def _theirs() -> str:
    files = {name: PEER / "node_modules" / folder / "package.json" for name, folder in THEIRS.items()}
    found = {name: json.loads(file.read_text("utf-8"))["version"] for name, file in files.items() if file.exists()}
    return ", ".join(f"{name} {number}" for name, number in found.items()) or "boardgame.io is not installed"
