"""Played: a game as a circle keeps it, made from a table's snapshot; and the same as JSON, for a row of the database.

How it is used: `played_of(snapshot, people)` after each entry that ends a game, and once more whenever an entry changes
a game that has ended (an amend, an undo): the later one replaces the earlier, which has the same `table`. `plain` and
`read` are its way into the database and back. Who is who is not kept in it for good: `service/circle_games.py` gives it
the people as they are known now, so that a merge or a renaming changes no stored game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from companion.games.draft import NoFields
from companion.games.game import Book
from companion.games.screen import screen_of
from companion.tables.snapshot import Snapshot
from companion.tables.visibility import seen_by

PAUSE = timedelta(hours=6)
"""A pause that ends an evening. Of a game that goes on after it, the pause is no time that it was played."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of a circle. `color` is a seat's colour, 1 to 12 as `seat-1` to `seat-12` in static/css/seats.css.

    `initial` tells the person from the others of the circle.
    """

    id: int
    name: str
    color: int
    initial: str


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A seat of a game: who sat there (None: nobody that the circle knows), as which name, and how it ended.

    `place` counts from 1 and is shared by equals; `score` is None in a game without points. `counts` is by the game's
    tallies, empty before the game is over. `whole`: the seat was there from the first round to the last.
    """

    person: int | None
    name: str
    place: int
    score: int | None
    counts: Mapping[str, int] = field(default_factory=dict)
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Played:
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
    paused: timedelta = timedelta()

    @property
    def length(self) -> timedelta:
        """How long it was played."""
        return self.ended - self.begun - self.paused


def played_of(snapshot: Snapshot, people: Mapping[str, int]) -> Played:
    """The game of a table as it stands, as everybody may know it. `people` are ids by the names of the seats."""
    book = seen_by(snapshot, None).book
    report, game = book.report(), book.game
    counts = game.tally(book) if report.over else {}
    places = {one.name: one for one in screen_of(book, None, False, NoFields()).places}
    times = _times(snapshot)
    return Played(
        table=snapshot.code,
        game=snapshot.header.game,
        edition=game.box or None,
        options=dict(snapshot.header.plain.get("options", {})),
        begun=times[0],
        ended=times[-1],
        over=report.over,
        seats=tuple(
            PlayedSeat(
                people.get(name),
                name,
                places[name].place,
                places[name].total,
                dict(counts.get(name, {})),
                whole=_whole(book, name),
            )
            for name in book.seats
        ),
        paused=sum((gap for gap in _gaps(times) if gap > PAUSE), timedelta()),
    )


def _whole(book: Book, name: str) -> bool:
    """Whether who has that seat was there from the first round to the last."""
    first = (book.people.person(name) or 0) < book.people.opened
    return first and all(name in points for points in book.report().rounds)


def _times(snapshot: Snapshot) -> tuple[datetime, ...]:
    """When what stands was entered; when the table was opened, where nothing does. A clock may be set back."""
    entered = [one.at for one in snapshot.entered() if one.at is not None]
    return tuple(sorted(entered)) or (snapshot.opened_at,)


def _gaps(times: tuple[datetime, ...]) -> tuple[timedelta, ...]:
    return tuple(later - before for before, later in pairwise(times))


def plain(played: Played) -> dict[str, Any]:
    """A game as JSON has it, for `read`."""
    return {
        "table": played.table,
        "game": played.game,
        "edition": played.edition,
        "options": dict(played.options),
        "begun": played.begun.isoformat(),
        "ended": played.ended.isoformat(),
        "paused": round(played.paused.total_seconds()),
        "over": played.over,
        "seats": [
            {
                "person": seat.person,
                "name": seat.name,
                "place": seat.place,
                "score": seat.score,
                "counts": dict(seat.counts),
                "whole": seat.whole,
            }
            for seat in played.seats
        ],
    }


def read(raw: Mapping[str, Any]) -> Played:
    """A game from what `plain` has made of it, by this program or by an earlier one."""
    return Played(
        table=raw["table"],
        game=raw["game"],
        edition=raw["edition"],
        options=raw["options"],
        begun=datetime.fromisoformat(raw["begun"]),
        ended=datetime.fromisoformat(raw["ended"]),
        paused=timedelta(seconds=raw["paused"]),
        over=raw["over"],
        seats=tuple(
            PlayedSeat(seat["person"], seat["name"], seat["place"], seat["score"], seat["counts"], seat["whole"])
            for seat in raw["seats"]
        ),
    )
