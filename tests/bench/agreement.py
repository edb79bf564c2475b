"""The peer's game is ours: the same moves, played through both engines, come to the same."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header
from tests.bench import games
from tests.bench.served import PEER

COMPARED = 20


def check() -> None:
    """Play whole games through both. Raises AssertionError where they differ."""
    command = ["node", "replay.js", str(games.written()), str(COMPARED)]
    theirs = json.loads(subprocess.run(command, cwd=PEER, check=True, capture_output=True, text=True).stdout)
    ours = [_played(one["moves"]) for one in games.played(games.SLUFF_OFF)[:COMPARED]]
    assert theirs == ours, "The peer's game comes to something else than ours."


def _played(moves: list[dict[str, Any]]) -> dict[str, Any]:
    book = open_book(read_header(games.header()))
    for move in moves:
        ruling = book.play(move)
        assert isinstance(ruling, Accepted)
        book = ruling.state
    report = book.report().plain()
    return {
        "accepted": len(moves),
        "rounds": [[points[seat] for seat in games.SEATS] for points in report["rounds"]],
        "centre": report["holdings"]["centre"],
        "seats": [report["holdings"][seat] for seat in games.SEATS],
    }
