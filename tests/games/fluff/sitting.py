"""A table of dice for tests: moves in, rulings out."""

from __future__ import annotations

from typing import Any

from tests.games.sitting import AnySitting

NAMES = ("Ann", "Tom", "Mia", "Ben", "Eve", "Max", "Ida", "Jon", "Lea", "Kai", "Zoe", "Gus")
Plain = dict[str, Any]
UNDO: Plain = {"move": "undo"}


def header(seats: int = 3, **options: Any) -> Plain:
    return {"transcript": 1, "game": "fluff", "seats": list(NAMES[:seats]), "options": options}


def roll(**wilds: int) -> Plain:
    return {"move": "first_roll", "wilds": wilds}


def starts(seat: str = "Ann", seats: int = 3) -> Plain:
    """A first roll that this seat wins."""
    return roll(**{name: int(name == seat) for name in NAMES[:seats]})


def bid(seat: str, quantity: int, value: int) -> Plain:
    return {"move": "bid", "seat": seat, "quantity": quantity, "value": value}


def call(seat: str) -> Plain:
    return {"move": "call", "seat": seat}


def show(seat: str, dice: str) -> Plain:
    """The faces as letters: "2246w"."""
    return {"move": "show", "seat": seat, "dice": ["wild" if face == "w" else int(face) for face in dice]}


def count(seat: str, matching: int) -> Plain:
    """The seat's dice after a call, by how many of them count."""
    return {"move": "show", "seat": seat, "matching": matching}


def spill(seat: str, count: int = 1) -> Plain:
    return {"move": "spill", "seat": seat, "count": count}


def lost(seat: str, dice: int = 1) -> Plain:
    """The round told by its result."""
    return {"move": "result", "seat": seat, "dice": dice}


def ruling(seat: str, dice: int) -> Plain:
    return {"move": "ruling", "seat": seat, "dice": dice, "reason": "we agreed"}


class Sitting(AnySitting):
    """One table of dice."""

    def __init__(self, seats: int = 3, **options: Any) -> None:
        super().__init__(header(seats, **options))

    def started(self, seat: str = "Ann") -> Sitting:
        return self.play(starts(seat, len(self.book.header.seats)))

    def holding(self, **dice: int) -> Sitting:
        """Dice by rulings, before a round's first bid."""
        held = self.report["holdings"]
        return self.play(*(ruling(name, n - held[name]) for name, n in dice.items() if n != held[name]))

    def settled(self, *moves: Plain, true: bool) -> Sitting:
        """Moves up to a call, then everybody shows: a bid that is `true` or not."""
        self.play(*moves)
        for seat in self.book.state.unshown:
            face = self.book.state.bid.value if true else 2 + (self.book.state.bid.value == 2)
            self.play(show(seat, str(face) * self.book.state.dice[seat]))
        return self

    @property
    def turn(self) -> str | None:
        turn: str | None = self.book.state.turn
        return turn

    @property
    def held(self) -> list[int]:
        return list(self.report["holdings"].values())


def bidding(quantity: int = 5, value: int = 4) -> Sitting:
    return Sitting().started().play(bid("Ann", quantity, value))


def called(caller: str = "Tom") -> Sitting:
    return Sitting().started().holding(Mia=2).play(bid("Ann", 5, 4), call(caller))
