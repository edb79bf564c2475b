"""Moves a second through the JSON API: a closed loop, one phone a table entering real games, each move on disk."""

from __future__ import annotations

import gevent.monkey

gevent.monkey.patch_all()

import http.client  # noqa: E402 - patched first
import json  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from typing import Any  # noqa: E402
from urllib.parse import urlsplit  # noqa: E402

import gevent  # noqa: E402

from tests.bench import games  # noqa: E402
from tests.bench.figures import p  # noqa: E402


class Table:
    """One open table and a kept-alive connection to it."""

    def __init__(self, url: str, seed: int) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc)
        self.moves = games.moves(seed)
        opened = self.send("/api/tables", games.header(), {})
        self.path = f"/api/tables/{opened['code']}/moves"
        self.headers = {"Authorization": f"Bearer {opened['keys']['host']}"}
        self.times: list[float] = []

    def send(self, path: str, body: object, headers: dict[str, str]) -> dict[str, Any]:
        """Post JSON; the answer must be 201."""
        self.connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **headers})
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status == 201, (answer.status, text)
        found: dict[str, Any] = json.loads(text)
        return found

    def play(self, until: float) -> None:
        """Enter moves until then."""
        for move in self.moves:
            start = time.perf_counter()
            if start > until:
                return
            self.send(self.path, move, self.headers)
            self.times.append(time.perf_counter() - start)


def measure(url: str, tables: int, seconds: float) -> dict[str, float]:
    """Moves a second over all tables, and how long one takes in milliseconds."""
    sat = [Table(url, seed) for seed in range(tables)]
    start = time.perf_counter()
    gevent.joinall([gevent.spawn(table.play, start + seconds) for table in sat], raise_error=True)
    spent = time.perf_counter() - start
    times = [t * 1000 for table in sat for t in table.times]
    return {
        "tables": tables,
        "moves": len(times),
        "per_second": len(times) / spent,
        "p50_ms": p(times, 50),
        "p95_ms": p(times, 95),
        "p99_ms": p(times, 99),
    }


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))))
