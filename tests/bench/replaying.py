"""Replay speed: many moves through the rules, on one core, as one long transcript and as many whole games."""

from __future__ import annotations

import itertools
import json
import time

from companion.games.replay import replay
from tests.bench import games

MOVES = 10_000
MANY = 1_000_000


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


def measure_games(moves: int = MANY) -> dict[str, float]:
    """Seconds for the replay of whole games, one after the other and over again, until so many moves have stood."""
    played: list[games.Game] = json.loads(games.written().read_text("utf-8"))
    lines = [[json.dumps(line) for line in (one["header"], *one["moves"])] for one in played]
    transcripts = itertools.cycle([("\n".join(one).encode(), len(one) - 1) for one in lines])
    stood, files, start, began = 0, 0, time.perf_counter(), time.process_time()
    while stood < moves:
        data, many = next(transcripts)
        assert replay(data).book.accepted == many
        stood, files = stood + many, files + 1
    spent = time.process_time() - began
    return {"moves": stood, "games": files, "seconds": time.perf_counter() - start, "cpu": spent}
