"""The games of a circle as its pages tell them: who is nobody that the circle knows is called somebody."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from companion.circles.circle import Circle
from companion.circles.evenings import PAUSE, Evening, evenings
from companion.circles.played import Played
from companion.games.text import Text
from companion.web.circle.identity import circles
from companion.web.request_language import words

SOMEBODY = Text("somebody")


def games_of(circle: Circle) -> tuple[Played, ...]:
    """The games, the table that was opened first before the others."""
    somebody = words(SOMEBODY)
    return tuple(
        replace(game, seats=tuple(replace(seat, name=seat.name or somebody) for seat in game.seats))
        for game in circles().games.of(circle.id)
    )


def latest_evening(played: tuple[Played, ...], now: datetime) -> Evening | None:
    """The evening that goes on: the latest one, unless it has been over for so long that the next will be another."""
    found = evenings(played)
    return found[-1] if found and now - found[-1].ended <= PAUSE else None


def goes_on(game: Played, now: datetime) -> bool:
    """Whether a game may still be played on."""
    return not game.over and now - game.ended <= PAUSE
