"""The rematch: the next table with the same people, and how those who did not open it get there."""

from __future__ import annotations

from contextlib import suppress

from companion.games.transcript import read_header_as_opened, read_opening_header
from companion.service.change import Changing
from companion.service.follower import Follower
from companion.service.storage_limits import Bounds
from companion.storage.cache import TableCache
from companion.storage.repository import TableRepository
from companion.tables.errors import NoRematch, NoSuchSeat, NotOver, SeatTaken
from companion.tables.keys_and_codes import key_hash
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

    def follow(self, actor: Actor, own: str | None = None) -> str:
        """Make a key to the rematch for the holder of a key here, with the same seat and rights.

        The key is `own` where that has not ended (None: a new one): a second tap, which comes with the same one, finds
        what the first one got. The host is the host there until another phone is, and plays its seat unless another
        phone does. Raises NoRematch, NoSuchSeat where nobody has that seat there, and SeatTaken where it is played
        there already: a lost phone that still knows the old table does not get its seat back by this, nor the host's
        right.
        """
        self._follower.refresh(actor.code)
        here = self._cache.get(actor.code).snapshot
        if here.next_code is None:
            raise NoRematch
        with self._changing.table(here.next_code) as (writer, table):
            if own is not None and key_hash(own) in table.keys:
                return own
            host = actor.host and not any(key.host for key in table.keys.values())
            seat = table.seat_of(here.people.names_of(actor.seat))
            there = [key for key in table.keys.values() if seat is not None and key.seat == seat]
            if any(key.used or key.handed_out for key in there):
                if not host:
                    raise SeatTaken(str(actor.seat))
                seat, there = None, []
            if seat is None and not host:
                raise NoSuchSeat(str(actor.seat))
            writer.revoke([key.id for key in there])  # nobody has shown them: they are of an earlier tap
            fresh = None if own is None or writer.has_key(own) else own
            key = writer.add_key(seat=seat, host=host, label=actor.label, used=host, key=fresh)
            if host:
                if seat is not None:
                    with suppress(SeatTaken):  # as it is where it was at the table before
                        writer.join(seat)
                writer.touch()  # its seat has a phone from now on
            return key
