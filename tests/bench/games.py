"""Varied games for the load: legal moves picked by chance from what the judge offers, from a fixed seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from companion.games.ruling import Accepted
from companion.games.transcript import Book, read_header

SEATS = ("Chris", "Mary", "Katie", "Cory", "Carly")


def header(seats: int = 5) -> dict[str, Any]:
    """A table of that many, with as many rounds as there may be."""
    return {"transcript": 1, "game": "sluff-off", "seats": list(SEATS[:seats]), "options": {"rounds": 20}}


def moves(seed: int, seats: int = 5) -> Iterator[dict[str, Any]]:
    """Legal moves of one game until it is over. Predictions are kept to a few tokens, as people do."""
    chance = random.Random(seed)  # a reproducible load, no secret
    book = Book.open(read_header(header(seats)))
    while legal := [choice.move.plain() for choice in book.game.choices(book.state, None) if choice.legal]:
        enough = legal[-1]["move"] == "done" and chance.random() < 0.3
        move = legal[-1] if enough else chance.choice(legal)
        yield move
        ruling = book.play(move)
        if isinstance(ruling, Accepted):
            book = ruling.state
