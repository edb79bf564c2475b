"""Places by points: fewest first, equal totals on the same place."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.sluff_off.view import View


@dataclass(frozen=True, slots=True)
class Place:
    """A seat's place among all, counted from 1."""

    place: int
    name: str
    total: int


def podium(seen: View) -> tuple[Place, ...]:
    """All seats in order of their places; within a place in seat order."""
    totals = sorted(seat.total for seat in seen.seats)
    places = (Place(totals.index(seat.total) + 1, seat.name, seat.total) for seat in seen.seats)
    return tuple(sorted(places, key=lambda place: place.place))
