"""A table for tests: moves in, rulings out, with the worked names of the rule sheets."""

from __future__ import annotations

from typing import Any

from tests.games.sitting import AnySitting

NAMES = ("Chris", "Mary", "Katie", "Cory", "Carly")
Plain = dict[str, Any]


def header(seats: int = 4, dealer: str | None = None, **options: Any) -> Plain:
    names = list(NAMES[:seats])
    return {"transcript": 1, "game": "sluff-off", "seats": names, "dealer": dealer or names[-1], "options": options}


def take(seat: str, color: str) -> Plain:
    return {"move": "take", "seat": seat, "color": color}


def steal(seat: str, color: str, holder: str) -> Plain:
    return {"move": "steal", "seat": seat, "color": color, "from": holder}


def done(seat: str) -> Plain:
    return {"move": "done", "seat": seat}


def sluffer(seat: str) -> Plain:
    return {"move": "sluffer", "seat": seat}


def trick(winner: str, led: str, won_with: str | None = None) -> Plain:
    return {"move": "trick", "winner": winner, "led": led, "won_with": won_with or led}


def cards(*names: str, **claim: str) -> Plain:
    return {"move": "trick", "cards": list(names), **claim}


def turn_in(seat: str, color: str) -> Plain:
    return {"move": "turn_in", "seat": seat, "color": color}


def miss(seat: str) -> Plain:
    return {"move": "miss_turn_in", "seat": seat}


def give(color: str, source: str, target: str, count: int = 1) -> Plain:
    return {"move": "ruling", "color": color, "count": count, "from": source, "to": target, "reason": "we agreed"}


def points(seat: str, amount: int) -> Plain:
    return {"move": "ruling", "seat": seat, "points": amount, "reason": "we agreed"}


def result(role: str | None = None, **left: dict[str, int]) -> Plain:
    """A round of four by what lies before each; who is not named has nothing."""
    told = {name: left.get(name, {}) for name in NAMES[:4]}
    return {"move": "result", "left": told, **({"sluffer": role} if role else {})}


UNDO: Plain = {"move": "undo"}


class Sitting(AnySitting):
    """One table of *Sluff Off!*"""

    def __init__(self, seats: int = 4, dealer: str | None = None, **options: Any) -> None:
        super().__init__(header(seats, dealer, **options))

    def held(self, place: str) -> dict[str, int]:
        """What lies there, colours with none left out."""
        return {token: n for token, n in self.report["holdings"][place].items() if n}

    def predicted(self, **tokens: str) -> Sitting:
        """Every seat takes what is named for it ("red red blue"; "sluffer") and is done."""
        seats = self.book.seats
        first = seats.index(self.book.state.round.dealer) + 1
        for name in (*seats[first:], *seats[:first]):
            wanted = tokens.get(name, "").split()
            if wanted == ["sluffer"]:
                self.play(sluffer(name))
            else:
                self.play(*(take(name, color) for color in wanted), done(name))
        return self

    def emptied(self, tricks: int, winner: str = "Chris", color: str = "red") -> Sitting:
        """That many tricks for a seat that has nothing to turn in."""
        return self.play(*(trick(winner, color) for _ in range(tricks)))


def predicted(*seats: str, **tokens: str) -> list[Plain]:
    """The moves of a whole prediction, of four seats from Chris on unless they are named."""
    moves = []
    for name in seats or NAMES[:4]:
        wanted = tokens.get(name, "").split()
        moves += [sluffer(name)] if wanted == ["sluffer"] else [*(take(name, color) for color in wanted), done(name)]
    return moves


def won(tricks: int, winner: str = "Chris", color: str = "red") -> list[Plain]:
    """That many tricks for a seat that has nothing to turn in."""
    return [trick(winner, color) for _ in range(tricks)]
