"""A real server counts real phones: who listens, what was told, what was entered and refused."""

from __future__ import annotations

import time

from tests.server.served import WAIT, Serve, Served, Stream, take
from tests.web.ops.test_health import counts


def counted(server: Served) -> dict[str, float]:
    line = server.connect()
    line.request("GET", "/metrics")
    found = counts(line.getresponse().read().decode())
    line.close()
    return found


def until(server: Served, name: str, value: float) -> dict[str, float]:
    """The counts, once this one is so: a phone that leaves is noticed a moment later."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        found = counted(server)
        if found[name] == value:
            return found
    raise AssertionError(f"{name} is {found[name]}, not {value}")


def test_phones_are_counted_while_they_listen_and_what_they_are_told_with_them(serve: Serve) -> None:
    server = serve()
    opened = server.open_table()
    streams = [Stream(server, opened["code"]) for _ in range(3)]
    for stream in streams:
        stream.state()
    before = until(server, "companion_phones_connected", 3)
    path, key = f"/api/tables/{opened['code']}/moves", opened["keys"]["host"]
    assert server.ask("POST", path, take("red"), key)[0] == 201
    assert server.ask("POST", path, {**take("red"), "seat": "Mary"}, key)[0] == 422
    for stream in streams:
        stream.state()
    after = until(server, "companion_fanout_seconds_count", before["companion_fanout_seconds_count"] + 1)
    assert after["companion_moves_total"] == after["companion_commit_seconds_count"] == 1
    assert after["companion_refusals_total sluff-off prediction-order"] == 1
    assert after["companion_tables_at_play"] == 1
    for stream in streams:
        stream.close()
    until(server, "companion_phones_connected", 0)
