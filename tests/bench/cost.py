"""What a move costs at a long table and beside many tables, against a fresh table in a fresh database."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench import games
from tests.bench.load import Load, load
from tests.bench.pages import Phone
from tests.bench.served import Server, companion

ENTRIES = 10_000
BLOCKS = 12
"""How often the two are measured in turn, after one block that does not count."""
MOVES = 36
"""Moves in a block, all of one game's beginning."""
TABLES = 6
"""In the database with many, so many tables are played at once."""
LOOKS = 20
API, PAGES = "companion", "tap"
"""Moves by programs, with five phones on the API's streams; taps by phones that hold their pages."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of a move, in milliseconds: the server's processor time, and from the tap to the last phone (p50)."""

    cpu: float
    wall: float


@dataclass(frozen=True, slots=True)
class Long:
    """A fresh table's cost, that of a `long` one beside it, and the long one's code.

    Its ledger's page: the first look at it, and further ones, each after a move.
    """

    fresh: Cost
    long: Cost
    code: str
    first_look: Cost
    look: Cost


def long_table(root: Path, folder: Path, kind: str = API, blocks: int = BLOCKS) -> Long:
    """A table with ENTRIES entries, and a fresh one, by taps of that kind."""
    file = folder / "games.json"
    short = list(games.moves(seed=1))
    file.write_text(
        json.dumps([{"header": games.header(), "moves": moves} for moves in (long_game(short) + short, short)])
    )
    with (
        companion(root, folder, COMPANION_MOST_ENTRIES=str(1000 + 2 * ENTRIES)) as server,
        load(kind, server.url, file) as made,
    ):
        made.ask("settings", filled=ENTRIES)
        made.ask("open", tables=1)
        made.ask("settings", filled=0)
        made.ask("open", tables=1)
        fresh, long = _in_turn(lambda: _block(server, made, [1]), lambda: _block(server, made, [0]), blocks)
        code: str = made.ask("codes")["codes"][0]
        first, *looks = (_look(server, made, code) for _ in range(1 + LOOKS))
    return Long(fresh, long, code, first, _median(looks))


def _look(server: Server, made: Load, code: str) -> Cost:
    """A look at the long table's ledger after a move."""
    made.ask("whole", only=[0], moves=1)
    before, start = server.cpu(), time.perf_counter()
    Phone(server.url).ask("GET", f"/t/{code}/ledger")
    wall = time.perf_counter() - start
    return Cost(1000 * (server.cpu() - before), 1000 * wall)


def many_tables(root: Path, full: Path, kind: str = API, blocks: int = BLOCKS) -> tuple[Cost, Cost]:
    """The cost at fresh tables in a fresh database, and in the one that lies in the folder `full`."""
    with ExitStack() as stack:
        servers = [stack.enter_context(companion(root, folder)) for folder in (None, full)]
        loads = [stack.enter_context(load(kind, server.url)) for server in servers]
        for made in loads:
            made.ask("open", tables=TABLES)
        tables = list(range(TABLES))
        few, many = (partial(_block, server, made, tables) for server, made in zip(servers, loads, strict=True))
        return _in_turn(few, many, blocks)


def long_game(game: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """ENTRIES moves after which the table is as it was at first: rulings that stand, whole games that were undone."""
    there, back = ({"from": a, "to": b} for a, b in (("centre", "Chris"), ("Chris", "centre")))
    ruling = {"move": "ruling", "color": "red", "count": 1, "reason": "The token lies elsewhere."}
    played = (game + [{"move": "undo"}] * len(game)) * 4
    return [{**ruling, **there}, {**ruling, **back}] * ((ENTRIES - len(played)) // 2) + played


def _in_turn(one: Callable[[], Cost], other: Callable[[], Cost], blocks: int) -> tuple[Cost, Cost]:
    pairs = [(one(), other()) for _ in range(1 + blocks)][1:]
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
