"""Varied games of all four kinds for the load: legal moves picked by chance, from fixed seeds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from tests.evening import Alone

SEATS = ("Chris", "Mary", "Katie", "Cory", "Carly")
SLUFF_OFF = "sluff-off"
KINDS = (SLUFF_OFF, "ui77", "popcorn", "fluff")
OPTIONS = {SLUFF_OFF: {"rounds": 20}, "fluff": {"sets": 2}}
GAMES = 60
ONWARD = 0.4
"""How often what brings a game nearer to its end is done where something else may be done, too."""
OUT = Path(__file__).parent / "out"
RULES = Path(__file__).parents[2] / "companion" / "games"

Game = dict[str, Any]
"""A whole game: its `header`, and its `moves`."""


def header(game: str = SLUFF_OFF) -> dict[str, Any]:
    """A table of five, with as many rounds as there may be, or as many dice as they need."""
    return {"transcript": 1, "game": game, "seats": list(SEATS), "options": OPTIONS.get(game, {})}


def moves(seed: int, game: str = SLUFF_OFF) -> Iterator[dict[str, Any]]:
    """Legal moves of one game until it is over."""
    table = Alone(header(game), seed)
    while not table.over:
        move = table.next_move(ONWARD)
        if game == SLUFF_OFF and "cards" in move:  # the peer knows a trick by who has won it, and with what
            continue
        yield move
        table.tap(move)


def written() -> Path:
    """A file with GAMES whole games, of each kind in turn. Played anew only when the rules have changed."""
    file = OUT / f"games-{_rules()}.json"
    if not file.exists():
        OUT.mkdir(exist_ok=True)
        with ProcessPoolExecutor() as pool:
            played = list(pool.map(_game, range(GAMES)))
        file.write_text(json.dumps(played), encoding="utf-8")
    return file


def _game(seed: int) -> Game:
    kind = KINDS[seed % len(KINDS)]
    return {"header": header(kind), "moves": list(moves(seed, kind))}


def _rules() -> str:
    sources = [Path(__file__), *sorted(RULES.rglob("*.py"))]
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]
