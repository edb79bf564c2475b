"""The part of a game's door that is about people: how many may sit down, whether one deals, who stands where."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel

from companion.games.ruling import Text

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a seat stands in a game without points: its place, counted from 1, and what one says of it."""

    place: int
    name: str
    says: Text


class Seated(ABC, Generic[S]):
    """What opening a table and its scores need to know of a game. Pure, like the game."""

    fewest_seats: ClassVar[int]
    options: ClassVar[type[BaseModel]]
    deals: ClassVar[bool] = True
    """Whether somebody deals; where nobody does, a header need not say who."""

    @abstractmethod
    def most_seats(self, options: BaseModel) -> int:
        """How many may sit down under these house rules."""

    def room_for(self, seats: int) -> Mapping[str, Any] | None:
        """The house rules that so many people need and that are not the usual ones; None for too many people."""
        return {} if seats <= self.most_seats(self.options()) else None

    @property
    def largest(self) -> int:
        """How many may sit down under any house rules."""
        most = self.most_seats(self.options())
        while self.room_for(most + 1) is not None:
            most += 1
        return most

    def standings(self, state: S) -> tuple[Standing, ...]:  # noqa: ARG002 - points say it, where there are some
        """In a game without points: all seats, who is ahead first."""
        return ()
