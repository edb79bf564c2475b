"""What the board of a circle's table tells of the evening between two games: how many, who leads, what comes next."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from companion.circles.circle import Person
from companion.circles.evenings import Evening
from companion.tables.errors import BrokenLedger, NoSuchTable, Unavailable
from companion.tables.snapshot import Snapshot
from companion.web.circle.games import games_of, latest_evening
from companion.web.circle.identity import Joined, circles
from companion.web.identity import table_known_to, tables

MOST = 6  # people in one line


@dataclass(frozen=True, slots=True)
class BoardEvening:
    """The evening so far: `wins` of the people, most first. `following` is the circle's next table, if there is one."""

    evening: Evening
    wins: tuple[tuple[Person, int], ...]
    following: Snapshot | None


def board_evening(snapshot: Snapshot, joined: Joined | None) -> BoardEvening | None:
    """The evening, for a board that is in the table's circle, before and after a game.

    None, too, while the database does not answer: the table itself may be shown.
    """
    if joined is None or (snapshot.version and not snapshot.book.report().over):
        return None
    with suppress(Unavailable):
        return _latest(snapshot, joined)
    return None


def _latest(snapshot: Snapshot, joined: Joined) -> BoardEvening | None:
    circle = joined.circle
    evening = latest_evening(games_of(circle), tables().clock())
    if evening is None or not evening.finished:
        return None
    people = {person.id: person for person in circles().people(circle)}
    wins = [(people[person], count) for person, count in evening.wins.items() if person in people]
    wins.sort(key=lambda one: -one[1])
    return BoardEvening(evening, tuple(wins[:MOST]), _following(snapshot, joined))


def _following(snapshot: Snapshot, joined: Joined) -> Snapshot | None:
    """The table that was opened after this one: the rematch, or another that nobody has played at yet."""
    waiting = (snapshot.next_code, *circles().games.waiting(joined.circle.id))
    for code in filter(None, waiting):
        try:
            table = table_known_to(code, None)
        except (NoSuchTable, BrokenLedger):
            continue
        if table.table_id > snapshot.table_id:
            return table
    return None
