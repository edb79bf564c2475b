"""A table of Popcorn as people see it: seats, claims, and what was turned over."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games import screen
from companion.games.popcorn.moves import counted
from companion.games.text import Text


@dataclass(frozen=True, slots=True)
class SeatView(screen.SeatView):
    """A seat: how many `cards` it holds, whether it `laid` the standing claim, whether it `called`."""

    cards: int
    laid: bool
    called: bool


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim: who said what. `put` is how many cards were put down, None where this book does not know."""

    seat: str
    rank: str
    count: int
    put: int | None

    @property
    def said(self) -> Text:
        """What was said: "2 sevens"."""
        return counted(self.rank, self.count)


@dataclass(frozen=True, slots=True)
class TurnedView:
    """A reveal: the claim, who called, whether it was honest, who took how many; `seen` the ranks, where entered."""

    claim: ClaimView
    caller: str
    honest: bool
    taker: str
    taken: int
    seen: tuple[str, ...]
