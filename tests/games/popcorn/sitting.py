"""A table for tests: moves in, rulings out."""

from __future__ import annotations

from typing import Any

from companion.games.game import Book
from tests.games.sitting import AnySitting

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan")
Plain = dict[str, Any]


def header(seats: int = 3, dealer: str | None = None, first: str | None = None, **options: Any) -> Plain:
    names = list(NAMES[:seats])
    named = {} if first is None else {"first": first}
    return {
        "transcript": 1, "game": "popcorn", "seats": names, "dealer": dealer or names[-1], **named, "options": options,
    }  # fmt: skip


def claim(seat: str, rank: str, count: int = 1, cards: int | None = None) -> Plain:
    return {"move": "claim", "seat": seat, "rank": rank, "count": count} | ({} if cards is None else {"cards": cards})


def call(seat: str) -> Plain:
    return {"move": "call", "seat": seat}


def honest(yes: bool = True) -> Plain:
    return {"move": "reveal", "honest": yes}


def seen(*ranks: str) -> Plain:
    return {"move": "reveal", "cards": list(ranks)}


def give(count: int, source: str, target: str) -> Plain:
    return {"move": "ruling", "count": count, "from": source, "to": target, "reason": "we agreed"}


PASS: Plain = {"move": "pass"}
UNDO: Plain = {"move": "undo"}


class Sitting(AnySitting):
    """One table of *Popcorn*."""

    def __init__(self, seats: int = 3, dealer: str | None = None, first: str | None = None, **options: Any) -> None:
        super().__init__(header(seats, dealer, first, **options))

    @property
    def held(self) -> list[int]:
        """The cards of each seat, and of the pile."""
        return list(self.report["holdings"].values())

    def seen_by(self, seat: str | None, *entered: int) -> Book:
        """The book as a seat's phone may know it that has entered these moves, by index."""
        return self.book.game.seen_by(self.book, seat, frozenset(entered))

    def down_to(self, *left: int) -> Sitting:
        """Rulings that leave the seats with so many cards, the last of them with all the rest."""
        for name, n in zip(self.book.header.seats[:-1], left, strict=True):
            held = self.report["holdings"][name]
            if held > n:
                self.play(give(held - n, name, self.book.header.seats[-1]))
        return self
