"""The games of a circle: a summary each, kept beside the ledger and made anew where the ledger has moved on.

So a page of two hundred games reads two hundred rows, and plays none of them again. A summary is a cache: it names the
version that it was made of, and by which form and rules; the next look replaces one that is older.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace

from companion.circles.circle import Person
from companion.circles.errors import NoSuchCircle
from companion.circles.played import PLAYED, PlayedGame, played_of
from companion.games import GAMES
from companion.games.rules_editions import RULES
from companion.storage.cache import TableCache
from companion.storage.circles import CircleRepository, KeptGame
from companion.tables.entry import stored
from companion.tables.errors import BrokenLedger, NoSuchTable, Unavailable
from companion.tables.snapshot import Snapshot

FORM = 1
"""What a summary tells of a game: a later form makes all of them anew, some at each look."""
AT_ONCE = 50  # summaries that one look makes
log = logging.getLogger("table_companion.circles")


def made_now() -> int:
    """The version of the code that makes summaries: their form plus the edition of the rules, which both only grow."""
    return FORM + RULES


class CircleGames:
    """Reads the games of circles. Raises Unavailable if the database does not answer."""

    def __init__(self, circles: CircleRepository, cache: TableCache) -> None:
        self._circles, self._cache = circles, cache

    def of(self, circle_id: int) -> tuple[PlayedGame, ...]:
        """The games of a circle, the table that was opened first before the others, as its people are known now.

        Those that go on are among them, and those that were never finished; not a table where nothing was entered, nor
        a game that this program does not know: an older one may have been set up again.
        """
        kept = self._circles.kept_games(circle_id)
        stale = [game for game in kept if game.latest and (game.made != made_now() or game.version != game.latest)]
        if stale and self._summarise(circle_id, stale[-AT_ONCE:]):
            kept = self._circles.kept_games(circle_id)
        people = {person.id: person for person in self._circles.people(circle_id)}
        played = (_played(game, people) for game in kept if game.summary is not None and game.latest)
        return tuple(game for game in played if game.game in GAMES)

    def _summarise(self, circle_id: int, games: list[KeptGame]) -> bool:
        """Make these games' summaries again; returns whether any was saved. Else the older ones are shown."""
        now = [(game.table_id, found) for game in games if (found := self._found(game.code)) is not None]
        try:
            with self._circles.changing(circle_id) as writer:
                for table_id, here in now:
                    played = played_of(here)
                    names = [seat.name for seat in played.seats]
                    writer.summarise(
                        table_id,
                        names,
                        here.book.people.everybody,
                        version=here.version,
                        made=made_now(),
                        summary=_without_names(played),
                    )
        except NoSuchCircle:
            return False
        except Unavailable as failed:
            log.warning("the games of a circle are shown as they were: %s", failed.__cause__)
            return False
        return bool(now)

    def _found(self, code: str) -> Snapshot | None:
        """The table as its ledger has it; None for one that is gone, or that nobody can read."""
        slot = self._cache.slot(code)
        try:
            with slot.lock:
                self._cache.revalidate(slot)
                return self._cache.fresh(slot).snapshot
        except NoSuchTable:
            return None
        except BrokenLedger:
            log.warning("a game of a circle cannot be read: table %s", code)
            return None


def _without_names(played: PlayedGame) -> str:
    """The game as it is kept: the names stand in the circle's people alone."""
    bare = replace(played, seats=tuple(replace(seat, name="") for seat in played.seats))
    return stored(PLAYED.dump_python(bare, mode="json"))


def _played(game: KeptGame, people: Mapping[int, Person]) -> PlayedGame:
    played = PLAYED.validate_json(str(game.summary))
    who = (*game.people, *[None] * len(played.seats))
    known = [people.get(person) if person is not None else None for person in who]
    return replace(
        played,
        seats=tuple(
            replace(seat, person=None if one is None else one.id, name="" if one is None else one.name)
            for seat, one in zip(played.seats, known, strict=False)
        ),
    )
