"""A table for tests: moves in, rulings out."""

from __future__ import annotations

from typing import Any

from companion.games.ruling import Rejected
from companion.games.transcript import open_book, read_header

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


class Sitting:
    """One table: `play` wants every move accepted, `refused` wants the last one rejected and nothing changed."""

    def __init__(self, seats: int = 3, dealer: str | None = None, first: str | None = None, **options: Any) -> None:
        self.book = open_book(read_header(header(seats, dealer, first, **options)))

    def play(self, *moves: Plain) -> Sitting:
        for move in moves:
            ruling = self.book.play(move)
            assert not isinstance(ruling, Rejected), (move, ruling.rule.id, str(ruling.because))
            self.book = ruling.state
        return self

    def refused(self, move: object) -> tuple[str, str]:
        """The rule's id and the numbers behind it; asserts that the state is untouched."""
        before = self.report
        ruling = self.book.play(move)
        assert isinstance(ruling, Rejected), move
        assert self.report == before
        return ruling.rule.id, str(ruling.because)

    def instead(self, move: Plain) -> list[Plain]:
        parsed = self.book.game.parse(move)
        assert not isinstance(parsed, Rejected)
        return [other.plain() for other in self.book.game.instead(self.book.state, parsed)]

    @property
    def report(self) -> Plain:
        return self.book.report().plain()

    @property
    def held(self) -> list[int]:
        """The cards of each seat, and of the pile."""
        return list(self.report["holdings"].values())

    @property
    def phase(self) -> str:
        return str(self.report["phase"])

    def down_to(self, *left: int) -> Sitting:
        """Rulings that leave the seats with so many cards, the last of them with all the rest."""
        for name, n in zip(self.book.header.seats[:-1], left, strict=True):
            held = self.report["holdings"][name]
            if held > n:
                self.play(give(held - n, name, self.book.header.seats[-1]))
        return self
