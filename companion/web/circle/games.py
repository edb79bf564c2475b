"""The games of a circle as its pages tell and list them; who is nobody that the circle knows is called somebody."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pydantic import ValidationError

from companion.circles.circle import Circle, Person
from companion.circles.evenings import PAUSE, Evening, evenings
from companion.circles.played import Played
from companion.games import GAMES
from companion.games.game import AnyGame
from companion.games.text import Text
from companion.web.circle.identity import circles
from companion.web.lobby.house_rules import HouseChoice, choices_of
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


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a game. `person` is None for who is nobody that the circle knows."""

    place: int
    person: Person | None
    name: str
    score: int | None
    whole: bool


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list: `seats` by their places, `rules` that were not the usual ones."""

    played: Played
    title: Text
    length: Text
    seats: tuple[SeatRow, ...]
    rules: tuple[HouseChoice, ...]


def game_row(played: Played, people: Iterable[Person]) -> GameRow:
    """A game as it stands in a list."""
    known = {person.id: person for person in people}
    game = GAMES[played.game].in_box(played.edition or "")
    seats = (
        SeatRow(seat.place, person, person.name if person else seat.name, seat.score, seat.whole)
        for seat in played.seats
        for person in (known.get(seat.person or 0),)
    )
    return GameRow(
        played,
        game.title,
        length(played.length),
        tuple(sorted(seats, key=lambda seat: seat.place)),
        _rules(game, played),
    )


def _rules(game: AnyGame, played: Played) -> tuple[HouseChoice, ...]:
    """Those that were not the usual ones; none where today's program does not know them."""
    try:
        game.options.model_validate(played.options)
    except ValidationError:
        return ()
    choices = choices_of(game, played.options)
    return tuple(choice for name, choice in choices.items() if choice.changed and name != game.box_option)


def length(time: timedelta) -> Text:
    """How long something was, in hours and minutes."""
    hours, minutes = divmod(max(1, round(time.total_seconds() / 60)), 60)
    return Text("{hours} h {minutes} min", hours=hours, minutes=minutes) if hours else Text("{n} min", n=minutes)
