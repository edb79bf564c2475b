"""Varied games for the load: legal moves picked by chance from what the judge offers, from fixed seeds."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from companion.games.ruling import Accepted
from companion.games.transcript import open_book, read_header

SEATS = ("Chris", "Mary", "Katie", "Cory", "Carly")
GAMES = 200
OUT = Path(__file__).parent / "out"
RULES = Path(__file__).parents[2] / "companion" / "games"


def header(seats: int = 5) -> dict[str, Any]:
    """A table of that many, with as many rounds as there may be."""
    return {"transcript": 1, "game": "sluff-off", "seats": list(SEATS[:seats]), "options": {"rounds": 20}}


def moves(seed: int, seats: int = 5) -> Iterator[dict[str, Any]]:
    """Legal moves of one game until it is over. Predictions are kept to a few tokens, as people do."""
    chance = random.Random(seed)  # a reproducible load, no secret
    book = open_book(read_header(header(seats)))
    while legal := [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]:
        enough = legal[-1]["move"] == "done" and chance.random() < 0.3
        move = legal[-1] if enough else chance.choice(legal)
        yield move
        ruling = book.play(move)
        if isinstance(ruling, Accepted):
            book = ruling.state


def written() -> Path:
    """A file with GAMES whole games, a list of moves each. Played anew only when the rules have changed."""
    file = OUT / f"games-{_rules()}.json"
    if not file.exists():
        OUT.mkdir(exist_ok=True)
        with ProcessPoolExecutor() as pool:
            played = list(pool.map(_game, range(GAMES)))
        file.write_text(json.dumps(played), encoding="utf-8")
    return file


def _game(seed: int) -> list[dict[str, Any]]:
    return list(moves(seed))


def _rules() -> str:
    sources = [Path(__file__), *sorted(RULES.rglob("*.py"))]
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]
