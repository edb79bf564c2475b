"""The rematch: the next table with the same people, and how those who did not open it get there."""

from __future__ import annotations

from companion.games.transcript import read_header_as_opened, read_opening_header
from companion.service.change import Changing
from companion.service.follower import Follower
from companion.service.storage_limits import Bounds
from companion.storage.cache import TableCache
from companion.storage.repository import TableRepository
from companion.tables.errors import NoRematch, NotOver, SeatTaken
from companion.tables.policy import TableChange
from companion.tables.snapshot import Actor


class Rematches:
    """Opens them and leads to them. A change raises NoSuchTable, Unavailable if it was not saved."""

    def __init__(
        self, cache: TableCache, repository: TableRepository, changing: Changing, follower: Follower, bounds: Bounds
    ) -> None:
        self._cache, self._repository, self._changing, self._follower = cache, repository, changing, follower
        self._bounds = bounds

    def open(self, actor: Actor) -> str:
        """Open the next table with the same people, the deal passed left; returns its code, the same one each time.

        Raises KeepersOnly, NotOver, DatabaseFull, and BadHeader where two names of an older table read the same.
        """
        with self._changing.table_of(actor, TableChange.REMATCH) as (writer, table):
            here = table.snapshot
            if not here.book.report().over:
                raise NotOver
            game = here.book.game
            plain = {key: value for key, value in here.header.plain.items() if key not in game.header_keys}
            plain["seats"] = list(here.book.seats)
            if here.next_code is None:
                self._bounds.need_room(self._repository.database)
            # What was chosen for one game alone is not for the next.
            deals = {"dealer": game.next_dealer(here.book.state)} if game.deals else {}
            read = read_opening_header if here.next_code is None else read_header_as_opened
            return writer.next_table(here.seats, here.people, read({**plain, **deals}))

    def follow(self, actor: Actor) -> str:
        """Make a key to the rematch for the holder of a key here, with the same seat and rights.

        Raises NoRematch, and SeatTaken where the seat is played there already: a lost
        phone that still knows the old table does not get its seat back by this.
        """
        self._follower.refresh(actor.code)
        code = self._cache.get(actor.code).snapshot.next_code
        if code is None:
            raise NoRematch
        with self._changing.table(code) as (writer, table):
            if not actor.host:
                there = [key for key in table.keys.values() if key.seat == table.first_name(actor.seat)]
                if any(key.used or key.handed_out for key in there):
                    raise SeatTaken(str(actor.seat))
                # A double tap makes two keys, and the phone keeps either; older ones than those two nobody holds.
                writer.revoke(sorted(key.id for key in there)[:-2])
            if actor.host:
                writer.touch()  # its seat has a phone from now on
            return writer.add_key(
                seat=table.first_name(actor.seat), host=actor.host, label=actor.label, used=actor.host
            )
