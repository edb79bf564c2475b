"""Points by round and name: totals, what late joiners began with, and what those who left had."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

from companion.games.people import People, Seat
from companion.games.report import Points
from companion.games.text import Text


class Sum(Protocol):
    """A seat's points in one round."""

    @property
    def total(self) -> int: ...

    @property
    def text(self) -> Text:
        """The sum as one writes it."""


T_co = TypeVar("T_co", bound=Sum, covariant=True)
T = TypeVar("T", bound=Sum)
K = TypeVar("K", bound=str)


class Scored(Protocol[T_co]):
    """The state of a game with points.

    `sums` holds for each finished round the sum of everybody who played it, `starts` the points that late joiners
    began with. Both keep those who have left: a name is one person's for good.
    """

    @property
    def people(self) -> People: ...

    @property
    def sums(self) -> tuple[Mapping[Seat, T_co], ...]: ...

    @property
    def starts(self) -> Mapping[Seat, int]: ...


def total(state: Scored[Sum], seat: Seat) -> int:
    """Return the points of a seat, or of somebody who left, over all finished rounds."""
    return state.starts.get(seat, 0) + sum(sums[seat].total for sums in state.sums if seat in sums)


def totals(state: Scored[Sum]) -> dict[str, int]:
    """Return the totals of those who sit at the table, in seat order."""
    return {seat: total(state, seat) for seat in state.people.seats}


def totals_of_left(state: Scored[Sum]) -> dict[str, int]:
    """Return the totals of those who have left."""
    return {seat: total(state, seat) for seat in _left(state.people)}


def starts(state: Scored[Sum]) -> dict[str, int]:
    """Return the points that seats have begun with, of those who began with any, in seat order."""
    return {seat: state.starts[seat] for seat in state.people.seats if state.starts.get(seat)}


def rounds(state: Scored[T]) -> tuple[Mapping[str, T], ...]:
    """Return the sums of each finished round: of who sits at the table in seat order, then of who has left."""
    everybody = (*state.people.seats, *_left(state.people))
    return tuple({seat: sums[seat] for seat in everybody if seat in sums} for sums in state.sums)


def on_sheet(sums: Mapping[K, Sum]) -> dict[str, Points]:
    """Return the sums of one round as a score sheet shows them."""
    return {seat: Points(own.text, own.total) for seat, own in sums.items()}


def _left(people: People) -> tuple[Seat, ...]:
    return tuple(people.names[person][-1] for person in people.left)
