"""A table for tests: moves in, rulings out."""

from __future__ import annotations

from typing import Any

from companion.games.people import from_left_of
from companion.games.report import ScoreSheet
from tests.games.sitting import AnySitting

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
Plain = dict[str, Any]
UNDO: Plain = {"move": "undo"}
USUAL = ("4H", "6S", "7D")
"""Trump hearts from trick 3; throw up to 2; win 4; spades cost nothing."""


def header(seats: int = 3, dealer: str | None = None, **options: Any) -> Plain:
    names = list(NAMES[:seats])
    return {"transcript": 1, "game": "ui77", "seats": names, "dealer": dealer or names[-1], "options": options}


def face_up(*cards: str) -> Plain:
    return {"move": "face_up", "cards": list(cards or USUAL)}


def swap(seat: str, give: str, take: str) -> Plain:
    return {"move": "swap", "seat": seat, "give": give, "take": take}


def discard(seat: str, count: int = 0) -> Plain:
    return {"move": "discard", "seat": seat, "count": count}


def cut(seat: str) -> Plain:
    return {"move": "cut", "seat": seat}


def trick(winner: str, **more: bool) -> Plain:
    return {"move": "trick", "winner": winner, **more}


def cards(text: str, **more: Any) -> Plain:
    return {"move": "trick", "cards": text.split(), **more}


def count(seat: str, slough: int = 0) -> Plain:
    return {"move": "count", "seat": seat, "slough": slough}


def limit(points: int) -> Plain:
    return {"move": "limit", "points": points}


def points(seat: str, amount: int) -> Plain:
    return {"move": "ruling", "seat": seat, "points": amount, "reason": "we agreed"}


def result(**tricks: int) -> Plain:
    """A hand of three by its tricks; nobody has a card left that costs a point."""
    none = dict.fromkeys(NAMES[:3], 0)
    return {"move": "result", "tricks": none | tricks, "left": none}


class Sitting(AnySitting):
    """One table of *Ui77*."""

    def __init__(self, seats: int = 3, dealer: str | None = None, **options: Any) -> None:
        super().__init__(header(seats, dealer, **options))

    @property
    def sheet(self) -> ScoreSheet:
        return self.book.game.sheet(self.book.state)

    def held(self, what: str = "cards") -> list[int]:
        """How many cards (or tricks) each seat has, in seat order."""
        return [held[what] for held in self.report["holdings"].values()]

    @property
    def order(self) -> list[str]:
        """The seats from the dealer's left on."""
        state = self.book.state
        return [str(seat) for seat in from_left_of(state.seats, state.hand.dealer)]

    def dealt(self, *face: str, **thrown: int) -> Sitting:
        """The three cards turned up, and every seat has discarded (nothing, unless named)."""
        order = self.order
        return self.play(face_up(*face), *(discard(name, thrown.get(name, 0)) for name in order))

    def won(self, *winners: str) -> Sitting:
        return self.play(*map(trick, winners))

    def counted(self, **slough: int) -> Sitting:
        """Everybody who has to counts (none of the slough suit, unless named)."""
        while self.phase == "count":
            name = self.book.state.uncounted[0]
            self.play(count(name, slough.get(name, 0)))
        return self

    def hand(self, **total: int) -> Sitting:
        """A whole hand that adds just so much to each seat that is named, and nothing to the others.

        The dealer's left takes all nine tricks and keeps four cards of the slough suit; rulings do the rest.
        """
        first, *others = self.order
        self.play(face_up(*USUAL), *map(discard, (first, *others)))
        for name in (first, *others):
            missing = total.get(name, 0) - (5 if name == first else 4)
            self.play(*([points(name, missing)] if missing else []))
        return self.won(*[first] * 9).play(count(first, 4))
