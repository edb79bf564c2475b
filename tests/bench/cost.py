"""What a move costs at a long table and beside many tables, against a fresh table in a fresh database."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench import games
from tests.bench.load import Load, load
from tests.bench.served import Server, companion

ENTRIES = 10_000
BLOCKS = 12
"""How often the two are measured in turn, after one block that does not count."""
MOVES = 36
"""Moves in a block, all of one game's beginning."""
TABLES = 6
"""In the database with many, so many tables are played at once."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of a move, in milliseconds: the server's processor time, and from the tap to the last phone (p50)."""

    cpu: float
    wall: float


def long_table(root: Path, folder: Path) -> tuple[Cost, Cost, str]:
    """A fresh table's cost, that of one with ENTRIES entries beside it, and the long table's code."""
    file = folder / "games.json"
    short = list(games.moves(seed=1))
    file.write_text(json.dumps([long_game(short) + short, short]), encoding="utf-8")
    with companion(root, folder) as server, load("companion", server.url, file) as made:
        made.ask("open", tables=1)
        made.ask("whole", moves=ENTRIES)
        made.ask("open", tables=1)
        fresh, long = _in_turn(lambda: _block(server, made, [1]), lambda: _block(server, made, [0]))
        code: str = made.ask("codes")["codes"][0]
    return fresh, long, code


def many_tables(root: Path, full: Path) -> tuple[Cost, Cost]:
    """The cost at fresh tables in a fresh database, and in the one that lies in the folder `full`."""
    with ExitStack() as stack:
        servers = [stack.enter_context(companion(root, folder)) for folder in (None, full)]
        loads = [stack.enter_context(load("companion", server.url)) for server in servers]
        for made in loads:
            made.ask("open", tables=TABLES)
        tables = list(range(TABLES))
        return _in_turn(lambda: _block(servers[0], loads[0], tables), lambda: _block(servers[1], loads[1], tables))


def long_game(game: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """ENTRIES moves after which the table is as it was at first: rulings that stand, whole games that were undone."""
    there, back = ({"from": a, "to": b} for a, b in (("centre", "Chris"), ("Chris", "centre")))
    ruling = {"move": "ruling", "color": "red", "count": 1, "reason": "The token lies elsewhere."}
    played = (game + [{"move": "undo"}] * len(game)) * 4
    return [{**ruling, **there}, {**ruling, **back}] * ((ENTRIES - len(played)) // 2) + played


def _in_turn(one: Callable[[], Cost], other: Callable[[], Cost]) -> tuple[Cost, Cost]:
    pairs = [(one(), other()) for _ in range(1 + BLOCKS)][1:]
    return _median([pair[0] for pair in pairs]), _median([pair[1] for pair in pairs])


def _median(costs: list[Cost]) -> Cost:
    return Cost(median(cost.cpu for cost in costs), median(cost.wall for cost in costs))


def _block(server: Server, made: Load, tables: list[int]) -> Cost:
    before = server.cpu()
    found = made.ask("whole", only=tables, moves=MOVES)
    return Cost(1000 * (server.cpu() - before) / found["moves"], found["p50"])


def temporary() -> tempfile.TemporaryDirectory[str]:
    """A folder for databases that are thrown away."""
    return tempfile.TemporaryDirectory(prefix="bench-")
