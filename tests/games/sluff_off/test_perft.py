"""Exhaustive counts of the legal sequences of a tiny box, as chess engines do.

`perft.json` holds the counts by depth. They are reached in two ways that share no
code: by the judge's own choices, and by a second, naive reading of the rules that
tries every claim that can be written down. Table rulings, cards and undo are left out.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.game import Book
from companion.games.ruling import Accepted, Action
from companion.games.transcript import open_book, read_header
from tests.games.sluff_off.sitting import Plain, header

COUNTS: dict[str, Any] = json.loads((Path(__file__).parent / "perft.json").read_text())
COLORS = ("red", "blue", "green", "orange", "purple")


def _count(book: Book, depth: int) -> int:
    legal: list[Action] = [choice for choice in book.game.choices(book.state, None) if choice.legal]
    if depth == 1:
        return len(legal)
    after = (book.claim(choice.move) for choice in legal)
    return sum(_count(ruling.state, depth - 1) for ruling in after if isinstance(ruling, Accepted))


class Naive:
    """The rules once more, in plain dictionaries, for three seats whose last deals."""

    def __init__(self, box: dict[str, int]) -> None:
        self.seats = ["Chris", "Mary", "Katie"]
        self.at = {"centre": {**dict.fromkeys((*COLORS, "white", "black"), 0), **box}}
        self.at |= {seat: dict.fromkeys((*COLORS, "white", "black"), 0) for seat in self.seats}
        self.predicting = list(self.seats)
        self.took: set[str] = set()
        self.sluffer: str | None = None
        self.owes: tuple[str, str, str] | None = None

    def copy(self) -> Naive:
        other = Naive.__new__(Naive)
        other.__dict__ = {
            **self.__dict__,
            "predicting": list(self.predicting),
            "took": set(self.took),
            "at": {place: dict(pile) for place, pile in self.at.items()},
        }
        return other

    def move(self, token: str, source: str, target: str) -> None:
        self.at[source][token] -= 1
        self.at[target][token] += 1

    def after(self, kind: str, *with_: str) -> Naive | None:
        other = self.copy()
        return other if getattr(other, kind)(*with_) else None

    def take(self, seat: str, color: str) -> bool:
        if self.predicting[:1] != [seat] or self.at["centre"][color] < 1:
            return False
        self.move(color, "centre", seat)
        self.took.add(seat)
        return True

    def steal(self, seat: str, color: str, holder: str) -> bool:
        if self.predicting[:1] != [seat] or seat == holder or self.at["centre"][color] > 0:
            return False
        if self.at[holder][color] < 1 or self.at["centre"]["white"] < 1:
            return False
        self.move(color, holder, seat)
        self.move("white", "centre", holder)
        self.took.add(seat)
        return True

    def take_sluffer(self, seat: str) -> bool:
        if self.predicting[:1] != [seat] or self.sluffer or seat in self.took or any(self.at[seat].values()):
            return False
        self.sluffer = seat
        self.predicting.pop(0)
        return True

    def done(self, seat: str) -> bool:
        if self.predicting[:1] != [seat]:
            return False
        self.predicting.pop(0)
        return True

    def trick(self, winner: str, led: str, won: str) -> bool:
        if self.predicting or self.owes or won not in (led, "blue"):
            return False
        if winner == self.sluffer:
            return True
        if any(self.at[winner][token] for token in (led, won, "white")):
            self.owes = (winner, led, won)
        elif self.at["centre"]["black"]:
            self.move("black", "centre", winner)
        return True

    def turn_in(self, seat: str, token: str) -> bool:
        if not self.owes or self.owes[0] != seat or token not in (*self.owes[1:], "white") or not self.at[seat][token]:
            return False
        self.move(token, seat, "centre")
        self.owes = None
        return True

    def miss(self, seat: str) -> bool:
        owed = self.owes is not None and self.owes[0] == seat
        self.owes = None
        return owed


def _claims(seats: list[str]) -> Iterator[tuple[str, ...]]:
    tokens = (*COLORS, "white", "black")
    yield from itertools.product(("take",), seats, COLORS)
    yield from itertools.product(("steal",), seats, COLORS, seats)
    yield from itertools.product(("take_sluffer", "done", "miss"), seats)
    yield from itertools.product(("trick",), seats, COLORS, COLORS)
    yield from itertools.product(("turn_in",), seats, tokens)


def _count_naively(table: Naive, depth: int) -> int:
    after = [other for claim in _claims(table.seats) if (other := table.after(*claim)) is not None]
    return len(after) if depth == 1 else sum(_count_naively(other, depth - 1) for other in after)


def _box(supply: Plain) -> Plain:
    return {**dict.fromkeys((*COLORS, "white", "black"), 0), **supply}


@pytest.mark.property
@pytest.mark.parametrize("name", COUNTS)
def test_perft(name: str) -> None:
    counts = COUNTS[name]
    book = open_book(read_header(header(3, supply=_box(counts["supply"]))))
    assert {str(depth): _count(book, depth) for depth in range(1, 7)} == counts["legal"]


@pytest.mark.property
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", COUNTS)
def test_perft_by_brute_force(name: str) -> None:
    counts = COUNTS[name]
    found = {str(depth): _count_naively(Naive(counts["supply"]), depth) for depth in range(1, 7)}
    assert found == counts["legal"]
