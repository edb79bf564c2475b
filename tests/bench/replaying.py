"""Replay speed: ten thousand moves through the rules, on one core."""

from __future__ import annotations

import itertools
import json
import time

from companion.games.replay import replay
from tests.bench import games

MOVES = 10_000


def measure() -> dict[str, float]:
    """Seconds for the replay of a transcript with MOVES moves, the best of five."""
    # One game has some 900 moves; further ones are undone so that one file holds as many as are wanted.
    one = list(games.moves(seed=1))
    back = [{"move": "undo"}] * len(one)
    lines = itertools.islice(itertools.cycle([*one, *back]), MOVES)
    data = "\n".join(json.dumps(line) for line in (games.header(), *lines)).encode()
    times = []
    for _ in range(5):
        start = time.perf_counter()
        found = replay(data)
        times.append(time.perf_counter() - start)
        assert found.book.accepted == MOVES
    return {"moves": MOVES, "seconds": min(times)}
