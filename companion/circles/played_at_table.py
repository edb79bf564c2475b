"""What was played at a table: the game that its circle keeps, made from the table's snapshot.

It is made after each entry that ends a game, and once more whenever an entry changes a game that has ended (an amend,
an undo): the later one replaces the earlier, which has the same `table`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise

from companion.circles.evenings import PAUSE
from companion.circles.played import PlayedGame, PlayedSeat
from companion.games.draft import NoFields
from companion.games.game import Book
from companion.games.screen import screen_of
from companion.games.seating import SEAT_MOVES
from companion.tables.snapshot import Snapshot
from companion.tables.visibility import seen_by


def played_of(snapshot: Snapshot) -> PlayedGame:
    """The game of a table as it stands, as everybody may know it. Its seats have names, and no people of the circle."""
    book = seen_by(snapshot, None).book
    report, game = book.report(), book.game
    counts = game.tally(book) if report.over else {}
    places = {one.name: one for one in screen_of(book, None, False, NoFields()).places}
    times = _times(snapshot)
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
                whole=_whole(book, name),
            )
            for name in book.seats
        ),
        paused=sum((gap for before, later in pairwise(times) if (gap := later - before) > PAUSE), timedelta()),
    )


def _whole(book: Book, name: str) -> bool:
    """Whether who has that seat was there for each round; where none has points, for each move but those of seats."""
    rounds = book.report().rounds
    if rounds:
        return all(name in points for points in rounds)
    person = book.people.person(name)
    return all(person in step.people.seated for step in book.standing() if not isinstance(step.move, SEAT_MOVES))


def _times(snapshot: Snapshot) -> tuple[datetime, ...]:
    """When what stands was entered, without what a correction has put in; when the table was opened, where nothing was.

    A clock may be set back.
    """
    entered = [one.at for one in snapshot.entered() if one.at is not None]
    return tuple(sorted(entered)) or (snapshot.opened_at,)
