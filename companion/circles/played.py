"""Played: a game as its circle keeps it, made from the table's snapshot; and the same as JSON, for the database.

A game is made after each entry that ends it, and once more whenever an entry changes a game that has ended (an amend,
an undo): the later one replaces the earlier, which has the same `table`.

A stored game does not say for good who is who: `service/circle_games.py` adds the people as they are known now, so
that no stored game changes if people are merged or renamed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Annotated, Any

from pydantic import PlainSerializer, TypeAdapter

from companion.games.game import Book
from companion.games.seating import SEAT_MOVES
from companion.tables.snapshot import Snapshot
from companion.tables.visibility import seen_by

Seconds = Annotated[timedelta, PlainSerializer(lambda time: round(time.total_seconds()))]

PAUSE = timedelta(hours=6)
"""A pause longer than this ends an evening. If a game goes on after it, the pause does not count as time played."""


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A seat of a game: who sat there, under which name, and how it ended.

    `person` is None if the circle does not know the person. `place` counts from 1 and is shared by equals; `score` is
    None in a game without points. `counts` is by the game's tallies, empty before the game is over. `whole` is True if
    the person who has the seat was there from the first move to the last.
    """

    person: int | None
    name: str
    place: int
    score: int | None
    counts: Mapping[str, int] = field(default_factory=dict)
    whole: bool = True

    @property
    def won(self) -> bool:
        """True if the seat has won, provided that the game is over."""
        return self.place == 1


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played at a table, whose code is `table`.

    `game` is its slug, `edition` its box (None if there is only one), `options` the house rules that differ from the
    usual ones. `begun` and `ended` are the times of the first and the latest entry that stand; `paused` is how much of
    the time between them nobody played. `over` is True if it was played to its end.
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
        """The time for which it was played."""
        return self.ended - self.begun - self.paused

    @property
    def seat_by_person(self) -> dict[int, PlayedSeat]:
        """The seats of the people whom the circle knows, by their ids."""
        return {seat.person: seat for seat in self.seats if seat.person is not None}


PLAYED = TypeAdapter(PlayedGame)
"""Writes a game as JSON, and reads what this program or an earlier one has written."""


def in_order(games: Iterable[PlayedGame]) -> tuple[PlayedGame, ...]:
    """Return the games in the order in which they ended."""
    return tuple(sorted(games, key=lambda game: (game.ended, game.begun, game.table)))


def played_of(snapshot: Snapshot) -> PlayedGame:
    """Return the game of a table as it stands, as everybody may know it. Its seats name no people of the circle yet."""
    book = seen_by(snapshot, None).book
    report, game = book.report(), book.game
    counts = game.tally(book) if report.over else {}
    places = {place.name: place for place in game.places(book)}
    # What a correction has inserted has no time. If nothing was entered, the game began when the table was opened.
    # The times are sorted because a clock may have been set back.
    entered = (entry.at for entry in snapshot.entered() if entry.at is not None)
    times = sorted(entered) or [snapshot.opened_at]
    gaps = (later - earlier for earlier, later in pairwise(times))
    return PlayedGame(
        table=snapshot.code,
        game=snapshot.header.game,
        edition=game.box or None,
        options=dict(snapshot.header.plain.get("options", {})),
        begun=times[0],
        ended=times[-1],
        over=report.over,
        seats=tuple(
            PlayedSeat(
                person=None,
                name=name,
                place=places[name].place,
                score=places[name].total,
                counts=dict(counts.get(name, {})),
                whole=_there_throughout(book, name),
            )
            for name in book.seats
        ),
        paused=sum((gap for gap in gaps if gap > PAUSE), timedelta()),
    )


def _there_throughout(book: Book, name: str) -> bool:
    """Return True if the person who has that seat was there in each round.

    If no round has points, it must have been at each move except those that change seats.
    """
    rounds = book.report().rounds
    if rounds:
        return all(name in points for points in rounds)
    person = book.people.person(name)
    return all(person in step.people.seated for step in book.standing() if not isinstance(step.move, SEAT_MOVES))
