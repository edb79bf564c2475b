"""A million moves through the rules, as whole games, on one core."""

from __future__ import annotations

import itertools
import json
import subprocess
import time

from companion.games.replay import replay
from tests.bench import games
from tests.bench.results import Row, Wanted
from tests.bench.served import PEER

MANY = 1_000_000
PEERS = 50_000
"""So many are enough of the peer's, which takes long."""


def ours() -> float:
    """Return the seconds of processor time for MANY moves that stand, parsing included."""
    played: list[games.Game] = json.loads(games.written().read_text("utf-8"))
    lines = [[json.dumps(line) for line in (one["header"], *one["moves"])] for one in played]
    transcripts = itertools.cycle([("\n".join(one).encode(), len(one) - 1) for one in lines])
    stood, began = 0, time.process_time()
    while stood < MANY:
        data, many = next(transcripts)
        assert replay(data).book.accepted == many
        stood += many
    return (time.process_time() - began) * MANY / stood


def theirs() -> float:
    """Return the same of the peer's engine."""
    command = ["node", "replay.js", str(games.written()), str(PEERS)]
    found = json.loads(subprocess.run(command, cwd=PEER, check=True, capture_output=True, text=True).stdout)
    return float(found["cpu"]) * MANY / int(found["moves"])


def rows(_seconds: int) -> list[Row]:
    seconds = ours()
    wanted = (Wanted(seconds, "at most", 10, "s"),)
    return [Row("a million moves replayed, s", (f"{seconds:.1f}", f"{theirs():.0f}"), wanted)]
