"""Points by round and name: totals, what late joiners began with, and what those who left had."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.people import People, Seat
from companion.games.report import Points, Report, ScoreSheet
from companion.games.text import Text


class Sum(Protocol):
    """A seat's points in one round."""

    @property
    def total(self) -> int: ...

    @property
    def text(self) -> Text:
        """The sum as one writes it."""


STOPPED = Text("The table has stopped the game.")
T = TypeVar("T", bound=Sum)
K = TypeVar("K", bound=str)


class Scored(Struct, Generic[T], frozen=True, kw_only=True, dict=True):
    """The state of a game with points.

    `sums` holds for each finished round the sum of everybody who played it, `scored` their points over all of them, and
    `starts` the points that late joiners began with. All keep those who have left: a name is one person's for good.
    `stopped` says that the people have ended the game before its own end (rule stop).
    """

    people: People
    sums: tuple[Mapping[Seat, T], ...] = ()
    scored: Mapping[Seat, int] = field(default_factory=dict)
    starts: Mapping[Seat, int] = field(default_factory=dict)
    stopped: bool = False

    @property
    def phase(self) -> str:
        raise NotImplementedError

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.people.seats

    @cached_property
    def totals(self) -> dict[str, int]:
        """The totals of those who sit at the table, in seat order."""
        return {seat: self.total(seat) for seat in self.seats}

    def total(self, seat: Seat) -> int:
        """Return the points of a seat, or of somebody who left, over all finished rounds."""
        return self.starts.get(seat, 0) + self.scored.get(seat, 0)

    def with_sums(self, sums: Mapping[Seat, T], **changes: Any) -> Self:
        """Return the state with one more round scored, and these changes."""
        scored = {seat: self.scored.get(seat, 0) + own.total for seat, own in sums.items()}
        return replace(self, sums=(*self.sums, sums), scored={**self.scored, **scored}, **changes)

    @property
    def rounds_scored(self) -> tuple[Mapping[str, T], ...]:
        """The sums of each finished round: of who sits at the table in seat order, then of who has left."""
        everybody = (*self.seats, *self._left)
        return tuple({seat: sums[seat] for seat in everybody if seat in sums} for sums in self.sums)

    def report_with(
        self,
        winners: tuple[str, ...],
        holdings: Mapping[K, Any],
        irregularities: tuple[Mapping[str, Any], ...] = (),
        **extra: Any,
    ) -> Report:
        """Return what stands: these things, and the points. `extra` are keys that only this game has."""
        return Report(
            phase=self.phase,
            over=self.phase == "over",
            rounds=tuple({seat: own.total for seat, own in sums.items()} for sums in self.rounds_scored),
            totals=self.totals,
            winners=winners,
            irregularities=irregularities,
            holdings=dict[str, Any](holdings.items()),
            extra={**extra, **({"stopped": True} if self.stopped else {})},
            starts={seat: self.starts[seat] for seat in self.seats if self.starts.get(seat)},
            left={seat: self.total(seat) for seat in self._left},
        )

    def sheet_with(self, number: int, planned: int | None, running: Mapping[K, Sum]) -> ScoreSheet:
        """Return the score sheet. The running round is the `number`th, and what it costs as it stands is `running`."""
        over = self.phase == "over"
        finished = tuple(map(_on_sheet, self.rounds_scored))
        return ScoreSheet(number, planned, {} if over else _on_sheet(running), finished)

    @property
    def _left(self) -> tuple[Seat, ...]:
        return tuple(self.people.names[person][-1] for person in self.people.left)


def _on_sheet(sums: Mapping[K, Sum]) -> dict[str, Points]:
    return {seat: Points(own.text, own.total) for seat, own in sums.items()}
