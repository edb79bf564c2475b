"""Played: a game as a circle keeps it; and the same as JSON, for a row of the database.

`PLAYED` is its way into the database and back. Who is who is not kept in it for good: `service/circle_games.py` gives
it the people as they are known now, so that a merge or a renaming changes no stored game.
`circles/played_at_table.py` makes one from a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Annotated, Any

from pydantic import PlainSerializer, TypeAdapter

Seconds = Annotated[timedelta, PlainSerializer(lambda time: round(time.total_seconds()))]


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A seat of a game: who sat there (None: nobody that the circle knows), as which name, and how it ended.

    `place` counts from 1 and is shared by equals; `score` is None in a game without points. `counts` is by the game's
    tallies, empty before the game is over. `whole`: who has the seat was there from the first move to the last.
    """

    person: int | None
    name: str
    place: int
    score: int | None
    counts: Mapping[str, int] = field(default_factory=dict)
    whole: bool = True


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played at a table, its code `table`.

    `game` is its slug, `edition` the box (None: there is but one), `options` the house rules that differ from the
    usual ones. `begun` and `ended` are the times of the first and the latest entry that stand; `paused` is how much of
    that nobody played. `over`: it was played to its end.
    """

    table: str
    game: str
    edition: str | None
    options: Mapping[str, Any]
    begun: datetime
    ended: datetime
    over: bool
    seats: tuple[PlayedSeat, ...]
    paused: Seconds = timedelta()

    @property
    def length(self) -> timedelta:
        """How long it was played."""
        return self.ended - self.begun - self.paused


PLAYED = TypeAdapter(PlayedGame)
"""Writes a game as JSON, and reads what this program or an earlier one has written."""
