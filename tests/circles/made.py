"""Made-up games: who was placed where, with which points, when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from companion.circles.circle import Person
from companion.circles.played import PlayedGame, PlayedSeat
from tests.circles.playing import BEGUN

ANN, BOB, CLEO, DAN = (
    Person(number, name, number, name[0]) for number, name in enumerate(("Ann", "Bob", "Cleo", "Dan"), 1)
)
PEOPLE = (ANN, BOB, CLEO, DAN)
HOUR = timedelta(hours=1)


def game(
    places: Mapping[Person, int],
    scores: Mapping[Person, int] | None = None,
    *,
    slug: str = "sluff-off",
    at: datetime = BEGUN,
    counts: Mapping[Person, Mapping[str, int]] | None = None,
    late: tuple[Person, ...] = (),
    guests: int = 0,
    **more: Any,
) -> PlayedGame:
    """A game of an hour from `at`. Guests come last, and the circle does not know them."""
    scored, counted = scores or {}, counts or {}
    seats = [
        PlayedSeat(person.id, person.name, place, scored.get(person), counted.get(person, {}), person not in late)
        for person, place in places.items()
    ]
    seats += [PlayedSeat(None, f"Guest {n}", len(places) + 1, 99 if scores else None) for n in range(guests)]
    edition = "sluff-off" if slug == "sluff-off" else None
    played = PlayedGame(f"{at:%d%H%M%S}", slug, edition, {}, at, at + HOUR, True, tuple(seats))
    return replace(played, **more)
