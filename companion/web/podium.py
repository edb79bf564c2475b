"""Places by points: fewest first, equal totals on the same place."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.game import Report


@dataclass(frozen=True, slots=True)
class Place:
    """A seat's place among all, counted from 1."""

    place: int
    name: str
    total: int


def podium(report: Report) -> tuple[Place, ...]:
    """All seats in order of their places; within a place in seat order."""
    points = sorted(report.totals.values())
    places = (Place(points.index(total) + 1, seat, total) for seat, total in report.totals.items())
    return tuple(sorted(places, key=lambda place: place.place))
