"""What a tap costs at a table with 10,000 entries, against a fresh table beside it."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench import games
from tests.bench.load import Load, load
from tests.bench.results import Row, Wanted
from tests.bench.served import Server, companion, peer

ENTRIES = 10_000
BLOCKS = 8
"""How often the two are measured in turn, after one block that does not count."""
MOVES = 36
"""Moves in a block, all of one game's beginning."""

Game = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Costs:
    """The server's processor time a move, in milliseconds."""

    fresh: float
    long: float

    @property
    def said(self) -> str:
        return f"{self.long:.2f} ({self.fresh:.2f})"


def long_game(game: Game) -> Game:
    """Return ENTRIES moves after which the table is as it was at first: rulings that stand, games that were undone."""
    there, back = ({"from": a, "to": b} for a, b in (("centre", "Chris"), ("Chris", "centre")))
    ruling = {"move": "ruling", "color": "red", "count": 1, "reason": "The token lies elsewhere."}
    played = (game + [{"move": "undo"}] * len(game)) * 2
    return [{**ruling, **there}, {**ruling, **back}] * ((ENTRIES - len(played)) // 2) + played


def ours() -> Costs:
    """Measure a tap by pages."""
    game = list(games.moves(seed=1))
    with (
        tempfile.TemporaryDirectory() as folder,
        companion(COMPANION_MOST_ENTRIES=str(1000 + 2 * ENTRIES)) as server,
        load("pages", server.url, _written(folder, long_game(game) + game, game)) as made,
    ):
        return _in_turn(server, made, ENTRIES)


def theirs() -> Costs:
    """Measure a move of the peer in memory, in a match of many more rounds: nothing is taken back in one."""
    game = list(games.moves(seed=1))
    times = ENTRIES // len(game) + 1
    rounds = games.OPTIONS[games.SLUFF_OFF]["rounds"] * (times + 1)
    with (
        tempfile.TemporaryDirectory() as folder,
        peer(rounds=rounds) as server,
        load("peer", server.url, _written(folder, game * (times + 1), game)) as made,
    ):
        return _in_turn(server, made, times * len(game))


def _written(folder: str, *played: Game) -> Path:
    file = Path(folder, "games.json")
    file.write_text(json.dumps([{"header": games.header(), "moves": moves} for moves in played]))
    return file


def _in_turn(server: Server, made: Load, filled: int) -> Costs:
    for many in (filled, 0):
        made.ask("settings", filled=many)
        made.ask("open", tables=1)
    pairs = [(_block(server, made, 1), _block(server, made, 0)) for _ in range(1 + BLOCKS)][1:]
    return Costs(median(fresh for fresh, _ in pairs), median(long for _, long in pairs))


def _block(server: Server, made: Load, table: int) -> float:
    before = server.cpu()
    found = made.ask("whole", only=[table], moves=MOVES)
    return 1000 * (server.cpu() - before) / int(found["moves"])


def rows(_seconds: int) -> list[Row]:
    own, other = ours(), theirs()
    what = f"processor time a tap at a table with {ENTRIES:,} entries (at a fresh one), ms"
    wanted = (Wanted(own.long / own.fresh, "at most", 1.2, "of a fresh one"),)
    return [Row(what, (own.said, other.said), wanted)]
