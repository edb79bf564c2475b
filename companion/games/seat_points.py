"""The points of a game whose seats change: totals, sheets, what newcomers begin with, and what those who left had."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from companion.games.people import People
from companion.games.report import Points
from companion.games.seating import SeatChange, WithSetup
from companion.games.text import Text


class Summed(Protocol):
    """A seat's points in one round, as far as this looks at them."""

    @property
    def total(self) -> int:
        """The points."""

    @property
    def away(self) -> bool:
        """Whether the seat had no part in the round."""

    @property
    def text(self) -> Text:
        """The sum as one writes it."""


T = TypeVar("T", bound=Summed)


@dataclass(frozen=True, slots=True)
class Left(Generic[T]):
    """Somebody who left, by their number among the people: what they began with, and a sum for each round before."""

    person: int
    start: int
    sums: tuple[T, ...]


@dataclass(frozen=True, slots=True)
class Past(Generic[T]):
    """The points of a game whose seats have changed, beside the sums of those who sit there.

    `starts` are the points that each seat has begun with (empty: none has any); `left` are those who have gone.
    """

    starts: tuple[int, ...] = ()
    left: tuple[Left[T], ...] = ()

    def start(self, seat: int) -> int:
        """The points that the seat of that number has begun with."""
        return self.starts[seat] if self.starts else 0

    def starts_by_name(self, seats: Sequence[str]) -> dict[str, int]:
        """The points that seats have begun with, of those who have any."""
        return {name: start for name, start in zip(seats, self.starts, strict=False) if start}

    def left_by_name(self, people: People) -> dict[str, int]:
        """The totals of those who have left."""
        return {people.names[one.person][-1]: one.start + sum(own.total for own in one.sums) for one in self.left}


class Scored(WithSetup, Protocol[T]):
    """A game's state, as far as this looks at it: `sums` has for each finished round that of every seat."""

    @property
    def sums(self) -> tuple[tuple[T, ...], ...]:
        """By round, then in seat order."""

    @property
    def past(self) -> Past[T]:
        """What late joiners began with, and who has left."""


def totals(state: Scored[T]) -> tuple[int, ...]:
    """Each seat's points over all finished rounds, in seat order."""
    seats = range(len(state.setup.seats))
    return tuple(state.past.start(seat) + sum(sums[seat].total for sums in state.sums) for seat in seats)


def sums_by_name(state: Scored[T]) -> tuple[Mapping[str, T], ...]:
    """For each finished round the sums of those who played it: who sits there in seat order, then who has left."""
    people = state.setup.people
    left = [(people.names[one.person][-1], one.sums) for one in state.past.left]
    return tuple(
        {name: own for name, own in zip(map(str, people.seats), of_seats, strict=True) if not own.away}
        | {name: gone[number] for name, gone in left if number < len(gone) and not gone[number].away}
        for number, of_seats in enumerate(state.sums)
    )


def on_sheet(sums: Mapping[str, T]) -> dict[str, Points]:
    """The sums of one round as a score sheet has them, by seat."""
    return {seat: Points(own.text, own.total) for seat, own in sums.items()}


def carried_sums(
    sums: tuple[tuple[T, ...], ...], past: Past[T], change: SeatChange, before: People, away: T, start: int
) -> tuple[tuple[tuple[T, ...], ...], Past[T]]:
    """The sums of all finished rounds by seat after a change, and who has gone.

    Who comes has `away` in each of them, and `start` points; who comes back has their own again.
    """
    known = {one.person: one for one in past.left}
    rows: list[tuple[T, ...]] = []
    starts = []
    for person, old in zip(change.people.seated, change.was, strict=True):
        back = known.get(person)
        if old is not None:
            rows.append(tuple(one[old] for one in sums))
            starts.append(past.start(old))
        else:
            own = () if back is None else back.sums
            rows.append((*own, *(away for _ in range(len(sums) - len(own)))))
            starts.append(start if back is None else back.start)
    gone = tuple(
        Left(person, past.start(old), tuple(one[old] for one in sums))
        for old, person in enumerate(before.seated)
        if old not in change.was
    )
    stay = tuple(one for one in past.left if one.person not in change.people.seated)
    return tuple(zip(*rows, strict=True)), Past(tuple(starts) if any(starts) else (), (*stay, *gone))
