"""A game's rules read a second time: what such a reading is asked, and how it is held against the game itself.

A reading is as plain as can be written, and shares nothing with the game but the words of the contract. It keeps every
move that stands, so that an undo is a replay.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from companion.games.ruling import Rejected
from tests.games.plain_seats import KEYS as COMINGS
from tests.games.plain_seats import PlainSeats
from tests.games.random_games import played

Plain = dict[str, Any]


class PlainReading(ABC):
    """A table. A game's own has a method for each of its moves, which says by which rule it is refused: `_take`."""

    people: PlainSeats

    def __init__(self) -> None:
        self.stands: list[Plain] = []
        self.stopped = False
        self.begin()

    @abstractmethod
    def begin(self) -> None:
        """Be as before the first move; `people` are set then."""

    @abstractmethod
    def malformed(self, raw: Plain) -> bool:
        """Whether it is no move of this game, though it has the name of one; what every game has is not asked about."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game is."""

    @property
    @abstractmethod
    def counts(self) -> bool:
        """Whether there is something that a stop leaves standing."""

    @abstractmethod
    def compare(self, report: Plain) -> None:
        """Assert that the game's report says what this reading says."""

    def play(self, raw: Plain) -> str | None:
        """The id of the rule by which a move is refused; None where it stands."""
        coming = raw["move"] in COMINGS
        if raw["move"] == "stop":
            wrong = not set(raw) <= {"move", "seat"} or raw.get("seat", self.people.names[0]) not in self.people.names
        else:
            wrong = self.people.malformed(raw) if coming else self.malformed(raw)
        if wrong:
            return "malformed"
        if raw["move"] == "undo":
            return self._undo()
        if self.over:
            return "game-is-over"
        rule: str | None = getattr(self, "_coming" if coming else f"_{raw['move']}")(raw)
        if rule is None:
            self.stands.append(raw)
        return rule

    def _stop(self, _: Plain) -> str | None:
        self.stopped = self.counts
        return None if self.counts else "stop"

    def _undo(self) -> str | None:
        if not self.stands:
            return "nothing-to-undo"
        again, self.stands, self.stopped = self.stands[:-1], [], False
        self.begin()
        for raw in again:
            assert self.play(raw) is None
        return None


def whole(value: Any, lowest: int, highest: int) -> bool:
    """Whether it is a whole number in that range; `true` and `1.0` are none."""
    return type(value) is int and lowest <= value <= highest


def every_seat(value: Any, names: list[str]) -> bool:
    """Whether it is an object of these seats and no others."""
    return isinstance(value, dict) and set(value) == set(names)


def read_twice(head: Plain, moves: list[Plain], reading: PlainReading) -> None:
    """The game and its reading refuse by the same rules, and report the same; the winners come first."""
    for book, raw, after in played(head, moves):
        rule, now = (after.rule.id, book) if isinstance(after, Rejected) else (None, after)
        assert reading.play(raw) == rule, raw
        reading.compare(now.report().plain())
        if reading.over:
            first = {place.name for place in now.game.places(now) if place.place == 1}
            assert first == set(now.report().winners)
