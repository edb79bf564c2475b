"""The games of a circle as its pages tell them; who is nobody that the circle knows is called somebody."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from pydantic import ValidationError

from companion.circles.circle import Circle
from companion.circles.evenings import Evening, evenings
from companion.circles.played import PAUSE, PlayedGame
from companion.games import GAMES
from companion.games.text import Text
from companion.web.circle.identity import circles
from companion.web.lobby.house_rules import HouseChoice, choices_of
from companion.web.request_language import words

SOMEBODY = Text("somebody")


def games_of(circle: Circle) -> tuple[PlayedGame, ...]:
    """The games, the table that was opened first before the others."""
    somebody = words(SOMEBODY)
    return tuple(
        replace(game, seats=tuple(replace(seat, name=seat.name or somebody) for seat in game.seats))
        for game in circles().games.of(circle.id)
    )


def latest_evening(played: tuple[PlayedGame, ...], now: datetime) -> Evening | None:
    """The evening that goes on: the latest one, unless it has been over for so long that the next will be another."""
    found = evenings(played)
    return found[-1] if found and now - found[-1].ended <= PAUSE else None


def goes_on(game: PlayedGame, now: datetime) -> bool:
    """Whether a game may still be played on."""
    return not game.over and now - game.ended <= PAUSE


def title_of(played: PlayedGame) -> Text:
    """What was played, as its box calls it."""
    return GAMES[played.game].in_box(played.edition or "").title


def unusual_rules(played: PlayedGame) -> tuple[HouseChoice, ...]:
    """The house rules that were not the usual ones; none where today's program does not know them."""
    game = GAMES[played.game].in_box(played.edition or "")
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
