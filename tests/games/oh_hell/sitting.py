"""Moves and headers for tests."""

from __future__ import annotations

from typing import Any

from companion.games.game import Book
from tests.games.sitting import AnySitting

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")
Plain = dict[str, Any]
UNDO: Plain = {"move": "undo"}


def header(seats: int = 3, **options: Any) -> Plain:
    """The last seat deals first."""
    names = list(NAMES[:seats])
    return {"transcript": 1, "game": "oh-hell", "seats": names, "dealer": names[-1], "options": options}


def turn_up(card: str = "QH") -> Plain:
    return {"move": "turn_up", "card": card}


def bid(seat: str, tricks: int) -> Plain:
    return {"move": "bid", "seat": seat, "tricks": tricks}


def trick(winner: str) -> Plain:
    return {"move": "trick", "winner": winner}


def points(seat: str, count: int) -> Plain:
    return {"move": "ruling", "seat": seat, "points": count, "reason": "So the table says"}


def hand(bids: dict[str, int], *winners: str) -> list[Plain]:
    """A whole hand: the bids in their order, then who takes each trick."""
    return [turn_up(), *(bid(seat, tricks) for seat, tricks in bids.items()), *map(trick, winners)]


def played(head: Plain, *moves: Plain) -> Book:
    """The book after moves that all stand."""
    return AnySitting(head).play(*moves).book


class Sitting(AnySitting):
    """One table of *Oh Hell*."""

    def __init__(self, seats: int = 3, **options: Any) -> None:
        super().__init__(header(seats, **options))
